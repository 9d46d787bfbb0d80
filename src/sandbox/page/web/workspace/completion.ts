// What the command box offers while somebody types: the command, its words, their arguments, and people to mention.

export type Offer = {
  /** The whole text once it is taken. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
};

export type Known = {
  readonly command: string;
  readonly description: string;
  readonly words: readonly string[];
  /** References of orders, newest first. */
  readonly references: readonly string[];
  readonly people: readonly { readonly name: string; readonly realName: string }[];
  readonly isInThread: boolean;
  /** In the direct message with the app, where the words work without the command. */
  readonly isDirect: boolean;
};

/** The arguments of each subcommand, or what it does. */
const ARGUMENTS: Readonly<Record<string, { readonly hint: string; readonly offers?: readonly string[] }>> = {
  prompt: { hint: '[phone] [amount] [description]', offers: ['0712345678 1500 Two bags of flour'] },
  link: { hint: '[amount] [currency] [description]', offers: ['2500 KES School fees'] },
  bulk: { hint: 'many requests from a CSV file' },
  find: { hint: '<code, phone, name, amount, day or reference>' },
  cancel: { hint: '[reference]' },
  refund: { hint: '<reference or code>' },
  open: { hint: 'your open orders', offers: ['all'] },
  history: { hint: '[reference]' },
  report: { hint: '[period]', offers: ['today', 'yesterday', 'week', 'month'] },
  alerts: { hint: 'on · off · quiet · list', offers: ['on', 'off', 'quiet', 'list'] },
  digest: { hint: 'daily · weekly · off', offers: ['daily 18:00', 'weekly mon 08:00', 'off'] },
  forget: { hint: '<phone or email>' },
  settings: { hint: 'defaults for this channel' },
  help: { hint: 'what you can do' },
};

const WANT_REFERENCE = ['find', 'status', 'cancel', 'refund', 'history'];
const MAX_OFFERS = 8;

export function offersFor(typed: string, known: Known): Offer[] {
  if (typed.startsWith('/')) return known.isInThread ? [] : commandOffers(typed, known);
  return known.isDirect && typed !== '' ? wordOffers('', typed, known) : mentionOffers(typed, known);
}

function commandOffers(typed: string, known: Known): Offer[] {
  const { command } = known;
  const own = [
    { text: `${command} `, label: command, hint: known.description },
    { text: '/invite @teller', label: '/invite @teller', hint: 'add Teller to this channel' },
  ];
  if (!typed.startsWith(`${command} `))
    return own.filter(({ text }) => text.startsWith(typed) && text.trim() !== typed);
  return wordOffers(`${command} `, typed.slice(command.length + 1), known);
}

/** `start` stands before the words and stays there. */
function wordOffers(start: string, typed: string, known: Known): Offer[] {
  const [word = '', ...after] = typed.split(' ');
  if (after.length > 0) return argumentOffers(`${start}${word} `, word.toLowerCase(), after.join(' '), known);
  return known.words
    .filter((candidate) => candidate.startsWith(word.toLowerCase()) && candidate !== word)
    .map((candidate) => ({
      text: `${start}${candidate} `,
      label: candidate,
      hint: ARGUMENTS[candidate]?.hint ?? '',
    }));
}

function argumentOffers(start: string, word: string, typed: string, known: Known): Offer[] {
  const wanted = WANT_REFERENCE.includes(word) ? known.references : (ARGUMENTS[word]?.offers ?? []);
  return wanted
    .filter((offer) => offer.toLowerCase().startsWith(typed.toLowerCase()) && offer !== typed)
    .slice(0, MAX_OFFERS)
    .map((offer) => ({ text: `${start}${offer}`, label: offer, hint: ARGUMENTS[word]?.hint ?? '' }));
}

function mentionOffers(typed: string, { people, references, isInThread }: Known): Offer[] {
  const find = /^@teller\s+(?:find|status)\s+(\S*)$/i.exec(typed);
  if (find)
    return references
      .filter((reference) => reference.startsWith(find[1] ?? '') && reference !== find[1])
      .slice(0, MAX_OFFERS)
      .map((reference) => ({
        text: `@teller find ${reference}`,
        label: reference,
        hint: 'check this payment',
      }));
  if (/^@teller\s+f?i?n?$/i.test(typed)) {
    const hint = isInThread ? 'check this payment' : 'find a payment';
    return [{ text: '@teller find', label: 'find', hint }];
  }
  const [, before = '', begun] = /^(.*(?:^|\s))@([\w.-]*)$/.exec(typed) ?? [];
  if (begun === undefined) return [];
  return people
    .filter(({ name }) => name.startsWith(begun.toLowerCase()))
    .map(({ name, realName }) => ({ text: `${before}@${name} `, label: `@${name}`, hint: realName }));
}

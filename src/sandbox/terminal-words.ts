// The words a person can type at the sandbox's prompt: how they are read, and the help that lists them. Pure.
import { FAULT_WORDS, type FaultName } from './provider/faults.ts';
import { OPERATIONS, type Operation } from './provider/operations.ts';

/** What the customer pays, where it differs from what was asked; `reference` names the order, else the newest counts. */
export type Payment = {
  readonly amount?: number;
  readonly currency?: string;
  readonly reference?: string;
};

export type Command =
  | { readonly do: 'nothing' | 'submit' | 'close' | 'show' | 'listFaults' | 'kill' | 'restart' | 'quit' }
  | { readonly do: 'slash'; readonly name: string; readonly text: string }
  | { readonly do: 'set'; readonly field: string; readonly value: string }
  | { readonly do: 'click'; readonly button: string }
  | { readonly do: 'pay' | 'charge'; readonly payment: Payment }
  | { readonly do: 'decline' | 'reverse'; readonly reference: string | undefined }
  | { readonly do: 'as' | 'in'; readonly name: string }
  | {
      readonly do: 'faultOn';
      readonly name: FaultName;
      readonly limits: { readonly operation?: Operation; readonly times?: number };
    }
  | { readonly do: 'faultOff'; readonly name: FaultName | undefined }
  | { readonly do: 'wire'; readonly count: number }
  | { readonly do: 'skip'; readonly ms: number }
  /** Help, or a sentence about what was typed and what to type instead. */
  | { readonly do: 'say'; readonly text: string };

/** Reads one line. Never throws: what makes no sense becomes a sentence to `say`. */
export function readCommand(line: string): Command {
  const text = line.trim();
  if (text === '') return { do: 'nothing' };
  const [first = '', ...words] = text.split(/\s+/);
  const rest = text.slice(first.length).trim();
  if (first.startsWith('/')) return { do: 'slash', name: first, text: rest };
  switch (first.toLowerCase()) {
    case 'set':
      return readSet(rest);
    case 'click':
      return rest ? { do: 'click', button: rest } : ask('Which button? For example: click Send a PIN prompt');
    case 'pay':
      return /^(prompt|link|help)$/i.test(words[0] ?? '')
        ? ask(`In Slack that begins with a slash: /${text}. Without it, pay is what the customer does.`)
        : readPayment('pay', words);
    case 'charge':
      return readPayment('charge', words);
    case 'decline':
    case 'reverse':
      return { do: first.toLowerCase() as 'decline' | 'reverse', reference: rest || undefined };
    case 'as':
      return rest ? { do: 'as', name: rest } : ask('As whom? For example: as guest');
    case 'in':
      return rest
        ? { do: 'in', name: rest.replace(/^#/, '') }
        : ask('In which channel? For example: in leads');
    case 'fault':
    case 'faults':
      return readFault(words);
    case 'wire':
      return /^(\d{1,3})?$/.test(rest)
        ? { do: 'wire', count: Number(rest || 10) }
        : ask('Type wire, or wire 30.');
    case 'skip':
      return readSkip(rest);
    default:
      return readPlain(text.toLowerCase()) ?? ask(notKnown(first));
  }
}

export const WELCOME = [
  'Teller’s sandbox: the real bot between stand-ins for Slack and the payment service. No money moves.',
  'Type first:  /pay prompt 0712345678 1500 Two bags of flour   then:  submit   and as the customer:  pay',
  'help lists everything you can type; quit ends it.',
];

export const HELP = `As the agent, in Slack
  /pay prompt 0712345678 1500 Two bags of flour
                             opens the form for a PIN prompt
  /pay link 2500 School fees
                             opens the form for a payment link
  /pay                       says what Teller can do
  set <field> <value>        changes a field of the open form; without a value, empties it
  submit                     submits the form
  close                      closes the form
  click <button>             presses a button, by its label or its action id
  as <person>                plays somebody else: amina (agent), brian, guest, sam, stranger
  in <channel>               goes to another channel: sales, finance, leads, partners, dm
  show                       shows the open form, or the channel as it stands now
As the customer
  pay                        pays the newest open order, as asked
  pay 150                    pays another amount
  pay 10 USD                 pays another amount in another currency
  decline                    says no to the newest open order
  charge                     the next charge of the newest recurring order is paid
  reverse                    the money of the newest paid order goes back
                             each also takes a reference at its end: pay 150 INV-7
As the world
  fault                      lists what can go wrong with the payment service, and what is on
  fault <name> [operation] [times]
                             switches a fault on: fault lostAnswer push 1
  fault off [name]           switches it off, or all of them
  wire [count]               the last requests between Teller and the service
  skip 30s | 10m | 2h        moves the clock
  kill                       stops Teller
  restart                    starts it again on the same store
  help, quit`;

/** A word that stands alone. */
function readPlain(word: string): Command | undefined {
  switch (word) {
    case 'submit':
    case 'close':
    case 'show':
    case 'kill':
    case 'restart':
    case 'quit':
      return { do: word };
    case 'help':
      return { do: 'say', text: HELP };
    default:
      return undefined;
  }
}

function ask(text: string): Command {
  return { do: 'say', text };
}

function notKnown(word: string): string {
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  return `Sorry, "${shown}" is nothing the sandbox knows, or there is a word too many. Type help to see what there is.`;
}

function readSet(rest: string): Command {
  const [field = ''] = rest.split(/\s+/);
  if (field === '') return ask('Which field? For example: set amount 1600');
  return { do: 'set', field, value: rest.slice(field.length).trim() };
}

/** `[amount [currency]] [reference]`; a first word that is a number is the amount. */
function readPayment(what: 'pay' | 'charge', words: readonly string[]): Command {
  const left = [...words];
  const number = left[0]?.replaceAll(',', '') ?? '';
  const amount = /^\d+(\.\d+)?$/.test(number) ? Number(number) : undefined;
  if (amount !== undefined) left.shift();
  const currency = amount !== undefined && /^[a-z]{3}$/i.test(left[0] ?? '') ? left.shift() : undefined;
  const reference = left.shift();
  if (left.length > 0)
    return ask(`Type ${what}, ${what} 150, ${what} 10 USD, each with a reference at its end or without.`);
  return {
    do: what,
    payment: {
      ...(amount !== undefined && { amount }),
      ...(currency !== undefined && { currency: currency.toUpperCase() }),
      ...(reference !== undefined && { reference }),
    },
  };
}

/** Faults that are about notifications, or about one operation only: an operation would keep them from striking. */
const WITHOUT_OPERATION: readonly FaultName[] = ['rateLimited', 'noNotification', 'duplicateNotifications'];

function readFault([word, ...more]: readonly string[]): Command {
  if (word === undefined) return { do: 'listFaults' };
  const isOff = word.toLowerCase() === 'off';
  const wanted = isOff ? more[0] : word;
  if (wanted === undefined) return { do: 'faultOff', name: undefined };
  const name = sameWord(Object.keys(FAULT_WORDS) as FaultName[], wanted);
  if (!name) return ask(`There is no fault "${wanted}". Type fault to see which there are.`);
  if (isOff) return { do: 'faultOff', name };

  const isCount = (text: string | undefined) => /^\d{1,4}$/.test(text ?? '');
  const [operationWord, timesWord] = isCount(more[0]) ? [undefined, more[0]] : more;
  const operation = operationWord === undefined ? undefined : sameWord(OPERATIONS, operationWord);
  if (operationWord !== undefined && !operation)
    return ask(`There is no operation "${operationWord}"; there is: ${OPERATIONS.join(', ')}.`);
  if (operation && WITHOUT_OPERATION.includes(name))
    return ask(`${name} is not about one operation. Type: fault ${name}`);
  if (timesWord !== undefined && (!isCount(timesWord) || Number(timesWord) === 0))
    return ask(`How often? For example: fault ${name} ${operation ?? 'push'} 1`);
  const limits = {
    ...(operation && { operation }),
    ...(timesWord !== undefined && { times: Number(timesWord) }),
  };
  return { do: 'faultOn', name, limits };
}

function sameWord<Word extends string>(words: readonly Word[], typed: string): Word | undefined {
  return words.find((word) => word.toLowerCase() === typed.toLowerCase());
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_SKIP_MS = 400 * 86_400_000;

function readSkip(text: string): Command {
  const [, count = '', unit = ''] = /^(\d+)\s*([smhd])$/i.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0);
  if (ms <= 0 || ms > LONGEST_SKIP_MS)
    return ask('How far? For example: skip 30s, skip 10m, skip 2h, skip 3d');
  return { do: 'skip', ms };
}

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
  | { readonly do: 'nothing' | Plain | 'leaveThread' | 'listFaults' }
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
  | { readonly do: 'say' | 'mention'; readonly text: string }
  /** A message by its number, or by a reference that it names. */
  | { readonly do: 'thread' | 'lookUp'; readonly message: string }
  | { readonly do: 'shortcut'; readonly name: string }
  | { readonly do: 'step'; readonly name: string; readonly inputs: Readonly<Record<string, string>> }
  /** A sentence about what was typed and what to type instead. */
  | { readonly do: 'ask'; readonly text: string };

/** Words that stand alone. */
const PLAIN = ['submit', 'close', 'show', 'home', 'file', 'kill', 'restart', 'help', 'quit'] as const;
type Plain = (typeof PLAIN)[number];

/** Reads one line. Never throws: what makes no sense becomes a sentence that asks for something else. */
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
      return /^(prompt|link|help|status|cancel|open|alerts|report)$/i.test(words[0] ?? '')
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
    case 'say':
      return rest ? { do: 'say', text: rest } : ask('Say what? For example: say Has Jane paid?');
    case 'mention':
      return { do: 'mention', text: rest };
    case 'thread':
      if (/^off$/i.test(rest)) return { do: 'leaveThread' };
      return (
        readMessage('thread', words) ?? ask('Which thread? For example: thread 3, thread INV-7, thread off')
      );
    case 'lookup':
      return readMessage('lookUp', words) ?? ask('Which message? For example: lookup 3, lookup INV-7');
    case 'shortcut':
      return readShortcut(words);
    case 'step':
      return readStep(rest);
    default: {
      const plain = sameWord(PLAIN, text);
      return plain ? { do: plain } : ask(notKnown(first));
    }
  }
}

function ask(text: string): Command {
  return { do: 'ask', text };
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

function readMessage(what: 'thread' | 'lookUp', [message, ...more]: readonly string[]): Command | undefined {
  return message === undefined || more.length > 0 ? undefined : { do: what, message };
}

const SHORTCUTS = ['send_prompt', 'create_link', 'look_up'];

function readShortcut([word = '', ...more]: readonly string[]): Command {
  const name = sameWord(SHORTCUTS, word);
  if (!name || more.length > 0) return ask(`Which shortcut? There is: ${SHORTCUTS.join(', ')}.`);
  return { do: 'shortcut', name };
}

const STEPS = ['send_prompt', 'create_link'];

/** `create_link amount=2500 description=School fees`: a value ends where the next name begins. */
function readStep(rest: string): Command {
  const [word = '', ...fields] = rest.split(/\s+(?=\w+=)/);
  const name = sameWord(STEPS, word);
  const pairs = fields.map((field) => [
    field.slice(0, field.indexOf('=')),
    field.slice(field.indexOf('=') + 1).trim(),
  ]);
  if (!name)
    return ask('Which step? For example: step create_link amount=2500 currency=KES description=Fees');
  return { do: 'step', name, inputs: Object.fromEntries(pairs) };
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

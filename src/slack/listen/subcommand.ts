// Reads which task the first word asks for: after the command, in a direct message, or after a mention. Pure.
import { SUBCOMMANDS } from '#slack/features.ts';
import { splitCommand } from '#slack/words/command-words.ts';
import { findPhones } from '#slack/words/phone-words.ts';
import { nearestWord, readablePart, unwrap } from '#slack/words/typed-words.ts';

/** Nothing that Teller reads is longer; what comes after is left out. */
const MAX_LENGTH = 3_000;

/** Words that mean the same as a word of the help. */
const MEANINGS = {
  send: 'prompt',
  push: 'prompt',
  stk: 'prompt',
  ask: 'prompt',
  lipa: 'prompt',
  request: 'prompt',
  mpesa: 'prompt',
  'm-pesa': 'prompt',
  status: 'find',
  check: 'find',
  search: 'find',
  lookup: 'find',
} as const;

/** Every word that is understood and not listed in the help. */
export const OTHER_WORDS: readonly string[] = [...Object.keys(MEANINGS), 'today'];

/** What people say before they say what they want. Alone it is answered with help. */
const GREETINGS = new Set(['hello', 'hi', 'hey', 'jambo', 'habari', 'teller', 'pay', 'please']);

/** The marks that may stand behind quoted words. */
const CLOSING = new Set('"\'`*_~”’»');

/** A country code or a leading zero; from nine digits on it was meant as a number, even if it is not a right one. */
const PHONE = /^\(?(?:\+\d|0\d|25[46])[\d().-]*(?=[\s,]|$)/;
const MIN_PHONE_DIGITS = 9;
/** No number in one run is longer (E.164); a card payment's confirmation code has 22 digits. */
const MAX_PHONE_DIGITS = 15;

/** `words`: what follows the first word, or all of them where that is itself what is meant. */
/** `task`: the name of a subcommand. */
export type Subcommand = { readonly task: string; readonly words: string; readonly word?: never };
type Help = { readonly task: 'help' };
export type FirstWord =
  | Subcommand
  | Help
  /** Nothing, or only a greeting. */
  | { readonly task: 'none' }
  /** No subcommand. `nearest`: what it probably meant. `mayBeQuoted`: it looks like a reference or a code, so it is searched for. */
  | {
      readonly task: 'unknown';
      readonly word: string;
      readonly words: string;
      readonly nearest: Subcommand | Help | undefined;
      readonly mayBeQuoted: boolean;
    };

/** `text` is as Slack hands it over, escaped and with its marks. */
export function readFirstWord(text: string): FirstWord {
  const typed = withoutGreeting(unquoted(unwrap(text).trim().slice(0, MAX_LENGTH)))
    .replace(/^stk[ -]push(?= |$)/i, 'stk')
    .replace(/^look[ -]up(?= |$)/i, 'lookup');
  if (isPhoneFirst(typed)) return { task: 'prompt', words: typed };
  const { rest } = splitCommand(typed);
  const quoted = bare(typed.split(' ', 1).join());
  const word = quoted.toLowerCase();
  if (word === '') return { task: 'none' };
  if (word === 'help') return { task: 'help' };
  if (word === 'today') return { task: 'report', words: `today ${rest}`.trim() };
  const meant = isMeaning(word) ? MEANINGS[word] : word;
  if (SUBCOMMANDS.has(meant)) return { task: meant, words: rest };
  // "1500 0712345678 Flour": the number may stand behind the amount.
  if (/^\d/.test(word) && findPhones(readablePart(typed)).length > 0) return { task: 'prompt', words: typed };
  return {
    task: 'unknown',
    word: quoted,
    words: typed,
    nearest: nearestOf(word, rest),
    mayBeQuoted: /\d/.test(word) || (word.match(/\p{L}/gu)?.length ?? 0) >= 10,
  };
}

function nearestOf(word: string, rest: string): Subcommand | Help | undefined {
  const nearest = nearestWord(word, [...SUBCOMMANDS.keys(), 'help', ...OTHER_WORDS]);
  const meant = nearest === undefined ? undefined : readFirstWord(`${nearest} ${rest}`);
  return meant && (isSubcommand(meant) || meant.task === 'help') ? meant : undefined;
}

export function isSubcommand(first: FirstWord): first is Subcommand {
  return 'words' in first && !('word' in first);
}

function isMeaning(word: string): word is keyof typeof MEANINGS {
  return Object.hasOwn(MEANINGS, word);
}

function isPhoneFirst(text: string): boolean {
  const [firstRun = ''] = /\d+/.exec(text) ?? [];
  if (!PHONE.test(text) || firstRun.length > MAX_PHONE_DIGITS) return false;
  const [digits = ''] = /^[\d\s().+-]*/.exec(text) ?? [];
  return digits.replace(/\D/g, '').length >= MIN_PHONE_DIGITS;
}

/** “find 7K3M9-QX2ZD”, `find 7K3M9-QX2ZD`: quoted as a whole. */
function unquoted(text: string): string {
  const start = /^["'`*_~“‘«]*/.exec(text)?.[0].length ?? 0;
  let end = text.length;
  // Counted from the end: a pattern would try each mark of a long run as the first of those behind.
  while (end > start && CLOSING.has(text.charAt(end - 1))) end -= 1;
  return start > 0 && end < text.length ? text.slice(start, end).trim() : text;
}

/** Leaves out mentions, greetings, marks and the command itself, as far as they come first. */
function withoutGreeting(text: string): string {
  const words = text.split(/\s+/);
  const first = words.findIndex((word) => {
    if (/^(<[@!#]|\/\p{L})/u.test(word)) return false;
    const name = bare(word).toLowerCase();
    return name !== '' && !GREETINGS.has(name);
  });
  return first < 0 ? '' : words.slice(first).join(' ');
}

/** Without marks around it: `“find”`, `status:`, `*open*`. */
function bare(word: string): string {
  // Looked for behind a letter or digit only: from each mark of a long run the search would go on to its end.
  return word.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
}

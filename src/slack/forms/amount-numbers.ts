// Finds the numbers among typed words that could be an amount, with the currency that stands beside them.
import { currencyOf } from '#provider/currencies.ts';
import { isNumberInWords, meaningOfGlued, withWordsBeside } from './number-words.ts';
import { coreOf, type Word } from './typed-words.ts';

/** A number and the words that it takes up, its currency included. */
export type AmountNumber = {
  readonly first: number;
  readonly last: number;
  /** A plain decimal ("1500", "0.5"); undefined where it could mean several, or is no plain one: 1.500, $20, 2 thousand. */
  readonly value: string | undefined;
  /** Of a currency that the word beside it names, such as dollars; `value` is undefined then. */
  readonly isForeign: boolean;
  /** As typed, without its currency. */
  readonly text: string;
  readonly currencies: readonly string[];
  /** Marked as money by a currency, or by “/=”. */
  readonly isMoney: boolean;
  /** Nothing but digits in one word, as a count or a year is written too. */
  readonly isBare: boolean;
};

const NUMBER = /^(?:([a-z]{2,4})[.:]?)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|m)??(\/[=-])?([a-z]{2,4})?$/i;
/** The last of the groups of three of "1 500 000.50". */
const GROUP = /^(\d{3})(\.\d+)?(\/[=-])?([a-z]{2,4})?$/i;
/** 1.500, 1,50, 1.500,50, $20, US$20: a number, but who knows which. */
const UNCLEAR = /^(?:us)?[$€£]?\d+(?:[.,]+\d+)*(?:us)?[$€£]?$/i;
const DAY = /^\d{1,2}\.\d{1,2}\.\d{2,4}$/;

/** From left to right. Words of numbers are never shared. `home`: whose shillings “sh” are. */
export function amountNumbersIn(words: readonly Word[], text: string, home?: string): AmountNumber[] {
  const found: AmountNumber[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const number = readNumber({ words, text, home }, index, found.at(-1));
    if (!number) continue;
    const whole = withMeaning(number, words, text, found.at(-1)?.last ?? -1);
    found.push(whole);
    index = whole.last;
  }
  return found;
}

function withMeaning(
  number: AmountNumber,
  words: readonly Word[],
  text: string,
  taken: number,
): AmountNumber {
  const { first, last, meaning } = withWordsBeside(number, words, text, taken);
  if (!meaning) return number;
  const isForeign = meaning === 'foreign';
  return {
    ...number,
    first,
    last,
    value: undefined,
    text: words
      .slice(first, last + 1)
      .map((word) => coreOf(word.text))
      .join(' '),
    isForeign,
    isMoney: number.isMoney || isForeign,
    isBare: false,
  };
}

/** The places of all words that are part of one of the numbers. */
export function placesOf(numbers: readonly AmountNumber[]): ReadonlySet<number> {
  return new Set(
    numbers.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    ),
  );
}

/** The number together with the currency words beside it, as far as they do not stand at places that are `taken`. */
export function withCurrency(
  number: AmountNumber,
  words: readonly Word[],
  taken: ReadonlySet<number>,
  home?: string,
): AmountNumber {
  const textAt = (place: number) => (taken.has(place) ? undefined : words[place]?.text);
  const before = currencyOf(textAt(number.first - 1), home);
  const behind = currencyOf(coreOf(textAt(number.last + 1)), home);
  if (!before && !behind) return number;
  return {
    ...number,
    first: before ? number.first - 1 : number.first,
    last: behind ? number.last + 1 : number.last,
    currencies: [...number.currencies, before, behind].filter((currency) => currency !== undefined),
    isMoney: true,
    isBare: false,
  };
}

type Typed = { readonly words: readonly Word[]; readonly text: string; readonly home: string | undefined };

function readNumber(
  typed: Typed,
  index: number,
  previous: AmountNumber | undefined,
): AmountNumber | undefined {
  const { words, home } = typed;
  const written = coreOf(words[index]?.text);
  const [, before, whole = '', fraction = '', shorthand = '', mark, after] = NUMBER.exec(written) ?? [];
  const none = {
    first: index,
    last: index,
    value: undefined,
    text: written,
    currencies: [],
    isForeign: false,
    isMoney: false,
    isBare: false,
  };
  const glued = meaningOfGlued(written);
  if (glued || isNumberInWords(written))
    return { ...none, isForeign: glued === 'foreign', isMoney: glued === 'foreign' };
  if (!whole) return UNCLEAR.test(written) && !DAY.test(written) && !/^0/.test(written) ? none : undefined;
  const currencies = [before, after].flatMap((word) =>
    word && !isBob(word) ? [currencyOf(word, home)] : [],
  );
  if (currencies.includes(undefined) || (before && isBob(before))) return undefined;
  const isMoney = currencies.length > 0 || mark !== undefined || after !== undefined;
  const own = { ...none, currencies: currencies.filter((currency) => currency !== undefined), isMoney };
  // Nothing that begins with 0 is an amount, except 0.50; behind a number it makes that one unclear: "15 00".
  if (/^0/.test(whole) && !(whole === '0' && fraction))
    return isMoney || (previous?.last === index - 1 && !words[index]?.afterCut) ? own : undefined;
  if (!shorthand && /^\d{1,3}$/.test(whole) && /^\.\d{3}$/.test(fraction) && whole !== '0') return own;
  const isPlain = !fraction && !shorthand && !mark && !after;
  const groups = isPlain && whole.length <= 3 ? groupsBehind(typed, index) : [];
  if (groups.length > 0) return joined(own, whole, groups);
  const places = { k: 3, m: 6 }[shorthand.toLowerCase()] ?? 0;
  const value = shifted(whole.replaceAll(',', ''), fraction.slice(1), places);
  return { ...own, value, isBare: isPlain && !before && /^\d+$/.test(whole) };
}

type Group = {
  readonly digits: string;
  readonly fraction: string;
  readonly currency: string | undefined;
  readonly isMoney: boolean;
  readonly text: string;
};

/** "500", "000" of "1 500 000": groups of three digits with one blank, and nothing else, between them. */
function groupsBehind({ words, text, home }: Typed, index: number): Group[] {
  const groups: Group[] = [];
  for (let next = index + 1; next < words.length; next += 1) {
    const before = words[next - 1];
    const word = words[next];
    if (!before || !word || !/^\d\s\d$/.test(text.slice(before.end - 1, word.start + 1))) break;
    const [, digits, fraction = '', mark, after] = GROUP.exec(coreOf(word.text)) ?? [];
    const currency = after && !isBob(after) ? currencyOf(after, home) : undefined;
    if (!digits || (after && !isBob(after) && !currency)) break;
    groups.push({ digits, fraction, currency, isMoney: Boolean(mark ?? after), text: coreOf(word.text) });
    if (fraction || mark || after) break;
  }
  return groups;
}

function joined(number: AmountNumber, whole: string, groups: readonly Group[]): AmountNumber {
  const end = groups.at(-1);
  return {
    ...number,
    last: number.first + groups.length,
    value: whole + groups.map(({ digits }) => digits).join('') + (end?.fraction ?? ''),
    text: [number.text, ...groups.map(({ text }) => text)].join(' '),
    currencies: [...number.currencies, ...(end?.currency ? [end.currency] : [])],
    isMoney: number.isMoney || (end?.isMoney ?? false),
  };
}

/** Says shillings without saying whose; only where it is glued to the number ("1500bob"). */
function isBob(word: string): boolean {
  return word.toLowerCase() === 'bob';
}

/** Moves the decimal point as text, without arithmetic: "1" "5" by 3 → "1500"; "0" "5" by 3 → "500". */
function shifted(digits: string, fraction: string, places: number): string {
  const all = digits + fraction.padEnd(places, '0');
  const head = all.slice(0, digits.length + places);
  const rest = all.slice(digits.length + places);
  const whole = places > 0 ? head.replace(/^0+(?=\d)/, '') : head;
  return rest ? `${whole}.${rest}` : whole;
}

import { currencyOf } from '#provider/currencies.ts';
import { coreOf, type Word } from './typed-words.ts';

/** A number and the words that it takes up. `text`: as typed, without the currency. */
export type AmountNumber = {
  readonly first: number;
  readonly last: number;
  /** A plain decimal; undefined where that is not certain: 1.500, $20, 2 thousand. */
  readonly value: string | undefined;
  readonly isForeign: boolean;
  readonly text: string;
  readonly currencies: readonly string[];
  readonly isMoney: boolean;
  /** Nothing but digits in one word, as a count or a year is written too. */
  readonly isBare: boolean;
};

/** `home`: whose shillings “sh” are. */
type Typed = { readonly words: readonly Word[]; readonly text: string; readonly home: string | undefined };

const NUMBER = /^(?:([a-z]{2,4})[.:]?)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|m)??(\/[=-])?([a-z]{2,4})?$/i;
/** The last of the groups of three of "1 500 000.50". */
const GROUP = /^(\d{3})(\.\d+)?(\/[=-])?([a-z]{2,4})?$/i;
/** 1.500, 1,50, 1.500,50, $20, US$20: a number, but who knows which. */
const UNCLEAR = /^(?!0)(?:us)?[$€£]?\d+(?:[.,]+\d+)*(?:us)?[$€£]?$/i;
const DAY = /^\d{1,2}\.\d{1,2}\.\d{2,4}$/;
const THOUSANDS =
  'hundreds?|thousands?|thou|millions?|mil|mln|billions?|bn|lakhs?|elfu|maelfu|laki|milioni|ngiri';
const CURRENCIES =
  'dollars?|dola|bucks|euros?|yuro|pounds?|pauni|quid|sterling|rands?|yen|yuan|rupees?|francs?|faranga|kwacha|naira|birr|cedis?';
const IN_WORDS = new RegExp(`^(?:${THOUSANDS})$`, 'i');
const MULTIPLIER = new RegExp(`^(?:${THOUSANDS}|grand|[km])(?:/[=-])?$`, 'i');
const FOREIGN = new RegExp(`^(?:(?:us)?[$€£¥₹]|${CURRENCIES})$`, 'i');
/** "2thousand", "25dollars" */
const GLUED = new RegExp(`^\\d[\\d.,]*-?(?:(${THOUSANDS}|grand|mia)|${CURRENCIES})$`, 'i');
const WHOSE =
  /^(?:us|u\.s|usd|american|canadian|australian|british|egyptian|zimbabwean?|rwandan|congolese)$/i;

export function amountNumbersIn(words: readonly Word[], text: string, home?: string): AmountNumber[] {
  const typed = { words, text, home };
  const found: AmountNumber[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const taken = found.at(-1)?.last;
    const number = readNumber(typed, index, taken);
    if (!number) continue;
    const whole = withWordsBeside(number, typed, taken ?? -1);
    found.push(whole);
    index = whole.last;
  }
  return found;
}

function readNumber(typed: Typed, index: number, taken: number | undefined): AmountNumber | undefined {
  const { words, home } = typed;
  const written = coreOf(words[index]?.text);
  const [, before, whole = '', fraction = '', shorthand = '', mark, after] = NUMBER.exec(written) ?? [];
  const glued = GLUED.exec(written);
  const isForeign = glued !== null && glued[1] === undefined;
  const place = { first: index, last: index, text: written, isBare: false };
  const unclear = { ...place, value: undefined, currencies: [], isForeign, isMoney: isForeign };
  if (glued || IN_WORDS.test(written)) return unclear;
  if (!whole) return UNCLEAR.test(written) && !DAY.test(written) ? unclear : undefined;
  const [currencyBefore, currencyAfter] = [currencyIn(before, home), currencyIn(after, home)];
  if (!currencyBefore || !currencyAfter || /^bob$/i.test(before ?? '')) return undefined;
  const currencies = [...currencyBefore, ...currencyAfter];
  const isMoney = currencies.length > 0 || mark !== undefined || after !== undefined;
  const own = { ...unclear, currencies, isMoney };
  // Only 0.50 begins with 0. In "15 00" the second number makes the first unclear.
  if (whole.startsWith('0') && !(whole === '0' && fraction))
    return isMoney || (taken === index - 1 && !words[index]?.afterCut) ? own : undefined;
  if (!shorthand && /^[1-9]\d{0,2}\.\d{3}$/.test(whole + fraction)) return own;
  const places = { k: 3, m: 6 }[shorthand.toLowerCase()] ?? 0;
  const value = shift(whole.replaceAll(',', ''), fraction.slice(1), places);
  const isPlain = !fraction && !shorthand && !mark && !after;
  const number = { ...own, value, isBare: isPlain && !before && /^\d+$/.test(whole) };
  return isPlain && whole.length <= 3 ? withGroups(number, typed) : number;
}

/** Undefined where the word is no currency. “bob” says shillings, but not whose. */
function currencyIn(word = '', home?: string): string[] | undefined {
  if (/^(?:bob)?$/i.test(word)) return [];
  const currency = currencyOf(word, home);
  return currency && [currency];
}

/** "1 500 000": with the groups of three digits behind the number, each after one blank. */
function withGroups(number: AmountNumber, { words, text, home }: Typed): AmountNumber {
  let whole = number;
  for (const word of words.slice(number.last + 1)) {
    const end = words[whole.last]?.end ?? 0;
    const written = coreOf(word.text);
    const [, digits, fraction = '', mark, after] = GROUP.exec(written) ?? [];
    const currency = currencyIn(after, home);
    if (!digits || !currency || !/^\d\s\d$/.test(text.slice(end - 1, word.start + 1))) break;
    const value = `${whole.value}${digits}${fraction}`;
    const joined = { last: whole.last + 1, value, text: `${whole.text} ${written}`, isBare: false };
    const isMoney = whole.isMoney || Boolean(mark ?? after);
    whole = { ...whole, ...joined, currencies: [...whole.currencies, ...currency], isMoney };
    if (fraction || mark || after) break;
  }
  return whole;
}

/** Moves the decimal point as text: "1" "5" by 3 → "1500"; "0" "5" by 3 → "500". */
function shift(digits: string, fraction: string, places: number): string {
  const all = digits + fraction.padEnd(places, '0');
  const point = digits.length + places;
  const whole = all.slice(0, point).replace(/^0+(?=\d)/, '');
  return point < all.length ? `${whole}.${all.slice(point)}` : whole;
}

/** "2 thousand", "25 dollars": with the words that give the number another value. */
function withWordsBeside(number: AmountNumber, { words, text }: Typed, taken: number): AmountNumber {
  const wordAt = (index: number) => coreOf(words[index]?.text);
  // In "1500, Grand Hotel" the comma parts the words.
  const follows = (index: number) => /^\s+$/.test(text.slice(words[index - 1]?.end, words[index]?.start));
  // Mia is a name as well.
  const isHundreds = (word: string) => /^mia$/i.test(word) && Number(number.value) < 100;
  const isMultiplier = (word: string) => MULTIPLIER.test(word) || isHundreds(word);
  let { first, last } = number;
  while (follows(last + 1) && isMultiplier(wordAt(last + 1))) last += 1;
  const behind = follows(last + 1) && WHOSE.test(wordAt(last + 1)) ? last + 2 : last + 1;
  const isBehind = follows(behind) && FOREIGN.test(wordAt(behind));
  const isBefore = first - 1 > taken && follows(first) && FOREIGN.test(wordAt(first - 1));
  if (isBehind) last = behind;
  else if (isBefore) first -= 1;
  if (first === number.first && last === number.last) return number;
  const isForeign = isBehind || isBefore;
  const texts = words.slice(first, last + 1).map((word) => coreOf(word.text));
  const whole = { first, last, value: undefined, text: texts.join(' '), isBare: false };
  return { ...number, ...whole, isForeign, isMoney: number.isMoney || isForeign };
}

export function isTaken(place: number, numbers: readonly AmountNumber[]): boolean {
  return numbers.some(({ first, last }) => first <= place && place <= last);
}

/** With the currency words beside the number that are part of none of `all`. */
export function withCurrency(
  number: AmountNumber,
  words: readonly Word[],
  all: readonly AmountNumber[],
  home?: string,
): AmountNumber {
  const textAt = (place: number) => (isTaken(place, all) ? undefined : words[place]?.text);
  const before = currencyOf(textAt(number.first - 1), home);
  const behind = currencyOf(coreOf(textAt(number.last + 1)), home);
  if (!before && !behind) return number;
  const [first, last] = [number.first - (before ? 1 : 0), number.last + (behind ? 1 : 0)];
  const currencies = [...number.currencies, before, behind].filter((currency) => currency !== undefined);
  return { ...number, first, last, currencies, isMoney: true, isBare: false };
}

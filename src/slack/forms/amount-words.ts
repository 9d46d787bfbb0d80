// Chooses the amount among the numbers that were typed, or says why none of them is certain to be it.

import { currencyOf } from '#provider/currencies.ts';
import type { WarningKind } from '#slack/text/fields.ts';
import { type AmountNumber, amountNumbersIn, placesOf, withCurrency } from './amount-numbers.ts';
import { isAddition, isGluedUnit, isLabel, isTimes, isUnit, mayBePrice } from './counted-words.ts';
import { coreOf, type Span, type Word } from './typed-words.ts';
import { unitPriceOf } from './unit-price.ts';

/** `cuts`: what is not part of the description. Where `amount` is undefined, `doubts` may say why. */
type AmountRead = {
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  readonly cuts: readonly Span[];
  /** Where the amount stands. */
  readonly place?: Span;
  readonly doubts: readonly { readonly kind: WarningKind; readonly text: string }[];
};

type Place = Pick<AmountNumber, 'first' | 'last'>;

const YEAR = /^20[23]\d$/;

/**
 * Nothing is guessed: of several numbers the one that is marked as money is taken, else the one that cannot be anything else. `home`:
 * whose shillings “sh” are.
 */
export function readAmount(words: readonly Word[], text: string, home?: string): AmountRead {
  const typed = amountNumbersIn(words, text, home);
  const counts = typed.filter((number) => isCount(number, words, typed));
  const taken = placesOf(typed);
  const numbers = typed.map((number) =>
    counts.includes(number) ? number : withCurrency(number, words, taken, home),
  );
  // Nine digits or more are a phone number as likely as an amount, so they stand in no description.
  const long = numbers.filter((number) => !number.isMoney && isLong(number));
  const possible = numbers.filter((number) => !long.includes(number) && !counts.includes(number));
  const currencies = new Set(numbers.flatMap((number) => number.currencies));
  const currency = currencies.size === 1 ? [...currencies][0] : undefined;
  const read = {
    currency,
    cuts: long.map((number) => spanOf(number, words)),
    doubts: long.map(({ text: digits }) => ({ kind: 'unclear' as const, text: digits })),
  };
  const pool = likeliest(possible, words);
  const [chosen] = pool;
  if (pool.length === 1 && chosen) return decide(chosen, words, taken, read);
  const unclear = pool.length > 1 ? pool : [...possible, ...counts].slice(0, 1);
  if (unclear.length > 0) {
    const named = unclear.map((number) => number.text).join(', ');
    return {
      ...read,
      amount: undefined,
      cuts: [...read.cuts, ...unclear.filter(isLong).map((number) => spanOf(number, words))],
      doubts: [...read.doubts, { kind: 'unclear', text: named }],
    };
  }
  return { ...read, amount: undefined, ...firstWord(words, read) };
}

/** Those of which one is the amount. More than one: nobody can say which. None: each has another meaning as well. */
function likeliest(possible: readonly AmountNumber[], words: readonly Word[]): readonly AmountNumber[] {
  const money = possible.filter(({ isMoney }) => isMoney);
  if (money.length > 0) return money;
  const plain = possible.filter((number) => !isWeak(number, words, possible));
  const uncounted = plain.filter((number) => !isCounted(number, words));
  return uncounted.length > 0 ? uncounted : plain;
}

/** `taken`: the places of all numbers. */
function decide(
  number: AmountNumber,
  words: readonly Word[],
  taken: ReadonlySet<number>,
  read: Omit<AmountRead, 'amount'>,
): AmountRead {
  const span = spanOf(number, words);
  const unclear = (kind: WarningKind, text = number.text): AmountRead => ({
    ...read,
    amount: undefined,
    // Without a digit it is a word of the description as well: "two thousand".
    cuts: /\d/.test(number.text) ? [...read.cuts, span] : read.cuts,
    doubts: [...read.doubts, { kind, text }],
  });
  // The description keeps the number, which may be no amount, or only a part of one.
  const mayBeOther = (text: string): AmountRead => ({
    ...read,
    amount: undefined,
    doubts: [...read.doubts, { kind: 'unclear', text }],
  });
  const typed = textOf(number, words);
  if (new Set(number.currencies).size > 1) return unclear('unclear', typed);
  if (number.isForeign) return unclear('other_currency', typed);
  if (number.value === undefined) return unclear(/^\d{1,3}(\.\d{3})+$/.test(number.text) ? 'dot' : 'unclear');
  const whole = textOf(withBrokenGroups(number, words), words);
  if (whole !== typed) return mayBeOther(whole);
  const price = priceBeside(number, words, taken);
  if (price) return mayBeOther(`${typed}, ${price.text}`);
  const unitPrice = unitPriceOf(number, words, taken);
  if (unitPrice) return mayBeOther(textOf(unitPrice, words));
  const more = additionTo(number, words, taken);
  if (more)
    return mayBeOther(
      more.first < number.first && more.last >= number.last
        ? textOf(more, words)
        : `${typed}, ${textOf(more, words)}`,
    );
  const before = words[number.first - 1]?.text ?? '';
  // Three capitals before a number may be a currency that the service does not have.
  if (!number.isMoney && /^[A-Z]{3}$/.test(before)) return mayBeOther(`${before} ${typed}`);
  const behind = words[number.last + 1]?.text ?? '';
  return {
    ...read,
    amount: number.value,
    place: span,
    cuts: [...read.cuts, span],
    doubts: isCounted(number, words)
      ? [...read.doubts, { kind: 'counted', text: `${typed} ${behind}` }]
      : isJoinedByChance(number, words)
        ? [...read.doubts, { kind: 'joined', text: typed }]
        : read.doubts,
  };
}

/** "1 500/flour", "KES 1, 500", "flour:1 500": the word beside the number may be one of its groups of three, or begin them. */
function withBrokenGroups({ first, last }: Place, words: readonly Word[]): Place {
  const [before, start, end, behind] = [first - 1, first, last, last + 1].map((place) => words[place]);
  // In "A4", "room #5" and "21/11" the digits belong to what stands before them.
  const isBegun = /(?<![\p{L}\d#]|\d[/.])\d{1,3}$/u.test(before?.text ?? '') && isGroup(start);
  const isContinued = /(?<!\d|\d\.)\d{1,3}$/.test(coreOf(end?.text)) && isGroup(behind);
  return { first: isBegun ? first - 1 : first, last: isContinued ? last + 1 : last };
}

/** Also the "00" of "15 00". A measure is none ("500ml"), but behind a comma another word may be glued to it: "000,2kg". */
function isGroup(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    !word.afterCut &&
    /^\(?(?:\d{3}|00)(?![\d%])/.test(word.text) &&
    (word.text.includes(',') || !isGluedUnit(word.text))
  );
}

/** "1500 +200 delivery", "KES 1500 + 200". Two digits before the amount are others: "12 -14 Dec 9000", "table for 2 +1 1500". */
function additionTo(
  { first, last }: Place,
  words: readonly Word[],
  taken: ReadonlySet<number>,
): Place | undefined {
  for (const [place, { text }] of words.entries()) {
    const isSign = /^(?:\+|plus|less|minus)$/i.test(text);
    const end = isSign ? place + (currencyOf(words[place + 1]?.text) ? 2 : 1) : place;
    const whole = isSign ? `+${words[end]?.text ?? ''}` : text;
    const mayBeOfAmount = (place > last && !isUnit(words[end + 1]?.text)) || /\d{3}/.test(whole);
    if (taken.has(place) || !mayBeOfAmount || !isAddition(whole)) continue;
    if (end < first || place > last) return { first: place, last: end };
    // The amount itself is added, to a number before it. Without one it is only called so: "Compact Plus 6200".
    const before = [...taken].filter((one) => one < place);
    if (before.length > 0) return { first: Math.max(...before), last: end };
  }
  return undefined;
}

/** Of a number that may as well be a count, a year or a label's, what may be the amount: "3 loaves @65", "May 2026 KES 1500-". */
function priceBeside(
  number: AmountNumber,
  words: readonly Word[],
  taken: ReadonlySet<number>,
): Word | undefined {
  // What is read as a number has been compared already, but two digits are rarely an amount, except in "@ 65".
  const isOpen = (place: number) => !taken.has(place) || words[place - 1]?.text === '@';
  const prices = words.filter((word, place) => isOpen(place) && mayBePrice(word.text));
  const behind = words[number.last + 1];
  // The currency may belong to what stands behind it.
  const isShared = currencyOf(words[number.last]?.text) && prices.some((price) => price === behind);
  const mayBeOther =
    Number(number.value) < 100 || YEAR.test(number.text) || isLabel(words[number.first - 1]?.text);
  return mayBeOther && (!number.isMoney || isShared) ? prices[0] : undefined;
}

/** "eggs 30 450", "200 300": groups of one number, which may as well be two numbers. */
function isJoinedByChance({ first, text }: AmountNumber, words: readonly Word[]): boolean {
  const [, group = ''] = /^\D*(\d+) \d/.exec(text) ?? [];
  if (!group) return false;
  const isMarkedBefore = !/^\(?\d/.test(words[first]?.text ?? '');
  const isExpected = first === 0 || words[first]?.afterCut || isMarkedBefore;
  return group.length === 3 || !isExpected;
}

/** A first word with a digit in it that is no number was probably meant as the amount: "12abc", "-5". */
function firstWord(
  words: readonly Word[],
  { cuts, doubts }: Omit<AmountRead, 'amount'>,
): Pick<AmountRead, 'cuts' | 'doubts'> {
  const [first] = words;
  if (!first || doubts.length > 0 || !/\d/.test(first.text)) return { cuts, doubts };
  return { cuts: [...cuts, first], doubts: [...doubts, { kind: 'not_an_amount', text: first.text }] };
}

/** "2 bags", "2 500ml", "2 x 5", "1500 2 loaves": below a hundred, and before what it counts. */
function isCount(number: AmountNumber, words: readonly Word[], all: readonly AmountNumber[]): boolean {
  const behind = words[number.last + 1];
  if (number.isMoney) return false;
  if (isTimes(words[number.first - 1]?.text) && /^(?!1$)\d/.test(words[number.first - 2]?.text ?? ''))
    return true;
  if (number.value === undefined || Number(number.value) >= 100 || !behind) return false;
  const before = all[all.indexOf(number) - 1];
  const isPriced = currencyOf(words[number.first - 1]?.text) !== undefined;
  // "1500 KES 2 loaves": the currency belongs to the number before it.
  const isNeighbour = before?.last === number.first - (isPriced ? 2 : 1);
  if (isPriced && !isNeighbour) return false;
  if (isUnit(behind.text) || isGluedUnit(behind.text)) return true;
  if (isTimes(behind.text) && /^\d/.test(words[number.last + 2]?.text ?? '')) return true;
  const isBehindAmount = isNeighbour && !words[number.first]?.afterCut && Number(before?.value) >= 100;
  return number.isBare && isBehindAmount && /^\p{L}/u.test(behind.text) && !currencyOf(behind.text);
}

function isCounted(number: AmountNumber, words: readonly Word[]): boolean {
  return isUnit(words[number.last + 1]?.text);
}

/** Has another meaning as well: "invoice 2041", "May 2026", "room 12". At the front, or behind the phone number, it has not. */
function isWeak(number: AmountNumber, words: readonly Word[], possible: readonly AmountNumber[]): boolean {
  const isExpected = number.first === 0 || words[number.first]?.afterCut;
  const isBehindNumber = possible.some(({ last }) => last === number.first - 1);
  if (!number.isBare || isExpected || isBehindNumber) return false;
  return isLabel(words[number.first - 1]?.text) || YEAR.test(number.text) || number.text.length < 3;
}

function isLong({ text }: AmountNumber): boolean {
  const [whole = ''] = text.split('.');
  return !whole.includes(',') && whole.replace(/\D/g, '').length >= 9;
}

function textOf({ first, last }: Place, words: readonly Word[]): string {
  return words
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');
}

function spanOf({ first, last }: Place, words: readonly Word[]): Span {
  return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 };
}

import { currencyOf } from '#provider/currencies.ts';
import type { WarningKind } from '#slack/text/fields.ts';
import { type AmountNumber, amountNumbersIn, isTaken, withCurrency } from './amount-numbers.ts';
import { coreOf, type Span, type Word } from './typed-words.ts';

type AmountRead = {
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  readonly cuts: readonly Span[];
  readonly place?: Span;
  readonly doubts: readonly { readonly kind: WarningKind; readonly text: string }[];
};

type Place = Pick<AmountNumber, 'first' | 'last'>;
/** `all`: the numbers without their currencies. */
type Typed = { readonly words: readonly Word[]; readonly all: readonly AmountNumber[] };

const WITH_S =
  `g mg kg kilo gram grm ton tonne l ml cl litre liter ltr metre meter pc piece pair pack packet pkt bag sack
  bale bottle btl tin can crate carton tray dozen roll sheet unit item cup plate set ticket seat hour hr day night week
  month year person`.split(/\s+/);
const WITHOUT_S = 'm mm cm km ft foot feet inch inches pax box boxes doz bunch bunches people'.split(' ');
const UNITS = new Set([...WITH_S, ...WITH_S.map((unit) => `${unit}s`), ...WITHOUT_S]);
const LABELS = new Set(
  `no nos nr num number inv invoice order ref receipt account acc a/c room rm house hse plot unit table apt flat floor block form
  grade part page po lpo class`.split(/\s+/),
);
const YEAR = /^20[23]\d$/;
/** "21/11/2026", "2026-11-21", "21/11", "21st". */
const DAY =
  /^(?:\d{1,2}([/.-])\d{1,2}\1(?:20)?\d\d|20\d\d-\d\d-\d\d|\d{1,2}\/(?:0?[1-9]|1[0-2])|\d{1,2}(?:st|nd|rd|th))$/i;
/** "B12", "14C", "KCA123B". In "X500" the X is a sign of multiplication. */
const CODE = /^(?!X)(?:[A-Z]{1,3}\d+[A-Z]?|\d+[A-Z])$/;
/** Several countries have them, so they name no currency. */
const SHILLINGS = /^(?:bob|shillings?|shilingi)$/i;
/** "+200", "-1,500/=", "-10%". In "-0023", which begins with 0, the sign is a dash. */
const ADDITION = /^[+\-–—−]([a-z]{2,4}[.:]?)?[1-9][\d.,]*(?:k|m|%|\/[=-])??([a-z]{2,4})?$/i;
const TIMES = /^[x×*]$/i;
/** Beside the price of one: "3x", "x2". With "x1" it is that of all. */
const GLUED_TIMES = /^(?:(?!1[x×*])\d+[x×*]|[x×*](?!1$)\d+)$/i;
const TIME_SPAN = /^(?:day|week|month|quarter|year|siku|wiki|mwezi|mwaka)$/i;

/** Takes the one number that is marked as money, else the one that cannot be anything else. */
export function readAmount(words: readonly Word[], text: string, home?: string): AmountRead {
  const all = amountNumbersIn(words, text, home);
  const counts = all.filter((number, index) => isCount(number, words, all[index - 1]));
  const numbers = all.map((number) =>
    counts.includes(number) ? number : withCurrency(number, words, all, home),
  );
  // These are as likely a phone number, so they stand in no description.
  const long = numbers.filter((number) => !number.isMoney && isLong(number));
  const possible = numbers.filter((number) => !long.includes(number) && !counts.includes(number));
  const currencies = new Set(numbers.flatMap((number) => number.currencies));
  const read: AmountRead = {
    amount: undefined,
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
    cuts: long.map((number) => spanOf(number, words)),
    doubts: long.map((number) => ({ kind: 'unclear', text: number.text })),
  };
  const money = possible.filter(({ isMoney }) => isMoney);
  const plain = possible.filter((number) => !isWeak(number, words, possible));
  const uncounted = plain.filter(({ last }) => !isUnit(words[last + 1]?.text));
  const pool = [money, uncounted, plain].find(({ length }) => length > 0) ?? [];
  const [chosen] = pool;
  if (chosen && pool.length === 1) return decide(chosen, { words, all }, read);
  const unclear = pool.length > 1 ? pool : [...possible, ...counts].slice(0, 1);
  if (unclear.length > 0) {
    const named = unclear.map((number) => number.text).join(', ');
    const cuts = unclear.filter(isLong).map((number) => spanOf(number, words));
    return withDoubt(read, 'unclear', named, cuts);
  }
  // "12abc" and "-5" were probably meant as the amount.
  const [first] = words;
  if (!first || read.doubts.length > 0 || !/\d/.test(first.text)) return read;
  return withDoubt(read, 'not_an_amount', first.text, [first]);
}

function withDoubt(read: AmountRead, kind: WarningKind, text: string, cuts: Span[] = []): AmountRead {
  return { ...read, cuts: [...read.cuts, ...cuts], doubts: [...read.doubts, { kind, text }] };
}

function decide(number: AmountNumber, typed: Typed, read: AmountRead): AmountRead {
  const { words } = typed;
  const span = spanOf(number, words);
  const written = textOf(number, words);
  // "two thousand" may be part of the description as well.
  const cuts = /\d/.test(number.text) ? [span] : [];
  if (new Set(number.currencies).size > 1) return withDoubt(read, 'unclear', written, cuts);
  if (number.isForeign) return withDoubt(read, 'other_currency', written, cuts);
  const isDotted = /^\d{1,3}(\.\d{3})+$/.test(number.text);
  if (number.value === undefined) return withDoubt(read, isDotted ? 'dot' : 'unclear', number.text, cuts);
  const other = readOtherwise(number, typed);
  if (other) return withDoubt(read, 'unclear', other);
  const chosen = { ...read, amount: number.value, place: span, cuts: [...read.cuts, span] };
  const behind = words[number.last + 1]?.text;
  if (isUnit(behind)) return withDoubt(chosen, 'counted', `${written} ${behind}`);
  return isJoinedByChance(number, words) ? withDoubt(chosen, 'joined', written) : chosen;
}

function readOtherwise(number: AmountNumber, typed: Typed): string | undefined {
  const { words } = typed;
  const written = textOf(number, words);
  const whole = textOf(withBrokenGroups(number, words), words);
  if (whole !== written) return whole;
  const price = priceBeside(number, typed);
  if (price) return `${written}, ${price}`;
  const unitPrice = unitPriceOf(number, typed);
  if (unitPrice) return textOf(unitPrice, words);
  const added = additionTo(number, typed);
  const isAround = added && added.first < number.first && added.last >= number.last;
  if (added) return isAround ? textOf(added, words) : `${written}, ${textOf(added, words)}`;
  // Three capitals before a number may be a currency that the provider does not have.
  const before = words[number.first - 1]?.text ?? '';
  return !number.isMoney && /^[A-Z]{3}$/.test(before) ? `${before} ${written}` : undefined;
}

/** "1 500/flour", "KES 1, 500", "flour:1 500": with the word beside it that may be one of its groups. */
function withBrokenGroups({ first, last }: Place, words: readonly Word[]): Place {
  const [before, start, end, behind] = [first - 1, first, last, last + 1].map((place) => words[place]);
  // In "A4", "room #5" and "21/11" the digits belong to what stands before them.
  const isBegun = /(?<![\p{L}\d#]|\d[/.])\d{1,3}$/u.test(before?.text ?? '') && isGroup(start);
  const isContinued = /(?<!\d|\d\.)\d{1,3}$/.test(coreOf(end?.text)) && isGroup(behind);
  return { first: isBegun ? first - 1 : first, last: isContinued ? last + 1 : last };
}

/** Also the "00" of "15 00". "500ml" is a measure, but "000,2kg" begins with a group. */
function isGroup(word: Word | undefined): boolean {
  if (!word || word.afterCut || !/^\(?(?:\d{3}|00)(?![\d%])/.test(word.text)) return false;
  return word.text.includes(',') || !isGluedUnit(word.text);
}

/** "3 loaves @65", "May 2026 KES 1500-": beside a count, a year or what has a label. */
function priceBeside(number: AmountNumber, { words, all }: Typed): string | undefined {
  const { first, last, value, text, isMoney } = number;
  // Numbers have been compared already, but two digits are rarely an amount, except in "@ 65".
  const isOpen = (place: number) => !isTaken(place, all) || words[place - 1]?.text === '@';
  // "@65", "bags:1500", "500/=each", "x500", "1500-"
  const prices = words.filter(({ text: word }, place) => {
    if (!isOpen(place) || !/\d\d/.test(word) || /^\W*0/.test(word) || isGluedUnit(word)) return false;
    return !DAY.test(coreOf(word)) && !CODE.test(coreOf(word));
  });
  const isShared = currencyOf(words[last]?.text) && prices.some((price) => price === words[last + 1]);
  const mayBeOther = Number(value) < 100 || YEAR.test(text) || isLabel(words[first - 1]?.text);
  return mayBeOther && (!isMoney || isShared) ? prices[0]?.text : undefined;
}

/** "5 bags @ 250", "250 each", "500 x 3", "5 bags at 250"; "lunch at 250" is what the lunch costs. */
function unitPriceOf({ first, last: lastDigit }: Place, { words, all }: Typed): Place | undefined {
  const textAt = (place: number) => words[place]?.text ?? '';
  const last = SHILLINGS.test(coreOf(textAt(lastDigit + 1))) ? lastDigit + 1 : lastDigit;
  const isOnly = !all.some((other) => other.first < first || other.last > lastDigit);
  const isTimed = words.some(({ text }) => /^\d*(?:hour|day|night|week|month|year)s$/i.test(coreOf(text)));
  const isCounted = !isOnly || isTimed || words.some(({ text }) => isGluedUnit(text));
  const isRate = (word: string) =>
    isTimed && /^(?:hourly|daily|nightly|weekly|monthly|yearly)$/i.test(coreOf(word));
  // "rent per month 1500" is all that is asked for; in "3 days per day 4500" it is not.
  const isRhythm = (word: string) => !isCounted && TIME_SPAN.test(coreOf(word));
  const before = words[first]?.afterCut ? '' : textAt(first - 1);
  const [beforeThat, behind, next] = [textAt(first - 2), textAt(last + 1), textAt(last + 2)];
  const [, atCurrency] = /@([a-z.]*)$/i.exec(before) ?? [];
  const isAtSign = atCurrency === '' || currencyOf(atCurrency) !== undefined;
  const isFactor = TIMES.test(before) && coreOf(beforeThat) !== '1';
  const isCountedPrice = isCounted && (isFactor || /^at$/i.test(before));
  if (isAtSign || isEach(before) || GLUED_TIMES.test(coreOf(before)) || isRate(before) || isCountedPrice)
    return { first: first - 1, last };
  // "per bag 250", "kila moja 250", "3 tickets of 500".
  const isOne = isUnit(before) || TIME_SPAN.test(coreOf(before)) || /^(?:one|moja)$/i.test(before);
  const isOfOne = (isEach(beforeThat, before) && isOne) || (isUnit(beforeThat) && /^of$/i.test(before));
  if (isOfOne && !isRhythm(before)) return { first: first - 2, last };
  if (GLUED_TIMES.test(coreOf(behind))) return { first, last: last + 1 };
  // In "500 x 1 000" the 1 is only the first of its groups.
  const isOnce = coreOf(next) === '1' && !/^\d/.test(textAt(last + 3));
  if (TIMES.test(behind) && /^\d/.test(next) && !isOnce) return { first, last: last + 2 };
  if (isRhythm(next)) return undefined;
  if (isEach(behind, next) || isRate(behind)) return { first, last: last + 1 };
  return isCounted && /^an?$/i.test(behind) && isUnit(next) ? { first, last: last + 2 } : undefined;
}

/** `next`: the word behind it. "kwa siku" is "per day", and "kwa unga" is "for flour". */
function isEach(word: string, next = ''): boolean {
  const isPerTime = /^kwa$/i.test(word) && TIME_SPAN.test(coreOf(next));
  return /^(?:each|ea|per|apiece|kila)$/i.test(coreOf(word)) || isPerTime;
}

/** "1500 +200 delivery", "KES 1500 + 200". Two digits before the amount are others: "table for 2 +1 1500". */
function additionTo({ first, last }: Place, { words, all }: Typed): Place | undefined {
  const isCurrency = (name: string) => SHILLINGS.test(coreOf(name)) || currencyOf(name) !== undefined;
  for (const [place, { text }] of words.entries()) {
    const isSign = /^(?:\+|plus|less|minus)$/i.test(text);
    const end = isSign ? place + (currencyOf(words[place + 1]?.text) ? 2 : 1) : place;
    const whole = isSign ? `+${words[end]?.text ?? ''}` : text;
    const mayBeOfAmount = (place > last && !isUnit(words[end + 1]?.text)) || /\d{3}/.test(whole);
    const [added, ...currencies] = ADDITION.exec(coreOf(whole)) ?? [];
    if (isTaken(place, all) || !mayBeOfAmount || !added) continue;
    if (!currencies.every((name) => !name || isCurrency(name))) continue;
    if (end < first || place > last) return { first: place, last: end };
    // The amount itself is added, to a number before it. In "Compact Plus 6200" there is none.
    const before = all.findLast((number) => number.last < place);
    if (before) return { first: before.last, last: end };
  }
  return undefined;
}

/** "eggs 30 450", "200 300": groups of one number, which may as well be two numbers. */
function isJoinedByChance({ first, text }: AmountNumber, words: readonly Word[]): boolean {
  const [, group = ''] = /^\D*(\d+) \d/.exec(text) ?? [];
  const isMarkedBefore = !/^\(?\d/.test(words[first]?.text ?? '');
  const isExpected = first === 0 || words[first]?.afterCut || isMarkedBefore;
  return group.length === 3 || (group !== '' && !isExpected);
}

/** "2 bags", "2 500ml", "2 x 5", "1500 2 loaves": below a hundred, and before what it counts. */
function isCount(number: AmountNumber, words: readonly Word[], before?: AmountNumber): boolean {
  const textAt = (place: number) => words[place]?.text ?? '';
  const { first, last, value } = number;
  const behind = textAt(last + 1);
  if (number.isMoney) return false;
  if (TIMES.test(textAt(first - 1)) && /^(?!1$)\d/.test(textAt(first - 2))) return true;
  if (value === undefined || Number(value) >= 100 || !behind) return false;
  const isPriced = currencyOf(textAt(first - 1)) !== undefined;
  // In "1500 KES 2 loaves" the currency belongs to the number before it.
  const isNeighbour = before?.last === first - (isPriced ? 2 : 1);
  if (isPriced && !isNeighbour) return false;
  if (isUnit(behind) || isGluedUnit(behind)) return true;
  if (TIMES.test(behind) && /^\d/.test(textAt(last + 2))) return true;
  const isBehindAmount = isNeighbour && !words[first]?.afterCut && Number(before?.value) >= 100;
  return number.isBare && isBehindAmount && /^\p{L}/u.test(behind) && !currencyOf(behind);
}

/** "invoice 2041", "May 2026", "room 12"; at the front, or behind the phone number, each is an amount. */
function isWeak(number: AmountNumber, words: readonly Word[], all: readonly AmountNumber[]): boolean {
  const { first, text, isBare } = number;
  const isExpected = first === 0 || words[first]?.afterCut || all.some(({ last }) => last === first - 1);
  if (!isBare || isExpected) return false;
  return isLabel(words[first - 1]?.text) || YEAR.test(text) || text.length < 3;
}

function isLong({ text }: AmountNumber): boolean {
  const [whole = ''] = text.split('.');
  return !whole.includes(',') && whole.replace(/\D/g, '').length >= 9;
}

function isLabel(word = ''): boolean {
  return LABELS.has(word.toLowerCase().replace(/[.:#]$/, ''));
}

function isUnit(word = ''): boolean {
  return UNITS.has(word.toLowerCase().replace(/\.$/, ''));
}

function isGluedUnit(word: string): boolean {
  const [, unit] = /^\d+(?:[.,]\d+)?([a-z]+)$/i.exec(coreOf(word)) ?? [];
  return isUnit(unit);
}

function textOf({ first, last }: Place, words: readonly Word[]): string {
  const texts = words.slice(first, last + 1).map(({ text }) => text);
  return texts.join(' ');
}

function spanOf({ first, last }: Place, words: readonly Word[]): Span {
  return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 };
}

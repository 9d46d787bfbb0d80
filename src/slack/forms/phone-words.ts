// Finds phone numbers among typed words, in any spelling and at any place.
import { parseContact, parseMsisdn } from '#lib/msisdn.ts';
import { amountNumbersIn } from './amount-numbers.ts';
import type { Span, Word } from './typed-words.ts';

/** `text` can be read by a form: as typed, or with + and digits alone where the form could not read what was typed. */
export type WrittenPhone = Span & { readonly text: string };

/** Between two groups of one number: "0712 345 678", "(0712) 345-678", "0712.345.678". */
const GAP = /^[\s().\-\u2010-\u2015]{1,3}$/;
/** Without a plus the groups must be the usual ones, so that "256731.00 0101" is none. */
const CODE_FIRST = /^25[46](?:\d{9}|\D{1,3}\d{9}|\D{0,3}\d{3}\D\d{3}\D?\d{3})$/;
/** "+254 (0) 7 12 34 56 78" has the most groups. */
const MAX_GROUPS = 8;

/** Numbers written with a leading 0, a plus, or the country code of Kenya or Uganda. */
export function findPhones(text: string): WrittenPhone[] {
  const groups = groupsIn(text);
  const found: WrittenPhone[] = [];
  for (let index = 0; index < groups.length; index += 1) {
    const phone = longestPhone(text, groups, index);
    if (!phone || isInsideAmount(text, groups, index, phone)) continue;
    const other = otherReading(text, groups, index, phone);
    found.push(phone, ...(other ? [other] : []));
    const { end } = other ?? phone;
    while ((groups[index + 1]?.start ?? end) < end) index += 1;
  }
  return found;
}

function longestPhone(text: string, groups: readonly Span[], index: number): WrittenPhone | undefined {
  if (!mayBegin(text, groups[index])) return undefined;
  const run = groups.slice(index, index + MAX_GROUPS);
  for (let count = runLength(text, run); count > 0; count -= 1) {
    const phone = readPhone(text, run.slice(0, count));
    if (phone) return phone;
  }
  return undefined;
}

/** Asked first, because most groups of digits begin no number, and reading one takes long. */
function mayBegin(text: string, first: Span | undefined): boolean {
  if (!first) return false;
  const before = text.slice(Math.max(0, first.start - 2), first.start);
  return /^(?:0|25[46])/.test(text.slice(first.start, first.end)) || /\+\(?$/.test(before);
}

/** In "254700 254 722 838 940" the amount may stand before the number or behind it: what begins inside the one is the other. */
function otherReading(
  text: string,
  groups: readonly Span[],
  index: number,
  phone: WrittenPhone,
): WrittenPhone | undefined {
  if (!/^25[46]/.test(phone.text)) return undefined;
  for (let other = index + 1; (groups[other]?.start ?? phone.end) < phone.end; other += 1) {
    const found = longestPhone(text, groups, other);
    if (found && /^25[46]/.test(found.text) && found.end > phone.end) return found;
  }
  return undefined;
}

/**
 * In "7 073 943 0712 345 678" the digits from 073 on would be a number as well, and in "6 254 758 254 101 928 867" those from
 * the first 254 on, but another number overlaps with it.
 */
function isInsideAmount(text: string, groups: readonly Span[], index: number, phone: WrittenPhone): boolean {
  const first = groups[index];
  const [, start] = /(?<!\d)\d{1,3}[\s,.-](0\d\d|25[46])$/.exec(text.slice(0, first?.end)) ?? [];
  if (!start) return false;
  return (
    (start.startsWith('0') &&
      nineDigitRuns(text).some((run) => overlap(run, phone) && run.start < phone.start)) ||
    groups.some(
      (group, other) => other > index && group.start < phone.end && longestPhone(text, groups, other),
    )
  );
}

/** Where two numbers share digits, what stands before the second or behind the first may be the amount. */
export function areInDoubt(phones: readonly WrittenPhone[]): boolean {
  return phones.some((one, index) => phones.slice(index + 1).some((other) => overlap(one, other)));
}

/** "1 254 712 345 678": 254 may as well be the end of the amount 1 254. The number is the same either way. */
export function isCodeInDoubt(text: string, phone: WrittenPhone): boolean {
  return /^25[46]\D/.test(phone.text) && /(?<!\d)\d{1,3}[\s,.-]$/.test(text.slice(0, phone.start));
}

/** "10 000,071234567": the first three digits of what is no number may as well be the end of the amount before them. */
export function isStartInDoubt(text: string, { start, text: written }: WrittenPhone): boolean {
  return /^\d{3}\D/.test(written) && /(?<!\d)\d{1,3}\s$/.test(text.slice(0, start));
}

/**
 * Nine digits that would be a mobile number with a 0 in front, in one run or as 712 345 678; they may be an amount as well.
 * `isClear` is false where such runs overlap, so that nobody can say which of the groups belong together.
 */
export function findNineDigits(
  text: string,
  taken: readonly Span[],
): (WrittenPhone & { readonly isClear: boolean })[] {
  const groups = groupsIn(text);
  const found = nineDigitRuns(text).filter((run) => !taken.some((span) => overlap(span, run)));
  return found.map((run) => {
    const isInside = (group: Span) => group.start > run.start && group.start < run.end;
    const isOverlapped =
      found.some((other) => other !== run && overlap(other, run)) ||
      groups.some((group, index) => isInside(group) && longestPhone(text, groups, index));
    return { ...run, isClear: !isOverlapped };
  });
}

/** Words that would be a phone number if I or l were 1 and O were 0: "07I2345678", "O712 345 678". `text`: as typed. */
export function findMisspeltPhones(text: string, taken: readonly Span[]): WrittenPhone[] {
  const digits = text.replace(/[^\s,]+/g, (word) =>
    /^[\dilo+().\-\u2010-\u2015:;!?]*$/i.test(word) && /\d/.test(word)
      ? word.replace(/[il]/gi, '1').replace(/o/gi, '0')
      : word,
  );
  const phones = findPhones(digits);
  return [...phones, ...findNineDigits(digits, phones)]
    .map(({ start, end }) => ({ start, end, text: text.slice(start, end) }))
    .filter((span) => /[a-z]/i.test(span.text) && !taken.some((other) => overlap(span, other)));
}

function nineDigitRuns(text: string): WrittenPhone[] {
  return [
    ...text.matchAll(/(?<![\d+.])(?=(\d{9}|\d{3}[\s-]\d{6}|\d{3}([\s.-])\d{3}\2\d{3})(?![\dA-Za-z]|\.\d))/g),
  ]
    .map(({ index, 1: written = '' }) => ({ start: index, end: index + written.length, text: written }))
    .filter((run) => isMobile(`0${run.text.replace(/\D/g, '')}`));
}

/**
 * What begins like a phone number and is none: "071", "+254 71", "071234567". `anyLength`: also one that is too short to be
 * more than the beginning of a number, unless it is a group of an amount: "10 000". The digits behind it may belong to it, so
 * they are `behind` and no amount.
 */
export function findBrokenPhones(
  words: readonly Word[],
  text: string,
  { anyLength }: { anyLength: boolean },
): (WrittenPhone & { readonly behind: string })[] {
  const found: (WrittenPhone & { readonly behind: string })[] = [];
  const numbers = anyLength ? amountNumbersIn(words, text) : [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word || !/^\(?(?:\+\d|0\d\d|25[46]\d{6})[\d().,-]*[:;!?]?$/.test(word.text)) continue;
    let last = index;
    while (isDigits(words[last + 1])) last += 1;
    // "071234567 1500": with the digits behind it the number would be too long, so these are the amount.
    const isAlone = last === index + 1 && isAlmostWhole(word.text) && digitsIn(words[last]?.text ?? '') > 2;
    if (isAlone) last = index;
    const run = words.slice(index, last + 1);
    const total = digitsIn(run.map(({ text }) => text).join(''));
    const mayBeShort = anyLength && !numbers.some(({ first, last }) => first < index && index <= last);
    if (!mayBeShort && digitsIn(word.text) < 7 && total < 9) continue;
    found.push({
      start: word.start,
      end: run.at(-1)?.end ?? word.end,
      text: word.text,
      behind: run
        .slice(1)
        .map(({ text }) => text)
        .join(' '),
    });
    index = last;
  }
  return found;
}

/** A local number has ten digits. */
function isAlmostWhole(word: string): boolean {
  return /^\(?0/.test(word) && digitsIn(word) > 7;
}

function groupsIn(text: string): Span[] {
  return [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    start: index,
    end: index + digits.length,
  }));
}

/** How many of the groups stand next to each other like groups of one number. */
function runLength(text: string, groups: readonly Span[]): number {
  const broken = groups.findIndex(
    ({ end }, index) => !GAP.test(text.slice(end, groups[index + 1]?.start ?? end)),
  );
  return broken + 1;
}

function readPhone(text: string, groups: readonly Span[]): WrittenPhone | undefined {
  const digits = groups.map(({ start, end }) => text.slice(start, end)).join('');
  const first = groups[0]?.start ?? 0;
  const marks = /[+(]{0,2}$/.exec(text.slice(Math.max(0, first - 2), first))?.[0] ?? '';
  const number = marks.includes('+') ? `+${digits}` : digits;
  const written = text.slice(first, groups.at(-1)?.end);
  // With one 0 in front, numbers of Kenya and Uganda have ten digits.
  if (/^0(?!0)/.test(number) && digits.length !== 10) return undefined;
  if (!(/^[+0]/.test(number) || CODE_FIRST.test(written))) return undefined;
  // Kenya and Uganda dial abroad with 000 as well, but nobody writes it: it is the middle of "2 000 112".
  if (/^00[057]/.test(number)) return undefined;
  // 00 stands before a country code in one piece with it: "1 004 741 234 567" begins with an amount.
  if (/^00\d?\D/.test(written)) return undefined;
  // The cents of an amount begin no number: "1500.00".
  if (/\d\.$/.test(text.slice(Math.max(0, first - 2), first))) return undefined;
  // Asked last, because it takes longest. Without a plus too much would be a landline: "0.50 0.50 0.50 0.50".
  if (!(/^(?:\+|00)/.test(number) ? isContact(number) : isMobile(number))) return undefined;
  const start = first - marks.length;
  const open = text.slice(start, groups.at(-1)?.end);
  const end =
    start +
    open.length +
    (open.includes('(') && !open.includes(')') && text[start + open.length] === ')' ? 1 : 0);
  const typed = text.slice(start, end);
  return { start, end, text: isContact(typed) ? typed : number };
}

function isContact(text: string): boolean {
  return (parseContact(text, 'KE') ?? parseContact(text, 'UG')) !== undefined;
}

function isMobile(text: string): boolean {
  return parseMsisdn(text, 'KE').ok || parseMsisdn(text, 'UG').ok;
}

function isDigits(word: Word | undefined): boolean {
  return word !== undefined && !word.afterCut && /^[\d().,-]*\d[\d().,-]*$/.test(word.text);
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

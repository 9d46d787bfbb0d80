import { type Msisdn, parseContact, parseMsisdn } from '#lib/msisdn.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '#provider/methods.ts';
import { isLocal, networkOf } from '#provider/networks.ts';
import { amountNumbersIn } from './amount-numbers.ts';
import { findAll, type Span, type Word } from './typed-words.ts';

export type Country = 'KE' | 'UG';
export const HOME_CURRENCIES = ['KES', 'UGX'] as const;
export type WrittenPhone = Span & {
  /** As typed, or as digits where a form could not read what was typed. */
  readonly text: string;
  /** Of nine digits: false where nobody can say which groups belong together. */
  readonly isClear?: boolean;
  /** Digits behind what is no number, which may belong to it. */
  readonly behind?: string;
};

type ReadIn = (text: string, country: Country) => Msisdn | undefined;
export type ContactOwner = ReturnType<typeof readOwner> | 'any_country';

/** Between two groups of one number: "0712 345 678", "(0712) 345-678", "0712.345.678". */
const GAP = /^[\s().\-\u2010-\u2015]{1,3}$/;
/** Without a plus the groups must be the usual ones, so that "256731.00 0101" is none. */
const CODE_FIRST = /^25[46](?:\d{9}|\D{1,3}\d{9}|\D{0,3}\d{3}\D\d{3}\D?\d{3})$/;
const GROUP_BEFORE = /(?<!\d)\d{1,3}[\s,.-]$/;
/** "+254 (0) 7 12 34 56 78" has the most groups. */
const MAX_GROUPS = 8;

/** Numbers written with a leading 0, a plus, or the country code of Kenya or Uganda. */
export function findPhones(text: string): WrittenPhone[] {
  const groups = findAll(text, /\d+/g);
  const found: WrittenPhone[] = [];
  for (let index = 0; index < groups.length; index += 1) {
    const phone = readLongest(text, groups.slice(index, index + MAX_GROUPS));
    if (!phone || isInsideAmount(text, groups, phone)) continue;
    found.push(phone);
    // In "254700 254 722 838 940" the amount may stand before the number or behind it.
    const isOther = ({ text: other, end }: WrittenPhone) => /^25[46]/.test(other) && end > phone.end;
    const other = /^25[46]/.test(phone.text) ? findInside(text, groups, phone, isOther) : undefined;
    if (other) found.push(other);
    const { end } = other ?? phone;
    while ((groups[index + 1]?.start ?? end) < end) index += 1;
  }
  return found;
}

function readLongest(text: string, groups: readonly Span[]): WrittenPhone | undefined {
  const start = groups[0]?.start ?? 0;
  // Most groups of digits begin no number, and reading one takes long.
  if (!/^(?:0|25[46])/.test(text.slice(start)) && !/\+\(?$/.test(text.slice(Math.max(0, start - 2), start)))
    return undefined;
  const isLast = ({ end }: Span, index: number) =>
    !GAP.test(text.slice(end, groups[index + 1]?.start ?? end));
  for (let count = groups.findIndex(isLast) + 1; count > 0; count -= 1) {
    const phone = readPhone(text, groups.slice(0, count));
    if (phone) return phone;
  }
  return undefined;
}

/** The first number that begins with a later group of the span. */
function findInside(
  text: string,
  groups: readonly Span[],
  span: Span,
  isMeant: (phone: WrittenPhone) => boolean = () => true,
): WrittenPhone | undefined {
  for (const [index, { start }] of groups.entries()) {
    if (start <= span.start || start >= span.end) continue;
    const phone = readLongest(text, groups.slice(index, index + MAX_GROUPS));
    if (phone && isMeant(phone)) return phone;
  }
  return undefined;
}

/** In "7 073 943 0712 345 678" another number overlaps with that from 073 on. */
function isInsideAmount(text: string, groups: readonly Span[], phone: WrittenPhone): boolean {
  const isGroup = /^(?:0\d\d|25[46])(?!\d)/.test(text.slice(phone.start));
  if (!isGroup || !GROUP_BEFORE.test(text.slice(0, phone.start))) return false;
  const isBehindRun = (run: Span) => overlap(run, phone) && run.start < phone.start;
  if (text[phone.start] === '0' && nineDigitRuns(text).some(isBehindRun)) return true;
  return findInside(text, groups, phone) !== undefined;
}

function readPhone(text: string, groups: readonly Span[]): WrittenPhone | undefined {
  const digits = groups.map(({ start, end }) => text.slice(start, end)).join('');
  const first = groups[0]?.start ?? 0;
  const before = text.slice(Math.max(0, first - 2), first);
  const marks = /[+(]{0,2}$/.exec(before)?.[0] ?? '';
  const number = marks.includes('+') ? `+${digits}` : digits;
  const written = text.slice(first, groups.at(-1)?.end);
  // With one 0 in front, numbers of Kenya and Uganda have ten digits. 000 is the middle of "2 000 112".
  if (!/^(?:\+|00(?![057])|0[1-9]\d{8}$)/.test(number) && !CODE_FIRST.test(written)) return undefined;
  // "1 004 741 234 567" begins with an amount: 00 stands in one piece with a country code.
  if (/^00\d?\D/.test(written)) return undefined;
  // The cents of an amount begin no number: "1500.00".
  if (/\d\.$/.test(before)) return undefined;
  // Takes longest. Without a plus too much would be a landline: "0.50 0.50 0.50 0.50".
  if (!isReadBy(/^(?:\+|00)/.test(number) ? parseContact : readMobile, number)) return undefined;
  const open = marks + written;
  const start = first - marks.length;
  const isUnclosed = open.includes('(') && !open.includes(')');
  const typed = isUnclosed && text[start + open.length] === ')' ? `${open})` : open;
  return { start, end: start + typed.length, text: isReadBy(parseContact, typed) ? typed : number };
}

/** Mobile numbers without their 0, which may be amounts as well: 712345678, 712 345 678. */
export function findNineDigits(text: string, taken: readonly Span[]): WrittenPhone[] {
  const groups = findAll(text, /\d+/g);
  const found = nineDigitRuns(text).filter((run) => !taken.some((span) => overlap(span, run)));
  return found.map((run) => {
    const isOverlapped = found.some((other) => other !== run && overlap(other, run));
    return { ...run, isClear: !isOverlapped && !findInside(text, groups, run) };
  });
}

function nineDigitRuns(text: string): WrittenPhone[] {
  const run = /(?<![\d+.])(?=(\d{9}|\d{3}[\s-]\d{6}|\d{3}([\s.-])\d{3}\2\d{3})(?![\dA-Za-z]|\.\d))/g;
  return findAll(text, run).filter((found) => isReadBy(readMobile, `0${found.text.replace(/\D/g, '')}`));
}

/** Words that would be a phone number if I or l were 1 and O were 0: "07I2345678", "O712 345 678". */
export function findMisspeltPhones(text: string, taken: readonly Span[]): WrittenPhone[] {
  const digits = text.replace(/[^\s,]+/g, (word) => {
    const mayBePhone = /^[\dilo+().\-\u2010-\u2015:;!?]*$/i.test(word) && /\d/.test(word);
    return mayBePhone ? word.replace(/[il]/gi, '1').replace(/o/gi, '0') : word;
  });
  const phones = findPhones(digits);
  return [...phones, ...findNineDigits(digits, phones)]
    .map(({ start, end }) => ({ start, end, text: text.slice(start, end) }))
    .filter((span) => /[a-z]/i.test(span.text) && !taken.some((other) => overlap(span, other)));
}

/** "071", "+254 71", "071234567". `anyLength`: also short ones, but no groups of an amount: "10 000". */
export function findBrokenPhones(words: readonly Word[], text: string, anyLength: boolean): WrittenPhone[] {
  const found: WrittenPhone[] = [];
  const numbers = anyLength ? amountNumbersIn(words, text) : [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word || !/^\(?(?:\+\d|0\d\d|25[46]\d{6})[\d().,-]*[:;!?]?$/.test(word.text)) continue;
    let last = index;
    while (isDigits(words[last + 1])) last += 1;
    // In "071234567 1500" the number would be too long with the digits behind it.
    const isAlmostWhole = /^\(?0/.test(word.text) && digitsIn(word.text) > 7;
    if (isAlmostWhole && last === index + 1 && digitsIn(words[last]?.text ?? '') > 2) last = index;
    const behind = words.slice(index + 1, last + 1).map(({ text: digits }) => digits);
    const mayBeShort = anyLength && !numbers.some((number) => number.first < index && index <= number.last);
    const total = digitsIn(word.text + behind.join(''));
    if (!mayBeShort && digitsIn(word.text) < 7 && total < 9) continue;
    const { start, text: broken } = word;
    found.push({ start, end: words[last]?.end ?? word.end, text: broken, behind: behind.join(' ') });
    index = last;
  }
  return found;
}

/** Digits of the numbers may as well be those of an amount. */
export function areInDoubt(text: string, phones: WrittenPhone[], broken: WrittenPhone[]): boolean {
  // Of two numbers that share digits, what belongs to one only may be the amount.
  if (phones.some((one, index) => phones.slice(index + 1).some((other) => overlap(one, other)))) return true;
  const isBetween = (phone: WrittenPhone, before: RegExp, first: RegExp) =>
    before.test(text.slice(0, phone.start)) && first.test(phone.text);
  // "1 254 712 345 678": 254 may as well be the end of the amount 1 254.
  if (phones.some((phone) => isBetween(phone, GROUP_BEFORE, /^25[46]\D/))) return true;
  // "10 000,071234567": so may the first three digits of what is no number.
  return broken.some((phone) => isBetween(phone, /(?<!\d)\d{1,3}\s$/, /^\d{3}\D/));
}

/** Of numbers without a country code. `currency`: as the amount names it. */
export function homeCountry(currency: string | undefined, defaultCurrency: string): Country {
  const named = currency === 'KES' || currency === 'UGX' ? currency : defaultCurrency;
  return named === 'UGX' ? 'UG' : 'KE';
}

/** `which_country`: the home country, or its networks, do not have the number, and the other country does. */
export function readOwner(text: string, home: Country, readIn: ReadIn): Msisdn | 'which_country' | undefined {
  const own = readIn(text, home);
  const other = readIn(text, home === 'KE' ? 'UG' : 'KE');
  if (!isLocal(text) || !other) return own ?? other;
  return own && (networkOf(own) || !networkOf(other)) ? own : 'which_country';
}

export function readPromptOwner(text: string, home: Country) {
  return readOwner(text, home, readMobile);
}

function readMobile(text: string, country: Country): Msisdn | undefined {
  const read = parseMsisdn(text, country);
  return read.ok ? read.value : undefined;
}

/** `any_country`: the number is another in the country with which the currency's code begins (ISO 4217). */
export function readContactOwner(text: string, home: Country, currency: string): ContactOwner {
  const owner = readOwner(text, home, parseContact);
  const theirs = isLocal(text) ? parseContact(text, currency.slice(0, 2)) : undefined;
  return theirs && theirs !== owner && owner !== 'which_country' ? 'any_country' : owner;
}

export function countryOf(msisdn: Msisdn): Country {
  return msisdn.startsWith('256') ? 'UG' : 'KE';
}

export function isPromptable(msisdn: Msisdn): boolean {
  const network = networkOf(msisdn);
  return PAYMENT_METHOD_NAMES.some(
    (method) => parseMsisdn(`+${msisdn}`, PAYMENT_METHODS[method].country).ok && (!network || network.method),
  );
}

function isReadBy(read: ReadIn, text: string): boolean {
  return (read(text, 'KE') ?? read(text, 'UG')) !== undefined;
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

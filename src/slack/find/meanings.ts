import { maskMsisdn, parseContact } from '#lib/msisdn.ts';
import { dayOf, dayWithYear, isDay } from '#lib/time.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import { addDays } from '#orders/recurrence.ts';
import { type Meaning, wordsMeaning } from '#payments/finding/condition.ts';
import { type Period, type PeriodFault, readPeriod } from '#payments/reports/period.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { findPhones } from '#slack/words/phone-words.ts';
import { emailsIn } from '#slack/words/typed-words.ts';

/** A stretch of a search. `said`: what people are told of it. `mayBeReference`: of an external payment. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meanings: readonly Meaning[];
  readonly said: string;
  readonly mayBeReference?: boolean;
};

const UNPAID: readonly OrderState[] = ['waiting', 'sending', 'pending'];
const STATES: readonly { readonly typed: RegExp; readonly states: readonly OrderState[] }[] = [
  { typed: /^(?:unpaid|waiting|sending|pending)$/i, states: UNPAID },
  { typed: /^paid$/i, states: ['paid'] },
  { typed: /^failed$/i, states: ['failed', 'not_sent'] },
  { typed: /^cancell?ed$/i, states: ['cancelled'] },
  { typed: /^review$/i, states: ['review'] },
  { typed: /^(?:refunded|reversed)$/i, states: ['reversed'] },
];
const METHODS = [
  { typed: /^m-?pesa$/i, method: 'mpesa', said: 'M-PESA' },
  { typed: /^airtel$/i, method: 'airtel', said: 'Airtel' },
  { typed: /^cards?$/i, method: 'card', said: 'by card' },
] as const;

/** M-PESA’s codes have ten letters and digits, Airtel’s digits and dots; others are not known. */
const MAY_BE_CODE = /^(?=.*\d)[a-z\d][a-z\d.-]{4,39}$|^[a-z]{10}$/i;
const MPESA_CODE = /^(?=.*\d)[a-z][a-z\d]{9}$/i;
const ACCOUNT = /^[a-z]{2,4}\d{4,10}$/i;
/** More than half of a reference that Teller made, without its dash. */
const MAY_BE_MADE = /^(?=.*\d)(?=.*[a-z])[\da-z]{6,10}$/i;
/** Half of a reference, with a 0 read as O or a 1 as I or L. */
const MISREAD_HALF = /^(?=.*[ilo])[\da-z]{5}$/i;
/** A phone number without its plus. A bracket in front is gone: "020)2345678". */
const MAY_BE_NUMBER = /^\d(?:[.)\-\u2010-\u2015]{0,2}\d){9,14}$/;

export function readWord(word: string): Pick<Piece, 'meanings' | 'said'> {
  const { states } = STATES.find(({ typed }) => typed.test(word)) ?? {};
  const { method, said } = METHODS.find(({ typed }) => typed.test(word)) ?? {};
  const words = wordsMeaning(word);
  const numbers = numberMeaning(word);
  const isPhone = numbers.length > 0 || /^\d{9}$/.test(word);
  const meanings: readonly (Meaning | false | undefined)[] = [
    states && { is: 'state', states },
    method && { is: 'method', method },
    /^\d{4,9}$/.test(word) && { is: 'last_digits', digits: word },
    MAY_BE_CODE.test(word) && { is: 'code', text: word },
    words && word.length > 2 && { is: 'account', text: word },
    MAY_BE_MADE.test(word) && { is: 'reference', letters: madeLetters(word) },
    words,
    MISREAD_HALF.test(word) && wordsMeaning(madeLetters(word)),
    ...numbers,
  ];
  return {
    meanings: meanings.filter((meaning) => meaning !== undefined && meaning !== false),
    said: states ? word.toLowerCase() : (said ?? describeWord(word, isPhone)),
  };
}

function describeWord(word: string, isPhone: boolean): string {
  if (MPESA_CODE.test(word)) return `code ${word.toUpperCase()}`;
  // Of a whole number it is not certain whose code it has.
  return isPhone ? `number ending in ${word.replace(/\D/g, '').slice(-3)}` : quoted(word);
}

export function quoted(word: string): string {
  return `“${shorten(plain(word), 60)}”`;
}

export function meaningsTogether(groups: string): readonly Meaning[] {
  if (MPESA_CODE.test(groups)) return [{ is: 'code', text: groups }];
  return ACCOUNT.test(groups) ? [{ is: 'account', text: groups }] : numberMeaning(groups);
}

export function isLikelyCode(text: string): boolean {
  const isLong = /^(?=.*\d)(?!.*-)[a-z\d.]{8,}$/i.test(text) && !/^[\d.]{1,10}$/.test(text);
  return isLong || MPESA_CODE.test(text);
}

function numberMeaning(word: string): Meaning[] {
  if (!MAY_BE_NUMBER.test(word)) return [];
  const digits = word.replace(/\D/g, '');
  const msisdn = parseContact(`+${digits}`, 'KE');
  return msisdn ? [{ is: 'number', msisdn }] : localMeaning(digits);
}

function localMeaning(digits: string): Meaning[] {
  return /^0[1-9]\d{8,9}$/.test(digits) ? [{ is: 'last_digits', digits: digits.slice(1) }] : [];
}

/** No reference that Teller makes has I, L or O. */
function madeLetters(word: string): string {
  return word.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
}

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const ISO = String.raw`\d{4}-\d\d(?:-\d\d)?`;
const NUMBERS = String.raw`\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d\d)`;
const YEAR = String.raw`(?:,?\s+20\d\d(?![\d,.]*\d))?`;
/** Two full stops behind a month lead to the last day. */
const DAY_FIRST = String.raw`\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH})\b(?:\.(?!\.))?${YEAR}`;
const MONTH_FIRST = String.raw`(?:${MONTH})\.?\s+\d{1,2}(?:st|nd|rd|th)?(?![\d,.]*\d)${YEAR}`;
const MONTH_ALONE = String.raw`(?:${MONTH})\.?\s+20\d\d(?![\d,.]*\d)`;
const ONE = ['today', 'yesterday', ISO, NUMBERS, DAY_FIRST, MONTH_FIRST, MONTH_ALONE].join('|');
const SEPARATOR = String.raw`\s*(?:\.{2,3}|…|[–—]|\b(?:to|until|till)\b)\s*`;
const DAYS = new RegExp(
  String.raw`(?<![\p{L}\p{N}/.-])(?:(?:this|last)\s+(?:week|month)|(?:${ONE})(?:${SEPARATOR}(?:${ONE}))?)(?![\p{L}\p{N}/-])`,
  'giu',
);

type Here = Pick<Searcher, 'now' | 'timeZone'>;

export function findDays(text: string, { now, timeZone }: Here) {
  const today = dayOf(now, timeZone);
  return [...text.matchAll(DAYS)].flatMap(({ 0: written, index }) => {
    const isNamed = /^(?:(?:this|last)\s+\p{L}+|today|yesterday)$/iu.test(written);
    const ends = isNamed
      ? [written]
      : written.split(new RegExp(SEPARATOR, 'iu')).map((end) => isoOf(end.toLowerCase(), today));
    // 12/34/56 is a code or an account.
    if (ends.includes(undefined)) return [];
    const read = readPeriod(ends.join('..'), { now, timeZone, maxDays: Number.POSITIVE_INFINITY });
    // “June” of “June 2000”, but of no range.
    const beforeYear = ends.length === 1 ? /^(.*[^,\s]),?\s+20\d\d$/.exec(written)?.[1] : undefined;
    return [{ index, written, beforeYear, read }];
  });
}

/** yyyy-MM-dd or yyyy-MM; undefined for numbers that are no day. “31 Feb” gets through. */
function isoOf(word: string, today: string): string | undefined {
  if (word === 'today') return today;
  if (word === 'yesterday') return addDays(today, -1);
  if (new RegExp(`^${ISO}$`).test(word)) return word;
  const [, first, , second, last = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/.exec(word) ?? [];
  if (first && second) {
    const year = last.padStart(4, '20');
    const [one, other] = [first.padStart(2, '0'), second.padStart(2, '0')];
    // The day comes first where both orders are days.
    return [`${year}-${other}-${one}`, `${year}-${one}-${other}`].find(isDay);
  }
  const year = /\d{4}$/.exec(word)?.[0];
  const number = MONTH.split('|').findIndex((name) => new RegExp(`(?<![a-z])${name}`).test(word)) + 1;
  const month = String(number).padStart(2, '0');
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(word)?.[0];
  if (day === undefined) return year && `${year}-${month}`;
  const monthAndDay = `${month}-${day.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const isBegun = `${thisYear}-${monthAndDay}` <= today;
  return `${year ?? (isBegun ? thisYear : thisYear - 1)}-${monthAndDay}`;
}

/** “June 2000” is two parts: it may also mean 2,000 from a customer June. */
function dayParts(written: string, beforeYear: string | undefined, period: Period, here: Here) {
  const { from, to, firstDay, lastDay, name } = period;
  const days: Meaning = { is: 'days', from, to };
  const words = wordsMeaning(beforeYear ?? written);
  if (beforeYear === undefined) {
    // Searching for the words of a range takes long.
    const mayBeWords = name !== undefined || firstDay === lastDay;
    return [{ start: 0, text: written, meanings: words && mayBeWords ? [days, words] : [days] }];
  }
  const others: Meaning[] = words ? [words] : [];
  // “June” is a name, and “22 Nov” the last such day.
  const lastSuch = findDays(beforeYear, here)[0]?.read;
  if (lastSuch?.ok) others.unshift({ is: 'days', from: lastSuch.value.from, to: lastSuch.value.to });
  const year = written.slice(-4);
  const ofYear: Meaning[] = [days, { is: 'amount', amount: year }, ...readWord(year).meanings];
  return [
    { start: 0, text: beforeYear, meanings: [days, ...others] },
    { start: written.length - year.length, text: year, meanings: ofYear },
  ];
}

const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;
const AGENT = /(?:\b(?:by|from)\s+)?<@([A-Z0-9]+)>|\bby\s+me\b/gi;
const CHANNEL = /(?:\b(?:in|from)\s+)?<#([A-Z0-9]+)>/gi;
const NOT_PAID = /(?<![\p{L}\p{N}-])not\s+(?:yet\s+)?paid(?![\p{L}\p{N}-])/giu;

export type Searcher = {
  readonly userId: string;
  readonly now: number;
  readonly timeZone: string;
  readonly defaultCurrency?: string;
};

/** What is marked as one thing, such as an email address. `fault`: why days cannot be any. */
export function findMarked(text: string, { userId, ...here }: Searcher) {
  const pieces: Piece[] = [];
  const agents: string[] = [];
  const channels: string[] = [];
  let fault: PeriodFault | undefined;
  let rest = text;
  const add = (start: number, of: string, meanings: readonly Meaning[], said: string) => {
    const end = start + of.length;
    pieces.push({ start, end, text: of, meanings, said });
    rest = rest.slice(0, start) + ';'.repeat(of.length) + rest.slice(end);
  };

  for (const { 0: whole, 1: inside = '', index } of rest.matchAll(QUOTED)) {
    const words = wordsMeaning(inside);
    if (words && /\p{L}/u.test(inside) && /\S\s+\S/.test(inside))
      add(index, whole, [words, { is: 'account', text: inside }], quoted(inside));
  }
  for (const { 0: whole, 1: agent = userId, index } of rest.matchAll(AGENT)) {
    agents.push(agent);
    add(index, whole, [{ is: 'agent', agent }], '');
  }
  for (const { 0: whole, 1: channel = '', index } of rest.matchAll(CHANNEL)) {
    channels.push(channel);
    add(index, whole, [{ is: 'channel', channel }], '');
  }
  // Cards of failed orders say “Not paid”, too.
  for (const { 0: written, index } of rest.matchAll(NOT_PAID))
    add(index, written, [{ is: 'state', states: [...UNPAID, 'failed', 'not_sent'] }], 'not paid');
  for (const { text: email, start } of emailsIn(rest))
    add(start, email, [{ is: 'email', text: email }], email);
  for (const { index, written, beforeYear, read } of findDays(rest, here)) {
    if (!read.ok) {
      fault ??= read.fault;
      continue;
    }
    const { firstDay, lastDay, name } = read.value;
    const days = [...new Set([firstDay, lastDay])].map(dayWithYear).join(' to ');
    for (const part of dayParts(written, beforeYear, read.value, here))
      add(index + part.start, part.text, part.meanings, name ? written.toLowerCase() : days);
  }
  for (const { start, end, text: written } of findPhones(rest)) {
    // A number without its country code may be of Kenya and of Uganda.
    const read = [parseContact(written, 'KE'), parseContact(written, 'UG')];
    const numbers = [...new Set(read.filter((number) => number !== undefined))];
    if (!numbers[0]) continue;
    const digits = written.replace(/\D/g, '');
    const meanings: Meaning[] = [
      ...numbers.map((msisdn) => ({ is: 'number', msisdn }) as const),
      ...localMeaning(digits),
      { is: 'account', text: digits },
    ];
    add(start, rest.slice(start, end), meanings, `number ${maskMsisdn(numbers[0])}`);
  }
  return { pieces, agents, channels, fault };
}

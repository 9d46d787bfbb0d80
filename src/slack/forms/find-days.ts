// Finds days, weeks and months in the words of a search, in the ways in which people write them: "yesterday", "22 Nov",
// "22/11/2026", "this week", "2026-11-01..today". Each is put into the words that a report's period is read from.

import type { Result } from '#lib/result.ts';
import { dayOf, isDay } from '#lib/time.ts';
import { addDays } from '#orders/recurrence.ts';
import { type Period, type PeriodFault, readPeriod } from '#payments/reports/period.ts';

/**
 * Where it stands, as it was written, and which days it is. `beforeYear`: what stands before a year of its own, as “June” in
 * “June 2000”; undefined in a range.
 */
export type FoundDays = {
  readonly index: number;
  readonly written: string;
  readonly beforeYear: string | undefined;
  readonly read: Result<Period, PeriodFault>;
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const ISO = String.raw`\d{4}-\d\d(?:-\d\d)?`;
/** As it is written in East Africa: the day first. */
const NUMBERS = String.raw`\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d\d)`;
const YEAR = String.raw`(?:,?\s+20\d\d(?![\d,.]*\d))?`;
/** Of two full stops behind a month none is its own: they lead to the last day. */
const DAY_FIRST = String.raw`\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH})\b(?:\.(?!\.))?${YEAR}`;
const MONTH_FIRST = String.raw`(?:${MONTH})\.?\s+\d{1,2}(?:st|nd|rd|th)?(?![\d,.]*\d)${YEAR}`;
const MONTH_ALONE = String.raw`(?:${MONTH})\.?\s+20\d\d(?![\d,.]*\d)`;
const ONE = ['today', 'yesterday', ISO, NUMBERS, DAY_FIRST, MONTH_FIRST, MONTH_ALONE].join('|');
const SEPARATOR = String.raw`\s*(?:\.{2,3}|…|[–—]|\b(?:to|until|till)\b)\s*`;
const DAYS = new RegExp(
  String.raw`(?<![\p{L}\p{N}/.-])(?:(?:this|last)\s+(?:week|month)|(?:${ONE})(?:${SEPARATOR}(?:${ONE}))?)(?![\p{L}\p{N}/-])`,
  'giu',
);

/** `now` in milliseconds since the epoch. */
export function findDays(text: string, { now, timeZone }: { now: number; timeZone: string }): FoundDays[] {
  const today = dayOf(now, timeZone);
  return [...text.matchAll(DAYS)].flatMap(({ 0: written, index }) => {
    const isNamed = /^(?:(?:this|last)\s+\p{L}+|today|yesterday)$/iu.test(written);
    const ends = isNamed
      ? [written]
      : written.split(new RegExp(SEPARATOR, 'iu')).map((end) => isoOf(end, today));
    // Three numbers that no calendar has, such as 12/34/56, are a code or an account.
    if (ends.includes(undefined)) return [];
    const read = readPeriod(ends.join('..'), { now, timeZone, maxDays: Number.POSITIVE_INFINITY });
    const beforeYear = ends.length === 1 ? BEFORE_YEAR.exec(written)?.[1] : undefined;
    return [{ index, written, beforeYear, read }];
  });
}

const BEFORE_YEAR = /^(.*[^,\s]),?\s+20\d\d$/;

/** yyyy-MM-dd or yyyy-MM. Undefined for numbers that are no day; a day of a named month is not compared with the calendar. */
function isoOf(end: string, today: string): string | undefined {
  const word = end.toLowerCase();
  if (word === 'today') return today;
  if (word === 'yesterday') return addDays(today, -1);
  if (new RegExp(`^${ISO}$`).test(word)) return word;
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/.exec(word);
  if (numbers) return dayOfNumbers(numbers);
  const year = /\d{4}$/.exec(word)?.[0];
  const month = twoDigits(MONTHS.findIndex((name) => new RegExp(`(?<![a-z])${name}`).test(word)) + 1);
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(word)?.[0];
  if (day === undefined) return year && `${year}-${month}`;
  return year ? `${year}-${month}-${twoDigits(day)}` : lastSuch(`${month}-${twoDigits(day)}`, today);
}

/** The day first, and the other way round where only that is a day. */
function dayOfNumbers([, first = '', , second = '', written = '']: RegExpExecArray): string | undefined {
  const year = written.length === 2 ? `20${written}` : written;
  const days = [
    [second, first],
    [first, second],
  ].map(([month = '', day = '']) => `${year}-${twoDigits(month)}-${twoDigits(day)}`);
  return days.find(isDay);
}

/** The last such day that has begun. */
function lastSuch(monthAndDay: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const own = `${year}-${monthAndDay}`;
  return own <= today ? own : `${year - 1}-${monthAndDay}`;
}

function twoDigits(number: string | number): string {
  return String(number).padStart(2, '0');
}

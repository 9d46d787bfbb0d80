// Reads the period of a report from what a person typed, for slack/report/report.ts. Days begin at midnight in the time zone of
// the settings.

import type { Result } from '#lib/result.ts';
import { dayOf, isDay, momentOf, startOfDay, timeOfDay } from '#lib/time.ts';
import { closingTime } from '#orders/entries.ts';
import { addDays } from '#orders/recurrence.ts';

/** Moments in milliseconds since the epoch, `to` excluded; days yyyy-MM-dd, both included. `name`: the typed word. */
export type Period = {
  readonly from: number;
  readonly to: number;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name?: PeriodName;
  /** What it is one of; `days` for any other number of days. */
  readonly unit: 'day' | 'week' | 'month' | 'days';
};
export type PeriodName = 'today' | 'yesterday' | 'week' | 'month' | 'last week' | 'last month';

export type PeriodFault = 'not_understood' | 'no_such_day' | 'backwards' | 'too_long' | 'not_begun';

export const MAX_DAYS = 366;

/**
 * `today` (also for no words), `yesterday`, `week` (since Monday), `month` (since the first), `last week`, `last month`, a day
 * (yyyy-MM-dd), a month (yyyy-MM, `november`, `nov 2025`; without a year the newest that has begun), or two days or months with `..`, `to` or a hyphen between them. `now` in milliseconds since
 * the epoch.
 */
export function readPeriod(
  words: string,
  { now, timeZone, maxDays = MAX_DAYS }: { now: number; timeZone: string; maxDays?: number },
): Result<Period, PeriodFault> {
  const text =
    words
      .trim()
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/^this /, '') || 'today';
  const today = dayOf(now, timeZone);
  const named = daysNamed(text, today);
  if (named) return { ok: true, value: { ...periodOf(named.days, timeZone, named.unit), name: named.name } };

  const [start = '', end = start, ...more] = text
    .split(SEPARATOR)
    .map((part) => monthNamed(part, today) ?? part);
  if (more.length > 0 || !DAY_OR_MONTH.test(start) || !DAY_OR_MONTH.test(end))
    return { ok: false, fault: 'not_understood' };
  const [first, last] = [daysOf(start), daysOf(end)];
  if (!first || !last) return { ok: false, fault: 'no_such_day' };
  const days: Days = [first[0], last[1]];
  const fault = faultOf(days, today, maxDays);
  return fault
    ? { ok: false, fault }
    : { ok: true, value: periodOf(days, timeZone, unitOf(start, end, days)) };
}

/**
 * What a period is compared with: the day, the week, the month or as many days before it. Of a period that is not over, as
 * much of the one before as has passed of it: `until` (ms) is then the moment up to which entries count, when clocks showed
 * the same time of day as now. Undefined: all of it, also entries whose day was another time zone's and ended later.
 */
export function periodBefore(
  period: Period,
  { now, timeZone }: { now: number; timeZone: string },
): Period & { readonly until: number | undefined } {
  const before = periodOf(daysBefore(period), timeZone, period.unit);
  const isOver = period.to <= now;
  if (isOver && isWholeUnit(period)) return { ...before, until: undefined };
  const today = isOver ? addDays(period.lastDay, 1) : dayOf(now, timeZone);
  const day = addDays(before.firstDay, countDays(period.firstDay, today) - 1);
  const until = isOver ? startOfDay(day, timeZone) : sameTimeOn(day, now, timeZone);
  return { ...before, until: until < before.to ? until : undefined };
}

/** The moment (ms) of `day` at which clocks show the same time as at `at`; where they skip it, the end of the gap. */
function sameTimeOn(day: string, at: number, timeZone: string): number {
  const moment = momentOf(day, timeOfDay(at, timeZone), timeZone);
  return moment + (at % MINUTE_MS);
}

const MINUTE_MS = 60_000;

/** The first day of the period that still takes payments at `now` (ms); undefined when all its days are closed. */
export function firstOpenDay(
  { firstDay, lastDay }: Pick<Period, 'firstDay' | 'lastDay'>,
  { now, timeZone }: { now: number; timeZone: string },
): string | undefined {
  const yesterday = addDays(dayOf(now, timeZone), -1);
  const isOpen = (day: string) => day >= firstDay && day <= lastDay && closingTime(day, timeZone) > now;
  return [yesterday, addDays(yesterday, 1)].find(isOpen);
}

/** False for a week or a month up to the day on which it was asked for. */
function isWholeUnit({ firstDay, lastDay, unit }: Period): boolean {
  if (unit === 'week') return countDays(firstDay, lastDay) === 7;
  return unit !== 'month' || lastDay === lastOfMonth(firstDay);
}

type Days = readonly [first: string, last: string];

/** A day or a month. */
const DAY_OR_MONTH = /^\d{4}-\d{2}(-\d{2})?$/;

/**
 * Also what keyboards make of dots and hyphens: an ellipsis or a dash. A hyphen parts two days where a blank stands beside it
 * or a year follows, because days have hyphens themselves.
 */
const SEPARATOR = /\s*(?:\.{2,3}|…|–|—|\bto\b)\s*|\s+--?\s*|\s*--?\s+|-(?=\d{4}-)/;

type Named = { readonly name: PeriodName; readonly days: Days; readonly unit: Period['unit'] };

function daysNamed(word: string, today: string): Named | undefined {
  const monday = mondayOf(today);
  const first = firstOfMonth(today);
  const yesterday = addDays(today, -1);
  const all: readonly Named[] = [
    { name: 'today', days: [today, today], unit: 'day' },
    { name: 'yesterday', days: [yesterday, yesterday], unit: 'day' },
    { name: 'week', days: [monday, today], unit: 'week' },
    { name: 'last week', days: [addDays(monday, -7), addDays(monday, -1)], unit: 'week' },
    { name: 'month', days: [first, today], unit: 'month' },
    { name: 'last month', days: [firstOfMonth(addDays(first, -1)), addDays(first, -1)], unit: 'month' },
  ];
  return all.find(({ name }) => name === word);
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** "november", "nov.", "sept 2025" → yyyy-MM; undefined for anything else. */
function monthNamed(words: string, today: string): string | undefined {
  const [, name = '', year] = /^(\p{L}{3,})\.?,?(?: (\d{4}))?$/u.exec(words) ?? [];
  const month = MONTHS.findIndex((one) => name !== '' && one.startsWith(name)) + 1;
  if (month === 0) return undefined;
  const monthOf = (written: number | string) => `${written}-${String(month).padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  return monthOf(year ?? (monthOf(thisYear) <= today ? thisYear : thisYear - 1));
}

function unitOf(start: string, end: string, [first, last]: Days): Period['unit'] {
  if (start === end && start.length === 'yyyy-mm'.length) return 'month';
  return first === last ? 'day' : 'days';
}

function daysBefore({ firstDay, lastDay, unit }: Period): Days {
  const last = addDays(firstDay, -1);
  if (unit === 'month') return [firstOfMonth(last), last];
  if (unit === 'week') return [addDays(firstDay, -7), last];
  return [addDays(firstDay, -countDays(firstDay, lastDay)), last];
}

function daysOf(written: string): Days | undefined {
  const first = written.length === 'yyyy-mm'.length ? `${written}-01` : written;
  if (!isDay(first)) return undefined;
  return [first, first === written ? first : lastOfMonth(first)];
}

function faultOf([first, last]: Days, today: string, maxDays: number): PeriodFault | undefined {
  if (last < first) return 'backwards';
  if (first > today) return 'not_begun';
  return countDays(first, last) > maxDays ? 'too_long' : undefined;
}

function periodOf([firstDay, lastDay]: Days, timeZone: string, unit: Period['unit']): Period {
  return {
    from: startOfDay(firstDay, timeZone),
    to: startOfDay(addDays(lastDay, 1), timeZone),
    firstDay,
    lastDay,
    unit,
  };
}

/** How many days these are, both included. */
export function countDays(first: string, last: string): number {
  // In UTC all days have the same length.
  return (Date.parse(last) - Date.parse(first)) / (24 * 60 * 60_000) + 1;
}

/** The Monday of its week. */
export function mondayOf(day: string): string {
  return addDays(day, -daysSinceMonday(day));
}

export function daysSinceMonday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
}

// Reads the period of a report from what a person typed, for slack/tasks/report.ts. Days begin at midnight in the time zone of
// the settings.
import { dayOf, isDay, startOfDay } from '#lib/days.ts';
import type { Result } from '#lib/result.ts';

/** Moments in milliseconds since the epoch, `to` excluded; days yyyy-MM-dd, both included. `name`: the typed word. */
export type Period = {
  readonly from: number;
  readonly to: number;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name?: PeriodName;
};
export type PeriodName = 'today' | 'yesterday' | 'week' | 'month';

export type PeriodFault = 'not_understood' | 'no_such_day' | 'backwards' | 'too_long' | 'not_begun';

export const MAX_DAYS = 366;

/**
 * `today` (also for no words), `yesterday`, `week` (since Monday), `month` (since the first), a day (yyyy-MM-dd), a month
 * (yyyy-MM), or two days or months with `..` between them. `now` in milliseconds since the epoch.
 */
export function readPeriod(
  words: string,
  { now, timeZone, maxDays = MAX_DAYS }: { now: number; timeZone: string; maxDays?: number },
): Result<Period, PeriodFault> {
  const text =
    words
      .trim()
      .toLowerCase()
      .replace(/^this\s+/, '') || 'today';
  const today = dayOf(now, timeZone);
  const named = daysNamed(text, today);
  if (named) return { ok: true, value: periodOf(named, timeZone, text as PeriodName) };

  const [start = '', end = start, ...more] = text.split(SEPARATOR);
  if (more.length > 0 || !DAY_OR_MONTH.test(start) || !DAY_OR_MONTH.test(end))
    return { ok: false, fault: 'not_understood' };
  const [first, last] = [daysOf(start), daysOf(end)];
  if (!first || !last) return { ok: false, fault: 'no_such_day' };
  const days: Days = [first[0], last[1]];
  const fault = faultOf(days, today, maxDays);
  return fault ? { ok: false, fault } : { ok: true, value: periodOf(days, timeZone) };
}

type Days = readonly [first: string, last: string];

/** A day or a month. */
const DAY_OR_MONTH = /^\d{4}-\d{2}(-\d{2})?$/;

/** Also what keyboards make of dots and hyphens: an ellipsis or a dash. */
const SEPARATOR = /\s*(?:\.{2,3}|…|–|—|\bto\b)\s*/;

function daysNamed(word: string, today: string): Days | undefined {
  if (word === 'today') return [today, today];
  if (word === 'yesterday') return [plusDays(today, -1), plusDays(today, -1)];
  if (word === 'week') return [plusDays(today, -daysSinceMonday(today)), today];
  if (word === 'month') return [`${today.slice(0, 7)}-01`, today];
  return undefined;
}

function daysOf(written: string): Days | undefined {
  const first = written.length === 'yyyy-mm'.length ? `${written}-01` : written;
  if (!isDay(first)) return undefined;
  return [first, first === written ? first : lastOfMonth(first)];
}

function faultOf([first, last]: Days, today: string, maxDays: number): PeriodFault | undefined {
  if (last < first) return 'backwards';
  if (first > today) return 'not_begun';
  return (utc(last) - utc(first)) / DAY_MS + 1 > maxDays ? 'too_long' : undefined;
}

function periodOf([firstDay, lastDay]: Days, timeZone: string, name?: PeriodName): Period {
  const period = {
    from: startOfDay(firstDay, timeZone),
    to: startOfDay(plusDays(lastDay, 1), timeZone),
    firstDay,
    lastDay,
  };
  return name ? { ...period, name } : period;
}

/** Calendar days are counted in UTC, where all have the same length. */
const DAY_MS = 24 * 60 * 60_000;

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function plusDays(day: string, days: number): string {
  return new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysSinceMonday(day: string): number {
  return (new Date(utc(day)).getUTCDay() + 6) % 7;
}

function lastOfMonth(day: string): string {
  const nextMonth = plusDays(`${day.slice(0, 7)}-28`, 4);
  return plusDays(`${nextMonth.slice(0, 7)}-01`, -1);
}

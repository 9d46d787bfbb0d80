// The calendar of a recurring order: on which days the provider may be expected to charge the customer. The provider keeps
// the real calendar and shows it to nobody, so this is what SPEC.md, subscription_details lets us expect. Pure. Days are
// texts, yyyy-MM-dd, which sort like the days themselves.
import type { Frequency } from '#provider/limits.ts';
import type { Recurring } from './order.ts';

type Calendar = Pick<Recurring, 'startDay' | 'endDay' | 'frequency'>;

const DAY_MS = 24 * 60 * 60_000;

const STEPS = {
  DAILY: { days: 1, months: 0 },
  WEEKLY: { days: 7, months: 0 },
  MONTHLY: { days: 0, months: 1 },
  QUARTERLY: { days: 0, months: 3 },
  YEARLY: { days: 0, months: 12 },
} satisfies Record<Frequency, { days: number; months: number }>;

/** How many days are expected from the first day to the last. */
export function countExpectedDays(calendar: Calendar): number {
  return countUntil(calendar, calendar.endDay);
}

/** The first expected day after `day`; undefined when there is none any more. */
export function nextExpectedDay(calendar: Calendar, day: string): string | undefined {
  const index = countUntil(calendar, day);
  return index < countExpectedDays(calendar) ? expectedDay(calendar, index) : undefined;
}

/** The last expected day up to and including `day`; undefined when the first is later. */
export function lastExpectedDay(calendar: Calendar, day: string): string | undefined {
  const count = countUntil(calendar, day);
  return count > 0 ? expectedDay(calendar, count - 1) : undefined;
}

/** `day` moved by so many days, which may be negative. */
export function addDays(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * DAY_MS);
}

/**
 * The expected day with this number; 0 is the first. Each is counted from the first day, so that 31 Jan, 28 Feb is
 * followed by 31 Mar and not by 28 Mar.
 */
function expectedDay({ startDay, frequency }: Calendar, index: number): string {
  const { days, months } = STEPS[frequency];
  if (days > 0) return addDays(startDay, index * days);
  const { year, month, dayOfMonth } = partsOf(startDay);
  const monthIndex = month - 1 + index * months;
  // Day 0 of the next month is the last of this one.
  const lastOfMonth = new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  return isoDay(Date.UTC(year, monthIndex, Math.min(dayOfMonth, lastOfMonth)));
}

/** How many expected days there are up to and including `day`. */
function countUntil(calendar: Calendar, day: string): number {
  const { startDay, endDay, frequency } = calendar;
  const until = day < endDay ? day : endDay;
  if (until < startDay) return 0;
  const { days, months } = STEPS[frequency];
  if (days > 0) return Math.floor((Date.parse(until) - Date.parse(startDay)) / DAY_MS / days) + 1;
  const [start, end] = [partsOf(startDay), partsOf(until)];
  const index = Math.floor(((end.year - start.year) * 12 + end.month - start.month) / months);
  return expectedDay(calendar, index) <= until ? index + 1 : index;
}

function partsOf(day: string): { year: number; month: number; dayOfMonth: number } {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return { year, month, dayOfMonth };
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

// When a channel's digest is due, and the time that it covers. Pure. A digest is due at a time of day as clocks in the time zone
// of the settings show it: where they skip that time, at the minute after the gap; where it comes twice, the first time.
import { dayOf, momentOf } from '#lib/time.ts';
import { addDays } from '#orders/recurrence.ts';
import { daysSinceMonday } from './period.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `time` is HH:mm. Without `weekday` the digest is daily, with it weekly. */
export type DigestSchedule = { readonly time: string; readonly weekday?: Weekday };

/** Moments in milliseconds since the epoch, `to` excluded. */
export type Moments = { readonly from: number; readonly to: number };

/** How far a day is looked for: two weeks, and two days for zones that have skipped one. */
const REACH_DAYS = 16;

/** The latest moment at which the digest was due, `now` included. */
export function lastDue(schedule: DigestSchedule, now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  for (let back = -1; back <= REACH_DAYS; back += 1) {
    const due = dueOn(addDays(today, -back), schedule, timeZone);
    if (due !== undefined && due <= now) return due;
  }
  throw new Error(`no day has ${schedule.time} in ${timeZone}`);
}

/** The first moment after `now` at which the digest is due. */
export function nextDue(schedule: DigestSchedule, now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  for (let ahead = -1; ahead <= REACH_DAYS; ahead += 1) {
    const due = dueOn(addDays(today, ahead), schedule, timeZone);
    if (due !== undefined && due > now) return due;
  }
  throw new Error(`no day has ${schedule.time} in ${timeZone}`);
}

/**
 * What the digest of `due` covers: from the digest before it, so that nothing falls between two of them when clocks are moved
 * either. `before` is the span that it is compared with.
 */
export function spansOf(
  schedule: DigestSchedule,
  due: number,
  timeZone: string,
): { readonly span: Moments; readonly before: Moments } {
  const from = lastDue(schedule, due - 1, timeZone);
  return {
    span: { from, to: due },
    before: { from: lastDue(schedule, from - 1, timeZone), to: from },
  };
}

/** When the digest is due on that day, if at all. */
function dueOn(day: string, { time, weekday }: DigestSchedule, timeZone: string): number | undefined {
  if (weekday !== undefined && WEEKDAYS[daysSinceMonday(day)] !== weekday) return undefined;
  return momentOf(day, time, timeZone);
}

// Calendar days (text, yyyy-MM-dd) and the moments (milliseconds since the epoch) at which they begin.
import { clockFace, momentOf } from './zoned-time.ts';

/** Where the service keeps its calendar: UTC+3 all year. */
export const EAST_AFRICA = 'Africa/Nairobi';

/** True for a day that exists, in the form yyyy-MM-dd: false for "2026-02-30". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** The moment at which `isoDay` begins: after midnight where clocks skip that. */
export function startOfDay(isoDay: string, timeZone: string = EAST_AFRICA): number {
  return momentOf(isoDay, '00:00', timeZone);
}

/** The calendar day of a moment, such as "2026-11-21". */
export function dayOf(at: number, timeZone: string = EAST_AFRICA): string {
  return clockFace(at, timeZone).slice(0, 10);
}

/** "21 Nov", with the year where it is not that of `reader`, a day as well. */
export function shortDay(isoDay: string, reader: string): string {
  const isSameYear = isoDay.slice(0, 4) === reader.slice(0, 4);
  return isSameYear ? inWords(isoDay, DAY_AND_MONTH) : dayWithYear(isoDay);
}

/** "21 Nov 2026" */
export function dayWithYear(isoDay: string): string {
  return inWords(isoDay, { ...DAY_AND_MONTH, year: 'numeric' });
}

const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const;

/** A day, or a month (yyyy-MM), in the parts that `format` names. */
export function inWords(isoDay: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' }).format(Date.parse(isoDay));
}

/** The time of day of a moment, such as "14:05". */
export function timeOfDay(at: number, timeZone: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}

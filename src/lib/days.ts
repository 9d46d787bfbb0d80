// Calendar days, written yyyy-MM-dd, and the moments at which they begin.
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';

/** East Africa Time: UTC+3 all year. Named by zone so that the library, not arithmetic, keeps it true. */
const EAST_AFRICA = 'Africa/Nairobi';

/** True for a day of the calendar in the form yyyy-MM-dd: "2026-02-30" is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** The moment at which `isoDay` begins in East Africa, where the service keeps its calendar. */
export function startOfDay(isoDay: string, timeZone: string = EAST_AFRICA): number {
  return fromZonedTime(`${isoDay}T00:00:00`, timeZone).getTime();
}

/** The calendar day of a moment, "2026-11-21", in East Africa unless told otherwise. */
export function dayOf(at: number, timeZone: string = EAST_AFRICA): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}

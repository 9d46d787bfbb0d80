// The service writes time in four ways; each is read here and nowhere else.
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { toDate } from 'date-fns-tz/toDate';

/** East Africa Time: UTC+3 all year. Named by zone so that the library, not arithmetic, keeps it true. */
const EAST_AFRICA = 'Africa/Nairobi';

/**
 * A transaction's `created_date`: East Africa Time without designator, any number of fraction digits
 * (SPEC.md, Transaction record). A designator, should one appear, is obeyed. Undefined when unreadable.
 */
export function parseEastAfricaTime(text: string): number | undefined {
  return parse(text, EAST_AFRICA);
}

/**
 * Token expiry and registration dates: UTC, with up to seven fraction digits, with or without Z
 * (SPEC.md, Access token response and IPN registration response). Undefined when unreadable.
 */
export function parseUtcTime(text: string): number | undefined {
  return parse(text, 'UTC');
}

/** A calendar day "2026-11-21" in the service's own form "21-11-2026" (SPEC.md, subscription_details). */
export function toServiceDay(isoDay: string): string {
  const [year, month, day] = isoDay.split('-');
  return `${day}-${month}-${year}`;
}

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

function parse(text: string, timeZone: string): number | undefined {
  // Seven fraction digits are more than a parser must accept, and more than a millisecond clock can hold.
  const whole = text.trim().replace(/(\.\d{3})\d+/, '$1');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(whole)) return undefined;
  const at = toDate(whole, { timeZone }).getTime();
  return Number.isNaN(at) ? undefined : at;
}

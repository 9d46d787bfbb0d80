// The service writes dates and times in four ways; each is read or written here and nowhere else.
import { toDate } from 'date-fns-tz/toDate';

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

function parse(text: string, timeZone: string): number | undefined {
  // Seven fraction digits are more than a parser must accept, and more than a millisecond clock can hold.
  const whole = text.trim().replace(/(\.\d{3})\d+/, '$1');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(whole)) return undefined;
  const at = toDate(whole, { timeZone }).getTime();
  return Number.isNaN(at) ? undefined : at;
}

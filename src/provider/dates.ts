// The provider's four ways of writing dates and times, read and written here and nowhere else. Moments are milliseconds
// since the epoch.
import { toDate } from 'date-fns-tz/toDate';
import { EAST_AFRICA } from '#lib/time.ts';

/**
 * Reads a transaction's `created_date`: East Africa Time without a time zone, any number of fraction digits
 * (SPEC.md, Transaction record). If a time zone is there, it counts. Undefined when unreadable.
 */
export function parseEastAfricaTime(text: string): number | undefined {
  return parse(text, EAST_AFRICA);
}

/**
 * Reads token expiry and registration dates: UTC, up to seven fraction digits, with or without Z
 * (SPEC.md, Access token response and IPN registration response). Undefined when unreadable.
 */
export function parseUtcTime(text: string): number | undefined {
  return parse(text, 'UTC');
}

/** "2026-11-21" → "21-11-2026" (SPEC.md, subscription_details). */
export function toProviderDay(isoDay: string): string {
  const [year, month, day] = isoDay.split('-');
  return `${day}-${month}-${year}`;
}

/** "21-11-2026" → "2026-11-21"; '' for any other text. */
export function fromProviderDay(providerDay: string): string {
  const found = /^(\d{2})-(\d{2})-(\d{4})$/.exec(providerDay);
  return found ? `${found[3]}-${found[2]}-${found[1]}` : '';
}

/** The provider did not exist then; its platform writes 0001-01-01T00:00:00 where there is no date. */
const EARLIEST = Date.UTC(2000, 0, 1);

function parse(text: string, timeZone: string): number | undefined {
  // The parser and the clock know milliseconds only: the provider's further fraction digits are cut off.
  const toMilliseconds = text.trim().replace(/(\.\d{3})\d+/, '$1');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(toMilliseconds)) return undefined;
  const at = toDate(toMilliseconds, { timeZone }).getTime();
  return at >= EARLIEST ? at : undefined;
}

// Times that Slack cannot show each reader in their own zone, in a form, a plain text or a rule: in the zone of the setting
// TIME_ZONE, which is named beside them.
import { timeOfDay } from '#lib/time.ts';

/** The time of day of a moment (ms): "14:05 (Nairobi)". */
export function clockTime(at: number, timeZone: string): string {
  return `${timeOfDay(at, timeZone)} (${placeOf(timeZone)})`;
}

/** The city that the zone is named after, as people say where a clock is; else the zone's name. */
export function placeOf(timeZone: string): string {
  // The database names these the other way around than people do: clocks of Etc/GMT-3 are three hours ahead of GMT.
  const [, sign, hours = ''] = /^etc\/gmt([+-])(\d+)$/i.exec(timeZone) ?? [];
  if (sign) return Number(hours) === 0 ? 'GMT' : `GMT${sign === '-' ? '+' : '-'}${hours}`;
  const [region = '', ...places] = timeZone.split('/');
  const isPlace = places.length > 0 && !/^etc$/i.test(region);
  return isPlace ? (places.at(-1) ?? '').replaceAll('_', ' ') : timeZone.replace(/^etc\//i, '');
}

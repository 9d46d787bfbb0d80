// Says whose phone number was typed: a number without its country code is of the country of the currency beside it.
import type { Msisdn } from '#lib/msisdn.ts';
import { isLocal, networkOf } from '#provider/networks.ts';

export type Country = 'KE' | 'UG';

/** The number as the form's own reader understands it in that country; undefined where it is none there. */
type ReadIn = (text: string, country: Country) => Msisdn | undefined;

/**
 * `which_country`: the number is another country's than the currency's, or the country's networks do not have it and the
 * other's have; it is then asked about, because the same digits may be a stranger's number. Without a currency that decides,
 * a number that Kenya has is Kenyan.
 */
export function readOwner(
  text: string,
  currency: string | undefined,
  readIn: ReadIn,
): Msisdn | 'which_country' | undefined {
  const home: Country = currency === 'UGX' ? 'UG' : 'KE';
  const own = readIn(text, home);
  const other = readIn(text, home === 'KE' ? 'UG' : 'KE');
  const isDecided = isLocal(text) && (currency === 'UGX' || currency === 'KES');
  if (!isDecided || !other) return own ?? other;
  return own && (networkOf(own) || !networkOf(other)) ? own : 'which_country';
}

export function countryOf(msisdn: Msisdn): Country {
  return msisdn.startsWith('256') ? 'UG' : 'KE';
}

// Says whose phone number was typed: one without its country code is of the country of the currency beside it, else of the
// merchant's.
import { type Msisdn, parseContact, parseMsisdn } from '#lib/msisdn.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '#provider/methods.ts';
import { isLocal, networkOf } from '#provider/networks.ts';

export type Country = 'KE' | 'UG';

/** The currencies that say in which country numbers are at home. */
export const HOME_CURRENCIES = ['KES', 'UGX'] as const;
export type HomeCurrency = (typeof HOME_CURRENCIES)[number];

/** The number as the form's own reader understands it in that country; undefined where it is none there. */
type ReadIn = (text: string, country: Country) => Msisdn | undefined;

/** Where numbers without a country code are at home. `currency`: that of the amount, if it was named. */
export function homeCountry(currency: string | undefined, defaultCurrency: string): Country {
  const named = currency === 'KES' || currency === 'UGX' ? currency : defaultCurrency;
  return named === 'UGX' ? 'UG' : 'KE';
}

/**
 * `which_country`: the home country does not have the number, or none of its networks does and one of the other country's
 * has; it is then asked about, because the same digits may be a stranger's number.
 */
export function readOwner(text: string, home: Country, readIn: ReadIn): Msisdn | 'which_country' | undefined {
  const own = readIn(text, home);
  const other = readIn(text, home === 'KE' ? 'UG' : 'KE');
  if (!isLocal(text) || !other) return own ?? other;
  return own && (networkOf(own) || !networkOf(other)) ? own : 'which_country';
}

/** As readOwner, for a number that is to get a prompt. */
export function readPromptOwner(text: string, home: Country): Msisdn | 'which_country' | undefined {
  return readOwner(text, home, (typed, country) => {
    const read = parseMsisdn(typed, country);
    return read.ok ? read.value : undefined;
  });
}

/**
 * As readOwner, for the customer of a link, who may be of any country. `any_country`: the digits are another number in the country
 * of the amount's currency, whose code begins with that country's (ISO 4217).
 */
export function readContactOwner(
  text: string,
  home: Country,
  currency: string,
): ReturnType<typeof readOwner> | 'any_country' {
  const owner = readOwner(text, home, parseContact);
  const theirs = isLocal(text) ? parseContact(text, currency.slice(0, 2)) : undefined;
  return theirs && theirs !== owner && owner !== 'which_country' ? 'any_country' : owner;
}

export function countryOf(msisdn: Msisdn): Country {
  return msisdn.startsWith('256') ? 'UG' : 'KE';
}

/** Whether a method may reach the number: a mobile number of a country that one serves, of any network but a foreign one. */
export function isPromptable(msisdn: Msisdn): boolean {
  const network = networkOf(msisdn);
  return PAYMENT_METHOD_NAMES.some(
    (method) => parseMsisdn(`+${msisdn}`, PAYMENT_METHODS[method].country).ok && (!network || network.method),
  );
}

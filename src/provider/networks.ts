// Which mobile network a number's prefix belongs to, and which payment method reaches it. Only a hint: in Kenya people keep
// their number when they change the network.
import { type Msisdn, parseMsisdn, plainNumber } from '#lib/msisdn.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS, type PaymentMethod } from './methods.ts';

/** `method` is undefined where no method reaches the network. */
export type Network = { readonly name: string; readonly method: PaymentMethod | undefined };

type Range = readonly [first: number, last: number];

/** The three digits after the country code, as the regulators have assigned them. */
const NETWORKS: readonly (Network & { countryCode: string; ranges: readonly Range[] })[] = [
  {
    name: 'Safaricom',
    method: 'MpesaKE',
    countryCode: '254',
    ranges: [
      [700, 729], [740, 743], [745, 746], [748, 748], [757, 759], [768, 769], [790, 799], [110, 115],
    ], // biome-ignore format: one list reads better than eight lines
  },
  {
    name: 'Airtel Kenya',
    method: 'AirtelKE',
    countryCode: '254',
    ranges: [
      [730, 739], [750, 756], [762, 762], [780, 789], [100, 106],
    ], // biome-ignore format: one list reads better than five lines
  },
  { name: 'Telkom Kenya', method: undefined, countryCode: '254', ranges: [[770, 779]] },
  { name: 'Equitel', method: undefined, countryCode: '254', ranges: [[763, 766]] },
  {
    name: 'Airtel Uganda',
    method: 'AirtelUG',
    countryCode: '256',
    ranges: [
      [700, 709],
      [740, 759],
    ],
  },
  {
    name: 'MTN Uganda',
    method: undefined,
    countryCode: '256',
    ranges: [
      [390, 399],
      [760, 789],
    ],
  },
];

/** Undefined where the prefix is nobody's that we know. */
export function networkOf(msisdn: Msisdn): Network | undefined {
  const prefix = Number(msisdn.slice(3, 6));
  const found = NETWORKS.find(
    ({ countryCode, ranges }) =>
      msisdn.startsWith(countryCode) && ranges.some(([first, last]) => first <= prefix && prefix <= last),
  );
  return found && { name: found.name, method: found.method };
}

/**
 * The network that the number seems to belong to, where `method` does not reach it; undefined where all is well or nothing
 * is known. Its own `method` is the one to choose instead; where that is undefined, only a link reaches this customer.
 */
export function networkMismatch(msisdn: Msisdn, method: PaymentMethod): Network | undefined {
  const network = networkOf(msisdn);
  return network && network.method !== method ? network : undefined;
}

/**
 * True when a number typed without its country code may be another country's: 0712345678 with Airtel Uganda, which would
 * become a stranger's +256 712 345 678. Its prefix is no network of that country that a method reaches, and the same digits
 * are a mobile number of a country that another method serves. Then only the country code says whose it is.
 */
export function localInOtherCountry(text: string, method: PaymentMethod): boolean {
  if (!isLocal(text)) return false;
  const { country } = PAYMENT_METHODS[method];
  const own = parseMsisdn(text, country);
  if (own.ok && networkOf(own.value)?.method) return false;
  return PAYMENT_METHOD_NAMES.map((name) => PAYMENT_METHODS[name].country).some(
    (other) => other !== country && parseMsisdn(text, other).ok,
  );
}

/** Written without its country code: 0712 345 678, 712345678. */
export function isLocal(typed: string): boolean {
  const text = plainNumber(typed);
  return /^[^+]*$/.test(text) && /^0?\d{9}$/.test(text.replace(/\D/g, ''));
}

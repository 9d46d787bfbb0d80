// The currencies that the service accepts, in its own order (SPEC.md, Order request).

export const CURRENCIES = [
  'KES', 'UGX', 'TZS', 'RWF', 'ZMW', 'MWK', 'ZWL', 'BWP', 'ZAR', 'NGN', 'GHS', 'ETB', 'EGP', 'MAD', 'XAF', 'XOF', 'BIF',
  'SOS', 'CDF', 'AOA', 'MZN', 'NAD', 'LSL', 'SZL', 'USD', 'GBP', 'EUR', 'JPY', 'CHF', 'CAD', 'AUD', 'CNY', 'INR', 'AED', 'SAR',
] as const; // biome-ignore format: one list reads better than thirty-five lines
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return (CURRENCIES as readonly string[]).includes(text);
}

/** As people write it, in one country or another: “sh”, “Ksh”, “USHS”. */
const SHILLINGS = /^[KUT]?SHS?$/;

/** The code of the currency that the word means, also as “Ksh” or “Ush.”. */
export function currencyOf(word: string | undefined): Currency | undefined {
  const upper = (word ?? '').toUpperCase().replace(/[.:]$/, '');
  if (isCurrency(upper)) return upper;
  if (!SHILLINGS.test(upper)) return undefined;
  return upper.startsWith('U') ? 'UGX' : upper.startsWith('T') ? 'TZS' : 'KES';
}

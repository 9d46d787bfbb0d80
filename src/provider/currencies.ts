// The currencies that the provider accepts, in its own order (SPEC.md, Order request).

export const CURRENCIES = [
  'KES', 'UGX', 'TZS', 'RWF', 'ZMW', 'MWK', 'ZWL', 'BWP', 'ZAR', 'NGN', 'GHS', 'ETB', 'EGP', 'MAD', 'XAF', 'XOF', 'BIF',
  'SOS', 'CDF', 'AOA', 'MZN', 'NAD', 'LSL', 'SZL', 'USD', 'GBP', 'EUR', 'JPY', 'CHF', 'CAD', 'AUD', 'CNY', 'INR', 'AED', 'SAR',
] as const; // biome-ignore format: one list reads better than thirty-five lines
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return (CURRENCIES as readonly string[]).includes(text);
}

/** As people write it, in one country or another: “sh”, “Ksh”, “USHS”. */
const SHILLINGS = /^([KUT]?)SHS?$/;
const SHILLINGS_OF: Readonly<Record<string, Currency>> = { K: 'KES', U: 'UGX', T: 'TZS' };
/** Those that people may call “sh”. */
const CALLED_SHILLINGS: readonly Currency[] = ['KES', 'UGX', 'TZS', 'SOS'];

/** Whose “sh” and “Shs” are: the first of `homes` that is a currency of shillings. */
export function shillingsOf(...homes: readonly string[]): Currency {
  const found = homes.map((home) => CALLED_SHILLINGS.find((code) => code === home));
  return found.find((code) => code !== undefined) ?? 'KES';
}

/** The code of the currency that the word means, also as “Ksh” or “Ush.”. `home`: the currency of those who write “sh” and “Shs”. */
export function currencyOf(word: string | undefined, home = 'KES'): Currency | undefined {
  const upper = (word ?? '').toUpperCase().replace(/[.:]$/, '');
  if (isCurrency(upper)) return upper;
  const whose = SHILLINGS.exec(upper)?.[1];
  if (whose === undefined) return undefined;
  return SHILLINGS_OF[whose] ?? shillingsOf(home);
}

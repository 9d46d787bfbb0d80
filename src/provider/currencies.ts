// The currencies that the service accepts, in its own order (SPEC.md, Order request).

export const CURRENCIES = [
  'KES', 'UGX', 'TZS', 'RWF', 'ZMW', 'MWK', 'ZWL', 'BWP', 'ZAR', 'NGN', 'GHS', 'ETB', 'EGP', 'MAD', 'XAF', 'XOF', 'BIF',
  'SOS', 'CDF', 'AOA', 'MZN', 'NAD', 'LSL', 'SZL', 'USD', 'GBP', 'EUR', 'JPY', 'CHF', 'CAD', 'AUD', 'CNY', 'INR', 'AED', 'SAR',
] as const; // biome-ignore format: one list reads better than thirty-five lines
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return (CURRENCIES as readonly string[]).includes(text);
}

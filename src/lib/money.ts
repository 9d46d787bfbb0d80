// Amounts of money as exact decimals in text. Sums never use floating point; JSON numbers occur only in the provider's
// requests and answers.
import type { Result } from './result.ts';

/** `amount` is a plain decimal without exponent, grouping or needless zeros: "1500", "0.5", "-3". */
export type Money = { readonly amount: string; readonly currency: string };

export type AmountFault = 'missing' | 'not_a_number' | 'not_positive' | 'too_many_decimals' | 'too_large';

/** Currencies without decimals by ISO 4217. Intl differs: it shows the Somali shilling without any. */
const NO_MINOR_UNIT = new Set(['UGX', 'RWF', 'XAF', 'XOF', 'BIF', 'JPY']);

/** A JSON number keeps 15 significant digits exactly; larger amounts are refused. */
const MAX_DIGITS = 15;

/** How many decimals the currency has. */
export function decimalsOf(currency: string): number {
  return NO_MINOR_UNIT.has(currency) ? 0 : 2;
}

/**
 * Reads an amount that a person typed: "1500", "1,500.50", " 1 500 ". No exponent, no sign, no currency. Commas and
 * blanks must group by three: "1,5" is refused, because it could mean 1.5 or 15, and so is "1.500", which is 1,500 to many.
 */
export function parseAmount(text: string, currency: string): Result<Money, AmountFault> {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, fault: 'missing' };
  if (/^-\s*[\d.,]+$/.test(trimmed)) return { ok: false, fault: 'not_positive' };
  if (!/^(\d+|\d{1,3}([, ]\d{3})+)(\.\d*)?$|^\.\d+$/.test(trimmed))
    return { ok: false, fault: 'not_a_number' };
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(trimmed)) return { ok: false, fault: 'too_many_decimals' };
  const amount = canonical(trimmed.replace(/[, ]/g, ''));
  if (amount === '0') return { ok: false, fault: 'not_positive' };
  if (decimalsIn(amount) > decimalsOf(currency)) return { ok: false, fault: 'too_many_decimals' };
  if (amount.replace('.', '').length > MAX_DIGITS) return { ok: false, fault: 'too_large' };
  return { ok: true, value: { amount, currency } };
}

/**
 * Money as the provider reports it: a JSON number and a currency. Less than half a hundredth is taken for noise of the provider's
 * floating point, also where the currency has no decimals: UGX 4,999.6 is not UGX 5,000. Exactly half stays. Throws on what is
 * not a finite number.
 */
export function moneyOf(amount: number, currency: string): Money {
  if (!Number.isFinite(amount)) throw new RangeError('an amount must be a finite number');
  const exact = canonical(withoutExponent(amount.toString()));
  const hasNoise = decimalsIn(exact) > 2 && !/\.\d\d5$/.test(exact);
  return { amount: hasNoise ? canonical(amount.toFixed(2)) : exact, currency };
}

/** The JSON number for the provider (SPEC.md: `amount` is numeric). Exact up to 15 digits. */
export function toNumber(money: Money): number {
  return Number(money.amount);
}

/** True when both amount and currency are the same, or both are unknown. */
export function sameMoney(a: Money | undefined, b: Money | undefined): boolean {
  return a?.currency === b?.currency && a?.amount === b?.amount;
}

/** The exact sum of amounts of one currency; 0 for no amounts. Throws when one has another currency. */
export function sumMoney(currency: string, amounts: readonly Money[]): Money {
  const scale = Math.max(0, ...amounts.map((money) => decimalsIn(money.amount)));
  let total = 0n;
  for (const money of amounts) {
    if (money.currency !== currency) throw new RangeError(`cannot add ${money.currency} to ${currency}`);
    total += scaled(money.amount, scale);
  }
  return { amount: unscaled(total, scale), currency };
}

/** `from` less `amount`, which may be negative. Throws when they have different currencies. */
export function subtractMoney(from: Money, { amount, currency }: Money): Money {
  const negated = amount.startsWith('-') ? amount.slice(1) : canonical(`-${amount}`);
  return sumMoney(from.currency, [from, { amount: negated, currency }]);
}

/** True when `money` is more than `least`. Throws when they have different currencies. */
export function isMore(money: Money, least: Money): boolean {
  const { amount } = subtractMoney(money, least);
  return amount !== '0' && !amount.startsWith('-');
}

/** The same, and false when they have different currencies or one is unknown. */
export function isMoreOfTheSame(money: Money | undefined, least: Money | undefined): boolean {
  return money !== undefined && least?.currency === money.currency && isMore(money, least);
}

/** For people: "KES 1,500.00", "UGX 1,500". More decimals than the currency has are shown, not rounded. */
export function formatMoney(money: Money): string {
  const negative = money.amount.startsWith('-');
  const [whole = '0', fraction = ''] = money.amount.replace('-', '').split('.');
  const decimals = fraction.padEnd(decimalsOf(money.currency), '0');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${money.currency} ${negative ? '-' : ''}${grouped}${decimals ? `.${decimals}` : ''}`;
}

/** For the field of a form, as people type it: "1500", "38.70". Decimals are written out where there are any. */
export function typedAmount({ amount, currency }: Money): string {
  const [whole = '', fraction] = amount.split('.');
  return fraction === undefined ? whole : `${whole}.${fraction.padEnd(decimalsOf(currency), '0')}`;
}

/** "1.5e+21" and "1e-7" in plain digits: JavaScript writes very large and small numbers with an exponent. */
function withoutExponent(number: string): string {
  const [mantissa = '', exponent] = number.split('e');
  if (exponent === undefined) return number;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(shift, '0')}`;
}

/** `decimal`, a plain decimal, without needless zeros: "01500.00" is "1500". */
export function canonical(decimal: string): string {
  const negative = decimal.startsWith('-');
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const head = whole.replace(/^0+(?=\d)/, '') || '0';
  const tail = fraction.replace(/0+$/, '');
  const amount = tail ? `${head}.${tail}` : head;
  return negative && amount !== '0' ? `-${amount}` : amount;
}

function decimalsIn(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

function scaled(amount: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

function unscaled(total: bigint, scale: number): string {
  const negative = total < 0n;
  const digits = (negative ? -total : total).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return canonical(`${negative ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`);
}

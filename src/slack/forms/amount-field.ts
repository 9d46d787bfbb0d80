// Reads the amount that was typed into a field: in digits, or as people write it behind a command, such as "KES 1,500" or "2k".
import { type AmountFault, type Money, parseAmount } from '#lib/money.ts';
import type { Result } from '#lib/result.ts';
import { readAmount } from './amount-words.ts';
import { wordsOutside } from './typed-words.ts';

/** Nothing is guessed: one amount in `currency`, without a doubt and with no other word beside it, or a fault. */
export function readAmountField(
  typed: string,
  currency: string,
): Result<Money, AmountFault | 'other_currency'> {
  const digits = parseAmount(typed, currency);
  // A bracket makes an amount a negative one to accountants, and 1.. may be a slip for 1.5.
  if (digits.ok || digits.fault !== 'not_a_number' || /[()]|\.\./.test(typed)) return digits;
  const { amount, place, doubts, currency: named } = readAmount(wordsOutside(typed, []), typed, currency);
  const isOther = (named ?? currency) !== currency || doubts.some(({ kind }) => kind === 'other_currency');
  if (isOther) return { ok: false, fault: 'other_currency' };
  const isWhole = place && typed.slice(0, place.start).trim() === '' && typed.slice(place.end).trim() === '';
  return amount !== undefined && isWhole && doubts.length === 0 ? parseAmount(amount, currency) : digits;
}

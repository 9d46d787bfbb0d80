// A customer's own phone numbers in what people have typed, such as a description: nobody else is to read them. Pure.
import { maskMsisdn } from '#lib/msisdn.ts';
import type { Order } from './order.ts';

/** Of a customer's number, the digits that are the same however it is written. */
const OWN_DIGITS = 9;
/** What may stand between two of them. */
const BETWEEN = '[^\\p{L}\\p{Nd}]{0,3}';
/** The zeros of the digits that people type here: of ASCII, full width, Arabic and Persian. */
const ZEROS = [0x30, 0xff10, 0x660, 0x6f0];

/** `text` without the customer's own numbers, in any spelling: a description or a reference may have been typed with one. */
export function withoutOwnNumbers(
  text: string,
  { customer, prompt }: Pick<Order, 'customer' | 'prompt'>,
): string {
  // Most texts have too few digits to hold a number, and to build the patterns below takes longer than the rest of a card.
  if ((text.match(/\p{Nd}/gu) ?? []).length < OWN_DIGITS) return text;
  return [customer.phone, prompt?.msisdn].reduce<string>((left, phone) => {
    if (phone === undefined) return left;
    // What a number begins with and no more: the amount of "500 0712 345 678" stays.
    const country = inAnyDigits(phone.slice(0, -OWN_DIGITS));
    const start = [inAnyDigits('00'), country, inAnyDigits('0')]
      .map((one) => `(?:${one}${BETWEEN})?`)
      .join('');
    const written = new RegExp(
      `[+(]?(?:(?<!\\p{Nd})${start})?${inAnyDigits(phone.slice(-OWN_DIGITS))}`,
      'gu',
    );
    return left.replace(written, maskMsisdn(phone));
  }, text);
}

function inAnyDigits(digits: string): string {
  return Array.from(
    digits,
    (digit) => `[${ZEROS.map((zero) => String.fromCodePoint(zero + Number(digit))).join('')}]`,
  ).join(BETWEEN);
}

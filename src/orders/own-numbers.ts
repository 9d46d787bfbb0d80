// A customer's own phone numbers in what people have typed, such as a description: nobody else is to read them. Pure.
import type { Order } from './order.ts';

/** Of a customer's number, the digits that are the same however it is written. */
const OWN_DIGITS = 9;
const BETWEEN = '[\\s().-]{0,3}';

/** `text` without the customer's own numbers, in any spelling: a description, and even a reference, may have been typed with one. */
export function withoutOwnNumbers(
  text: string,
  { customer, prompt }: Pick<Order, 'customer' | 'prompt'>,
): string {
  return [customer.phone, prompt?.msisdn].reduce<string>((left, phone) => {
    if (phone === undefined) return left;
    const digits = phone.slice(-OWN_DIGITS).split('');
    const written = new RegExp(`[+(]?(?:\\d${BETWEEN}){0,5}${digits.join(BETWEEN)}`, 'g');
    return left.replace(written, `•••${phone.slice(-3)}`);
  }, text);
}

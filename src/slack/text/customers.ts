// How customers are named where others read it too.
import { maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
import type { Customer, Order } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import { plain, shorten } from './escape.ts';

/** A select's option takes no more (Slack, Option object). */
const MAX_LABEL_LENGTH = 75;

/**
 * The customer's name, '' if there is none. Some write the number into it as well, so every long number is masked in it. Foreign
 * text, for plain_text.
 */
export function nameOf(order: Pick<Order, 'customer' | 'prompt'>): string {
  const { firstName, lastName } = order.customer;
  const name = plain([firstName, lastName].filter(Boolean).join(' '));
  // The customer's own number is also known in spellings that are no long number to maskNumbers.
  return maskNumbers(withoutOwnNumbers(name, order));
}

/** "Jane Wanjiru · +254 7•• ••• 678", at most 75 characters; the email address where there is no number. */
export function describeCustomer(customer: Customer): string {
  const { email, phone } = customer;
  const contact = phone ? maskMsisdn(phone) : shorten(maskNumbers(plain(email ?? '')), MAX_LABEL_LENGTH);
  const shortName = shorten(
    nameOf({ customer }),
    Math.max(1, MAX_LABEL_LENGTH - contact.length - SEPARATOR.length),
  );
  return shorten([shortName, contact].filter(Boolean).join(SEPARATOR), MAX_LABEL_LENGTH) || '-';
}

const SEPARATOR = ' · ';

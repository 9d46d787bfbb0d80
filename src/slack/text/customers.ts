// How customers are named where others read it too, and the sentences about choosing an earlier one.
import { type Msisdn, maskMsisdn, maskNumbers } from '#lib/msisdn.ts';
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

export const CUSTOMER_TEXT = {
  label: 'Customer',
  placeholder: 'Name or last digits',
  somebodyElse: 'Somebody else',
  /** In the place of the number's field, which has the same label. */
  number: (phone: Msisdn) => `Customer’s mobile number: ${maskMsisdn(phone)}`,
  phone: (phone: Msisdn) => `Customer’s phone: ${maskMsisdn(phone)}`,
  noMethod: 'No method reaches this number. Send a payment link instead.',
  gone: 'Teller no longer has this customer. Clear it, and fill in the fields.',
  notFilledIn: 'The form shows the customer now. Check it, then send again.',
  notRead:
    'Teller could not read this customer right now. Choose again in a minute, or fill in the fields below.',
  /** `name`: as typed. */
  several: (name: string) =>
    `Teller knows several customers called “${shorten(maskNumbers(plain(name)), 60)}”. Choose one under “Customer”.`,
} as const;

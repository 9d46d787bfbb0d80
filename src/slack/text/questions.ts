// The questions that a form asks before it is sent.
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import { paidFor } from '#orders/payments.ts';
import { nameOfMethod, type PaymentMethod } from '#provider/methods.ts';
import { plainMoney } from './orders.ts';

export const QUESTION_TEXT = {
  label: 'Tick only if you are sure',
  notTicked: 'Tick this box to send it, or change the fields below.',
  another: 'Send another all the same',
  allTheSame: 'Send it all the same',
  cents:
    'M-PESA takes whole shillings only, so this would be paid with another amount. Better leave the cents out.',
} as const;

/** `minutes`: how long ago the number was asked with the same prompt. */
export function sameAgain(order: Order, minutes: number): string {
  const phone = order.prompt?.msisdn ? maskMsisdn(order.prompt.msisdn) : 'This number';
  const sum = paidFor(order);
  const paid = sum ? plainMoney(sum) : 'an unknown amount';
  const ago =
    minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const asked = `${phone} was asked for ${formatMoney(order.amount)} ${ago} (${order.reference})`;
  switch (order.state) {
    case 'waiting':
      return `${order.reference} asks ${phone} for ${formatMoney(order.amount)} and waits ${waitsToBeSent(order) ? 'to be sent' : 'for approval'}. A second prompt could be paid as well.`;
    case 'paid':
      return `${asked} and has paid it. Send another only if it is for something else.`;
    case 'review':
      return `${asked} and has paid ${paid}. Its card says what can be done; send another only if it is for something else.`;
    case 'reversed':
      return `${asked}, and it was paid back. Send another only if it is to be paid after all.`;
    default:
      return `${asked}. A second prompt could be paid as well.`;
  }
}

/** `network`: whose numbers begin like this one. `reachedBy`: the method for it; undefined when there is none. */
export function otherNetwork(
  network: string,
  method: PaymentMethod,
  reachedBy: PaymentMethod | undefined,
): string {
  const next = reachedBy
    ? `Choose ${nameOfMethod(reachedBy)}, unless the number was moved to another network.`
    : 'None of the methods reaches it. Send a payment link instead, unless the number was moved to another network.';
  return `Numbers like this one are ${network}’s, and ${nameOfMethod(method)} may not reach it. ${next}`;
}

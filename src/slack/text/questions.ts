// The questions that a form asks before it is sent.
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { nameOfMethod, type PaymentMethod } from '#provider/methods.ts';

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
  const ago =
    minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const asked = `${phone} was asked for ${formatMoney(order.amount)} ${ago} (${order.reference})`;
  return wasPaid(order.state)
    ? `${asked} and has paid it. Send another only if it is for something else.`
    : `${asked}. A second prompt could be paid as well.`;
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

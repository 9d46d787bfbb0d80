// What a form asks to be confirmed before it is sent.
import { formatMoney } from '#lib/money.ts';
import { maskMsisdn } from '#lib/msisdn.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { Order } from '#orders/order.ts';
import { paidFor } from '#orders/payments.ts';
import { nameOfMethod, type PaymentMethod } from '#provider/methods.ts';
import { plainMoney } from './orders.ts';

export const QUESTION_TEXT = {
  label: 'Confirm',
  notTicked: 'Tick this to send, or change the form.',
  sendAnyway: 'Send anyway',
  cents: 'M-PESA takes whole shillings. Leave out the cents.',
} as const;

/** `minutes`: how long ago the number got the same prompt. */
export function sameAgain(order: Order, minutes: number): string {
  const phone = order.prompt?.msisdn ? maskMsisdn(order.prompt.msisdn) : 'This number';
  const sum = paidFor(order);
  const paid = sum ? plainMoney(sum) : 'an unknown amount';
  const ago =
    minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const money = formatMoney(order.amount);
  switch (order.state) {
    case 'waiting':
      return waitsToBeSent(order)
        ? `A prompt for ${money} to ${phone} is approved and not sent yet (${order.reference}). Both could be paid.`
        : `A prompt for ${money} to ${phone} needs approval (${order.reference}). Both could be paid.`;
    case 'paid':
      return `${phone} got a prompt for ${money} ${ago} and paid it (${order.reference}). Send another only for something else.`;
    case 'review':
      return `${phone} got a prompt for ${money} ${ago} and paid ${paid} (${order.reference}). Check its card first. Send another only for something else.`;
    case 'reversed':
      return `${phone} got a prompt for ${money} ${ago}, and the payment was refunded (${order.reference}). Send another only if it’s due again.`;
    default:
      return `${phone} got a prompt for ${money} ${ago} (${order.reference}). Both could be paid.`;
  }
}

/** `network`: whose numbers begin like this one. `reachedBy`: the method for it; undefined when there is none. */
export function otherNetwork(
  network: string,
  method: PaymentMethod,
  reachedBy: PaymentMethod | undefined,
): string {
  const sentence = `This looks like a ${network} number. ${nameOfMethod(method)} may not reach it.`;
  return reachedBy
    ? `${sentence} Choose ${nameOfMethod(reachedBy)}, unless the customer switched networks.`
    : `${sentence} Create a link instead, unless the customer switched networks.`;
}

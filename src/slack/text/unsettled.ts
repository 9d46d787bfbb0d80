// Why an order that was made from another one was not sent: that earlier order is paid, or may still be.
import type { FailureReason } from '#orders/payment.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import type { Explanation } from './reasons.ts';

/** `usual`: what the reason says where it names no order. */
export function describeUnsettled(
  earlier: Reference,
  reason: FailureReason | 'answered_with_error',
  usual: Explanation,
): Explanation {
  const name = quotedReference(earlier);
  if (reason === 'paid_meanwhile')
    return {
      what: `${name} has received a payment.`,
      next: 'Nothing was sent. See its card for what to do next.',
    };
  if (reason === 'order_state')
    return {
      what: `The customer can still pay ${name}.`,
      next: 'Nothing was sent. Wait for the payment, or cancel it first.',
    };
  if (reason === 'not_cancelled')
    return { ...usual, what: `Pesapal didn’t cancel ${name}. The customer can still pay it.` };
  return {
    what: `Couldn’t check whether ${name} is paid. ${usual.what}`,
    next: 'Nothing was sent. Press Send again in a minute.',
  };
}

// The sentences about sending an order again, requesting the balance of one, and accepting another amount. Exhaustive by type.
import { formatMoney } from '#lib/money.ts';
import { keptBy } from '#orders/charges.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order, ResentOrder } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { paidFor } from '#orders/payments.ts';
import { quotedReference } from '#orders/reference.ts';
import { isBeingPaidBack } from '#orders/resends.ts';
import type { Impossible } from '#payments/ordering/resends.ts';
import { describeFailure, providerSays, whatIsUnknown } from '#slack/text/orders.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';

/** Above the fields of a form that sends `order` again. */
export function mayStillBePaid({ reference, kind }: Order): string {
  return kind === 'prompt'
    ? `The first request (${reference}) can still be paid. Check the customer hasn’t received a payment SMS.`
    : `The first link (${reference}) can still be paid. Check the customer hasn’t paid it.`;
}

/** Why nothing may be sent now. Nothing follows an order that was paid. */
export function describeImpossible(why: Impossible): string {
  if (why.status === 'unknown_order') return UNKNOWN_ORDER;
  const { order } = why;
  const named = `${quotedReference(order.reference)} (${formatMoney(order.amount)})`;
  const refunded = keptBy(order) ? 'partly refunded' : 'refunded';
  const label = order.kind === 'prompt' ? 'New prompt for this customer' : 'New link for this customer';
  const open = waitsToBeSent(order) ? 'is approved and not sent yet' : 'needs approval';
  const sentences = {
    waiting: `${named} ${order.state === 'waiting' ? open : 'is still pending'}.`,
    paid:
      order.state === 'reversed'
        ? `${named} was paid and ${refunded}. To request a payment again, choose ${label} on its card.`
        : `${named} has been paid.`,
    review: `${named} was paid with a different amount and needs review.`,
    sent_again: `This order was already sent again as ${named}.`,
    nothing_missing: isBeingPaidBack(order)
      ? `${named} is being refunded.`
      : `${named} has no balance left to request.`,
  } satisfies Record<typeof why.status, string>;
  return `${sentences[why.status]} Nothing was sent.`;
}

/** The provider did not say what has come by now for the order that somebody wants to accept as paid. */
export function describeUnaccepted({ reference }: Order, failure: Failure): string {
  const { what, providerText, incident } = describeFailure(failure);
  return [
    `Couldn’t check what was paid for ${quotedReference(reference)}. Nothing was accepted.`,
    what,
    providerSays(providerText),
    'Try again in a minute.',
    incident ? `Incident ${incident}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** `paid_by_now`, `more_came`: than whoever pressed had read of, so nothing was accepted. */
export type Accepting = 'as_it_stands' | 'paid_by_now' | 'more_came';

/** After a press of *Accept as paid*; `by` is who pressed, a Slack id. */
export function describeAccepted(order: Order, by: string, status: Accepting): string {
  const name = order.chargeOf ? `The charge of ${order.chargeOf}` : order.reference;
  if (order.acceptedBy === by) return `${name} is accepted as paid.`;
  if (order.acceptedBy) return `Someone else already accepted this as paid: ${name}.`;
  const where = order.chargeOf ? 'See its thread.' : 'See its card.';
  if (status === 'paid_by_now') return `${name} is now paid in full. Nothing was accepted. ${where}`;
  const unknown = whatIsUnknown(order);
  if (status === 'more_came' && unknown)
    return `${unknown} Nothing was accepted. If ${name} still counts as paid, accept it here.`;
  const paid = paidFor(order);
  if (status === 'more_came' && paid)
    return `${name} has now received ${formatMoney(paid)}. Nothing was accepted. If that’s enough, accept it here.`;
  if (order.state === 'review' && isBeingPaidBack(order))
    return `${name} is being refunded, so it can’t be accepted as paid. While the refund needs approval, its requester can withdraw it.`;
  if (order.state === 'review' && order.resentAs) return describeFollowing(order.resentAs);
  return `${name} no longer needs review. ${where}`;
}

/** What stands in the way of accepting the order that `resend` was made from. */
function describeFollowing({ reference, state }: ResentOrder): string {
  if (state === 'waiting') return `${reference}, made from this order, isn’t sent yet. Withdraw it first.`;
  return wasPaid(state)
    ? `${reference}, made from this order, has been paid. See its card for what to do first.`
    : `${reference}, made from this order, can still be paid. Cancel it first.`;
}

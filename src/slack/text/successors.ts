// The sentences about sending an order again, asking for the rest of one, and accepting another amount. Exhaustive by type.
import { formatMoney } from '#lib/money.ts';
import { keptBy } from '#orders/charges.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order, Successor } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { paidFor } from '#orders/payments.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { isBeingPaidBack } from '#orders/successor.ts';
import type { Impossible } from '#payments/ordering/successors.ts';
import { serviceWords } from './escape.ts';
import { describeFailure, serviceSays, whatIsUnknown } from './orders.ts';
import { UNKNOWN_ORDER } from './people.ts';

/** Above the fields of a form that sends `order` again. */
export function mayStillBePaid({ reference, kind }: Order): string {
  const ask =
    kind === 'prompt' ? 'whether an SMS with a code came' : 'whether something was paid on the payment page';
  return `${reference} may still be paid, also by hand. Ask the customer ${ask} before you send this.`;
}

/** The same, for one that is still open at the service. */
export function cancelsFirst({ reference }: Order): string {
  return `When you send this, Teller asks the payment service about ${reference} and cancels it there. If it is paid, nothing is sent.`;
}

/** Why nothing may be sent now. */
export function describeImpossible(why: Impossible): string {
  if (why.status === 'unknown_order') return UNKNOWN_ORDER;
  const { order } = why;
  const named = `${quotedReference(order.reference)} (${formatMoney(order.amount)})`;
  const sentences = {
    waiting: `${named} ${order.state === 'waiting' ? 'waits for approval or to be sent' : 'still waits for the customer'}. Nothing was sent.`,
    paid: order.state === 'reversed' ? wentBack(order, named) : `${named} has been paid. Nothing was sent.`,
    review: `${named} has been paid with another amount and waits for review. Nothing was sent.`,
    sent_again: `This order has been sent again as ${named} meanwhile. Nothing was sent.`,
    nothing_missing: `Nothing is missing of ${named} any more, or it is being paid back. Nothing was sent.`,
  } satisfies Record<typeof why.status, string>;
  return sentences[why.status];
}

/** Nothing follows an order that was paid, also when the money went back. A charge, and whom nobody knows, has no *Ask again*. */
function wentBack(order: Order, named: string): string {
  const money = keptBy(order) ? 'a part of the money' : 'the money';
  return `${named} was paid, and ${money} went back. Nothing was sent. To ask the customer anew, choose Ask again on its card, or make a new order.`;
}

/** The service would not cancel the earlier order. */
export function describeNotCancelled(reference: Reference, serviceMessage: string): string {
  return [
    `The payment service did not cancel ${reference}, which can still be paid, so nothing was sent.`,
    serviceSays(serviceWords(serviceMessage, 200)),
    'Press Check now on its card, then try again.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The service did not say how the earlier order stands. */
export function describeUnsettled(reference: Reference, failure: Failure | undefined): string {
  return withReason(
    `Teller could not make sure that ${reference} is not paid, so nothing was sent.`,
    failure,
  );
}

/** The service did not say what has come by now for the order that somebody wants to accept as paid. */
export function describeUnaccepted({ reference }: Order, failure: Failure): string {
  const name = quotedReference(reference);
  return withReason(
    `Teller could not ask how much has come for ${name} by now, so nothing was accepted.`,
    failure,
  );
}

function withReason(sentence: string, failure: Failure | undefined): string {
  const { what, serviceText, incident } = failure
    ? describeFailure(failure)
    : { what: '', serviceText: '', incident: undefined };
  return [
    sentence,
    what,
    serviceSays(serviceText),
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
  if (order.acceptedBy) return `Somebody else has already accepted this as paid: ${name}.`;
  const where = order.chargeOf ? 'Its thread says' : 'Its card shows';
  if (status === 'paid_by_now')
    return `${name} has been paid in full by now, so nothing was accepted. ${where} how it stands.`;
  const unknown = whatIsUnknown(order);
  if (status === 'more_came' && unknown)
    return `${unknown} Nothing was accepted. If ${name} counts as paid all the same, accept it here.`;
  const paid = paidFor(order);
  if (status === 'more_came' && paid)
    return `${formatMoney(paid)} has come for ${name} by now, so nothing was accepted. If that is enough, accept it here.`;
  if (order.state === 'review' && isBeingPaidBack(order))
    return `${name} is being paid back, so it cannot be accepted as paid. Whoever asked for the refund can withdraw it while it waits for approval.`;
  if (order.state === 'review' && order.successor)
    return `${order.successor.reference}, made from this order, ${whatIsFirst(order.successor)}`;
  return `${name} does not wait for review any more. ${where} how it stands.`;
}

/** What stands in the way of accepting the order that it was made from. */
function whatIsFirst({ state }: Successor): string {
  if (state === 'waiting') return 'waits for approval or to be sent. Withdraw that one first.';
  return wasPaid(state)
    ? 'has been paid. Its card says what to do first.'
    : 'can still be paid. Cancel that one first.';
}

// What can happen to the refund of an order, each step as a change of the order. The state of the order stays as it is until
// the money went back (events.ts). Called by payments/. Pure.
import { isMore, type Money, sameMoney } from '#lib/money.ts';
import { announce } from './announcement.ts';
import { askApproval } from './approval.ts';
import type { Order } from './order.ts';
import { type Failure, isStated, type Payment } from './payment.ts';
import { onlyPayment, paymentWith } from './payments.ts';
import {
  ASKED_AGAIN_AFTER_MS,
  CALLED_WITHIN_MS,
  isGivenUp,
  isOverdue,
  isReminderDue,
  mayBeAskedAnew,
  mayBeEnded,
  mayBePaidBackInPart,
  type Refund,
} from './refund.ts';
import { canStillBePaid } from './resends.ts';

/** What the form gives. `areBoth`: whoever requests it has ticked that the other half of a duplicate payment is refunded too. */
export type RefundDraft = Pick<Refund, 'amount' | 'remarks'> & { readonly areBoth?: boolean };

/**
 * `asked_in_vain`: an approver has said that it was not carried out. `rest_asked`: the customer may still pay what is missing.
 * `no_code`: the provider has not said under which code the payment was made, or how much was paid, and takes no request without both.
 * `several`: payments, and it is not asked yet which of them. `on_other`: the payment is in the books of another order.
 * `other_requested`: the other half of a duplicate payment is being refunded, and nobody has ticked that both shall be.
 */
export type WhyNoRefund =
  | 'not_paid'
  | 'already_asked'
  | 'asked_in_vain'
  | 'paid_back'
  | 'balance_requested'
  | 'no_code'
  | 'several'
  | 'on_other'
  | 'other_requested'
  | 'not_positive'
  | 'other_currency'
  | 'too_much'
  | 'only_in_full';

/** Why nobody can ask to pay back this order's payment now, whatever the amount; undefined when somebody can. */
export function whyNotRefundable(order: Order): WhyNoRefund | undefined {
  const { state, refund, resentAs } = order;
  if (state === 'reversed') return 'paid_back';
  if (state !== 'paid' && state !== 'review') return 'not_paid';
  const payment = onlyPayment(order);
  if (!payment) return 'several';
  if (payment.alsoOn?.isBookedThere) return 'on_other';
  if (refund && !mayBeAskedAnew(refund))
    return refund.status === 'not_paid_back' ? 'asked_in_vain' : 'already_asked';
  if (state === 'review' && resentAs && canStillBePaid(resentAs)) return 'balance_requested';
  return payment.confirmationCode === '' || !isStated(payment) ? 'no_code' : undefined;
}

/** What is wrong with the amount (PROVIDER-FACTS, Refund). */
export function amountFault(payment: Payment, amount: Money): WhyNoRefund | undefined {
  if (!isStated(payment)) return 'no_code';
  if (amount.currency !== payment.paid.currency) return 'other_currency';
  if (!isMore(amount, { amount: '0', currency: amount.currency })) return 'not_positive';
  if (isMore(amount, payment.paid)) return 'too_much';
  return sameMoney(amount, payment.paid) || mayBePaidBackInPart(payment) ? undefined : 'only_in_full';
}

/** The order with the request that another person must approve, or why there can be none. `requestedBy`: a Slack id. */
export function askRefund(
  order: Order,
  { amount, remarks, areBoth = false }: RefundDraft,
  requestedBy: string,
  at: number,
): { readonly status: 'asked' | WhyNoRefund; readonly order?: Order } {
  const payment = onlyPayment(order);
  const fault = whyNotRefundable(order) ?? (payment ? amountFault(payment, amount) : 'not_paid');
  if (fault !== undefined || !payment) return { status: fault ?? 'not_paid' };
  if (order.duplicatePayment?.isBeingPaidBack && !areBoth) return { status: 'other_requested' };
  const { confirmationCode } = payment;
  const refund: Refund = { amount, confirmationCode, remarks, requestedBy, status: 'waiting' };
  const approval = askApproval(order.approval, { about: 'refund', requestedBy, askedAt: at });
  const ofOrder = order.approval?.about === 'order' ? { orderApproval: order.approval } : {};
  const requested: Order = { ...order, ...ofOrder, approval, refund };
  const news = { kind: 'approval_asked', approval, refund } as const;
  return { status: 'asked', order: announce(requested, news, at, `approval_asked-${approval.number}`) };
}

/** True when what was asked for is still what can be paid back: its payment may have changed. */
export function stillHolds(order: Order): boolean {
  const { refund } = order;
  const payment = refund && paymentWith(order, refund.confirmationCode);
  if (!refund || !payment || payment.reversedAt !== undefined) return false;
  return amountFault(payment, refund.amount) === undefined;
}

/**
 * Saved before the provider is asked. Without an order it must not be asked now. `lapsed`: the payment has changed since it was
 * approved, or that was too long ago, so the request has ended. A call whose answer was lost is repeated as it was, because the
 * provider may have it.
 */
export function markRefundCall(
  order: Order,
  at: number,
): { readonly status: 'first' | 'repeat' | 'lapsed' | 'none'; readonly order?: Order } {
  const tooLate = endUncalledRefund(order, at);
  if (tooLate) return { status: 'lapsed', order: tooLate };
  if (order.refund?.status === 'approved' && !stillHolds(order))
    return { status: 'lapsed', order: lapsed(order, { ...order.refund, endedAt: at }, at) };
  const requested = markRefundRequested(order, at);
  if (requested) return { status: 'first', order: requested };
  const repeated = markRefundRepeated(order, at);
  return repeated ? { status: 'repeat', order: repeated } : { status: 'none' };
}

/**
 * The order whose approved refund the provider could not be asked for in time: the customer may have had the money in another way
 * since. Undefined when that is not so.
 */
export function endUncalledRefund(order: Order, at: number): Order | undefined {
  const { refund, approval } = order;
  if (refund?.status !== 'approved' || !approval) return undefined;
  const { decidedAt = approval.askedAt } = approval;
  return at < decidedAt + CALLED_WITHIN_MS
    ? undefined
    : lapsed(order, { ...refund, endedAt: at, isTooLate: true }, at);
}

function lapsed(order: Order, ended: Refund, at: number): Order {
  const refund: Refund = { ...ended, status: 'not_asked' };
  return announce({ ...order, refund }, { kind: 'refund_lapsed', refund }, at);
}

/** Saved before the provider is asked for the first time; undefined when that must not happen. */
function markRefundRequested(order: Order, at: number): Order | undefined {
  const { refund } = order;
  return refund?.status === 'approved'
    ? { ...order, refund: { ...refund, status: 'requested', requestedAt: at } }
    : undefined;
}

/** Saved before the provider is asked once more, because no answer has come; undefined when that must not happen now. */
function markRefundRepeated(order: Order, at: number): Order | undefined {
  const { refund } = order;
  if (refund?.status !== 'requested' || refund.requestedAt === undefined) return undefined;
  if (isGivenUp(refund, at) || at < refund.requestedAt + ASKED_AGAIN_AFTER_MS) return undefined;
  return { ...order, refund: { ...refund, repeatedAt: at } };
}

/** What came of one call. `lost`: no answer, so it may have happened. `refused`: it has not. */
export type RefundOutcome =
  | { readonly status: 'received' }
  | { readonly status: 'received_already' }
  | { readonly status: 'refused'; readonly failure: Failure }
  | { readonly status: 'lost'; readonly failure: Failure };

/**
 * The order with what came of a call; undefined when that changes nothing. Received, and received already after a lost answer,
 * settle it at any time. A refusal settles only the first call, and only before the second was begun: afterwards the provider may
 * refuse because the first had worked.
 */
export function refundAnswered(
  order: Order,
  outcome: RefundOutcome,
  { isRepeat, at }: { isRepeat: boolean; at: number },
): Order | undefined {
  const { refund } = order;
  if (refund?.status !== 'requested' && refund?.status !== 'unknown') return undefined;
  const isSecond = refund.repeatedAt !== undefined;
  if (outcome.status === 'received' || outcome.status === 'received_already') {
    const isOurs = outcome.status === 'received' || isSecond;
    const { failure: _, ...request } = refund;
    const answered: Refund = isOurs
      ? { ...request, status: 'received', answeredAt: at }
      : { ...request, status: 'received_before', wasAskedBefore: true, answeredAt: at };
    const kind = isOurs ? 'refund_received' : 'refund_received_before';
    return announce({ ...order, refund: answered }, { kind, refund: answered }, at);
  }
  if (refund.status === 'unknown' || (isSecond && !isRepeat)) return undefined;
  const { failure } = outcome;
  if (isSecond) return withUnknownRefund(order, at, failure);
  if (outcome.status === 'lost') return { ...order, refund: { ...refund, failure } };
  const refused: Refund = { ...refund, status: 'refused', answeredAt: at, failure };
  return announce({ ...order, refund: refused }, { kind: 'refund_refused', refund: refused }, at);
}

/** No answer settled it, and it is never asked for again. Undefined when that is not so. */
export function withUnknownRefund(order: Order, at: number, failure?: Failure): Order | undefined {
  const { refund } = order;
  if (!refund || !isGivenUp(refund, at)) return undefined;
  const unknown: Refund = {
    ...refund,
    status: 'unknown',
    answeredAt: at,
    ...(failure ? { failure } : {}),
  };
  return announce({ ...order, refund: unknown }, { kind: 'refund_unknown', refund: unknown }, at);
}

/** The order whose refund nobody has seen carried out in thirty days; undefined when that is not so, or is told. */
export function endRefundChecks(order: Order, at: number): Order | undefined {
  const { refund } = order;
  if (!refund || !isOverdue(refund, at)) return undefined;
  const overdue: Refund = { ...refund, overdueAt: at };
  return announce({ ...order, refund: overdue }, { kind: 'refund_overdue', refund: overdue }, at);
}

/** The order with the reminder of its refund that is due at `at`; undefined when none is. */
export function remindOfRefund(order: Order, at: number): Order | undefined {
  const { refund } = order;
  if (!refund || !isReminderDue(refund, at)) return undefined;
  const reminded: Refund = { ...refund, remindedAt: at };
  return announce({ ...order, refund: reminded }, { kind: 'refund_reminder', refund: reminded }, at);
}

/** An approver says that it was not carried out. Undefined when nobody needs to say. */
export function endUnpaidRefund(order: Order, by: string, at: number): Order | undefined {
  const { refund } = order;
  if (!refund || !mayBeEnded(refund)) return undefined;
  const ended: Refund = { ...refund, status: 'not_paid_back', endedBy: by, endedAt: at };
  return announce({ ...order, refund: ended }, { kind: 'refund_ended', refund: ended }, at);
}

// Applies an event to an order: the new state, the event's payment, failure or tracking id, and the news to announce.
// Called by payments/, which saves the result.
import { isMoreOfTheSame, type Money, sameMoney } from '#lib/money.ts';
import { announce, type News } from './announcement.ts';
import { type Approval, type ApprovalEvent, decidedAs, requestAfter } from './approval.ts';
import { nextState, type OrderEventName, type OrderState } from './lifecycle.ts';
import type { Order, ServiceDetails } from './order.ts';
import { type Failure, isStated, type Payment, type StatedPayment } from './payment.ts';
import type { Reference } from './reference.ts';
import { mayBeCarriedOut, needsChecks, type Refund } from './refund.ts';
import { isBeingPaidBack, isPaidWithRest, unowedOf, withExcess } from './successor.ts';

/**
 * From the service's answer to a request or a check, or from a person (then `by` is a Slack id), or from another order.
 * `trackingId` is missing when the service's record has none; the order then stays without one until an answer has it.
 */
export type OrderEvent =
  | { readonly event: 'accepted'; readonly service: ServiceDetails }
  | { readonly event: 'refused'; readonly failure: Failure }
  | { readonly event: 'pending'; readonly trackingId?: string }
  | { readonly event: 'completed'; readonly trackingId?: string; readonly payment: Payment }
  | { readonly event: 'failed'; readonly trackingId?: string; readonly failure: Failure }
  | { readonly event: 'reversed'; readonly trackingId?: string; readonly payment?: Payment }
  | { readonly event: 'cancelled' | 'accepted_as_paid'; readonly by: string }
  | ApprovalEvent
  /** The asker sends a prompt that was approved late. */
  | { readonly event: 'sent_now' }
  /** An approver says that the refund was carried out, of which the service says nothing. */
  | { readonly event: 'paid_back'; readonly by: string }
  /** `by`: the order that was made for the rest, what it asked for, and how it was paid. */
  | {
      readonly event: 'rest_paid';
      readonly by: Reference;
      readonly restAmount: Money;
      readonly restPayment: Payment;
    }
  /** What that one brought went back. */
  | { readonly event: 'rest_gone_back'; readonly by: Reference };

/**
 * The order after `event` at `at` (ms since the epoch), its announcements included. Returns the same object when nothing
 * changes, so that an event that comes twice is neither saved nor announced twice.
 */
export function applyEvent(order: Order, event: OrderEvent, at: number): Order {
  if (!isExpected(order, event)) return order;
  const name = eventNameOf(order, event);
  const state = nextState(order.state, name);
  const service = serviceAfter(order.service, event);
  const isNews = state !== order.state || bringsMore(order, event);
  const fuller = isNews ? undefined : fullerPayment(order, event);
  if (!isNews && !fuller && service === order.service) return order;
  const news = isNews ? newsOf(order, state, event, at) : undefined;
  const changed: Order = {
    ...order,
    ...(isNews ? { state, changedAt: at, ...fieldsFrom(order, event, at) } : {}),
    ...(fuller ? { payment: fuller } : {}),
    service,
  };
  if (!news) return changed;
  return announce(changed, news, at, NAMED_BY_KIND.has(news.kind) ? news.kind : state);
}

/** Other news is named by the state to which it leads. */
const NAMED_BY_KIND: ReadonlySet<News['kind']> = new Set(['approval_decided', 'rest_gone_back']);

/**
 * What is decided of a request can only happen while it stands, and only a refund of which nobody knows can be ended. What is
 * being paid back is neither accepted as paid nor paid in full by its rest. And only a rest can go back that was needed.
 */
function isExpected(order: Order, { event }: OrderEvent): boolean {
  const { approval, refund } = order;
  if (event === 'approved' || event === 'approval_declined') return approval?.state === 'open';
  if (event === 'sent_now') return approval?.state === 'approved';
  if (event === 'approval_withdrawn' || event === 'approval_ran_out') return approval !== undefined;
  if (event === 'accepted_as_paid' || event === 'rest_paid') return !isBeingPaidBack(order);
  if (event === 'rest_gone_back') return isPaidWithRest(order);
  return event !== 'paid_back' || (refund !== undefined && needsChecks(refund));
}

/**
 * True when more has come for an order that is paid, or under review and still not with what was asked for, or when the provider says
 * for the first time how much has come. Less is no news: it may be an answer from before.
 */
function bringsMore({ state, payment }: Order, event: OrderEvent): boolean {
  if ((state !== 'review' && state !== 'paid') || event.event !== 'completed' || !payment) return false;
  const { paid } = event.payment;
  return (!payment.paid && paid !== undefined) || isMoreOfTheSame(paid, payment.paid);
}

/** The payment as the service has it by now, when it says the code only later: without it nothing can be paid back. */
function fullerPayment({ state, payment }: Order, event: OrderEvent): Payment | undefined {
  if (event.event !== 'completed' || (state !== 'paid' && state !== 'review')) return undefined;
  const isFuller = payment?.confirmationCode === '' && event.payment.confirmationCode !== '';
  return isFuller && sameMoney(event.payment.paid, payment.paid) ? event.payment : undefined;
}

/** The service only says `completed`; whether amount and currency are the order's is decided here. */
function eventNameOf(order: Order, event: OrderEvent): OrderEventName {
  if (event.event !== 'completed' || sameMoney(event.payment.paid, order.amount)) return event.event;
  return 'completed_differently';
}

function serviceAfter(known: ServiceDetails, event: OrderEvent): ServiceDetails {
  const added: ServiceDetails =
    event.event === 'accepted'
      ? event.service
      : 'trackingId' in event && event.trackingId !== undefined
        ? { trackingId: event.trackingId }
        : {};
  // The first tracking id stays: "Key records on order_tracking_id" (SPEC.md, Mobile money push response).
  const merged = { ...added, ...known };
  return Object.keys(merged).length === Object.keys(known).length ? known : merged;
}

function fieldsFrom(order: Order, event: OrderEvent, at: number): Partial<Order> {
  switch (event.event) {
    case 'reversed': {
      // The record of a reversal may lack the payment, so the saved one is kept, unless that lacks the amount.
      const payment = order.payment?.paid ? order.payment : (event.payment ?? order.payment);
      return { ...(payment ? { payment } : {}), ...withoutRequest(order, at), ...refundAfter(order, event) };
    }
    case 'paid_back':
      return refundAfter(order, event);
    case 'completed':
      return { payment: event.payment };
    case 'failed':
      return { failure: event.failure };
    case 'refused':
      return { failure: event.failure, ...withoutRequest(order, at) };
    case 'cancelled':
      return { cancelledBy: event.by };
    case 'accepted_as_paid':
      return { acceptedBy: event.by };
    case 'approved':
    case 'approval_declined':
    case 'approval_withdrawn':
    case 'approval_ran_out': {
      const approval = order.approval && requestAfter(order.approval, event, at);
      return {
        ...(approval ? { approval } : {}),
        ...(event.event === 'approved' ? {} : notSent(event.event)),
      };
    }
    case 'accepted':
    case 'pending':
    case 'rest_paid':
    case 'rest_gone_back':
    case 'sent_now':
      return {};
  }
}

function notSent(reason: Failure['reason']): Pick<Order, 'failure'> {
  return { failure: { reason, serviceMessage: '' } };
}

/** What was to be approved came to nothing. */
function withoutRequest({ approval }: Order, at: number): { approval?: Approval } {
  return approval?.state === 'open' ? { approval: decidedAs(approval, 'lapsed', at) } : {};
}

/** What becomes of a refund when its payment went back. */
function refundAfter({ refund }: Order, event: OrderEvent): { refund?: Refund } {
  if (!refund) return {};
  if (event.event === 'paid_back') return { refund: { ...refund, status: 'paid_back', endedBy: event.by } };
  if (mayBeCarriedOut(refund) || needsChecks(refund)) {
    // The service says it now, whatever an approver said before.
    const { endedBy: _by, endedAt: _at, ...carriedOut } = refund;
    return { refund: { ...carriedOut, status: 'paid_back' } };
  }
  const isUnasked = refund.status === 'waiting' || refund.status === 'approved';
  return isUnasked ? { refund: { ...refund, status: 'not_asked' } } : {};
}

function newsOf(order: Order, state: OrderState, event: OrderEvent, at: number): News | undefined {
  const previousState = order.state;
  switch (event.event) {
    case 'completed': {
      const { payment } = event;
      if (state === 'review' || !isStated(payment)) return { kind: 'review', payment, previousState };
      return { kind: 'paid', payment, previousState, ...moreOf(order, payment) };
    }
    case 'reversed':
      return {
        kind: 'reversed',
        payment: order.payment ?? event.payment,
        ...refundedOf(order),
        ...(order.refund?.status === 'not_paid_back' ? { isUnexpected: true } : {}),
      };
    case 'paid_back':
      return { kind: 'reversed', payment: order.payment, ...refundedOf(order), by: event.by };
    case 'approved':
    case 'approval_declined':
    case 'approval_withdrawn':
    case 'approval_ran_out': {
      const approval = order.approval && requestAfter(order.approval, event, at);
      return approval && { kind: 'approval_decided', approval };
    }
    case 'sent_now':
      return undefined;
    case 'failed':
      return { kind: 'failed', failure: event.failure };
    case 'refused':
      // Teller creates a charge when a notification names one, so no agent waits for it.
      if (order.kind === 'charge') return undefined;
      return { kind: 'not_sent', failure: event.failure };
    case 'cancelled':
      return { kind: 'cancelled', by: event.by };
    case 'accepted_as_paid':
      return { kind: 'accepted_as_paid', by: event.by };
    case 'rest_paid': {
      const { by, restAmount, restPayment } = event;
      return { kind: 'rest_paid', by, payment: restPayment, ...withExcess(order, restAmount) };
    }
    case 'rest_gone_back':
      return { kind: 'rest_gone_back', by: event.by };
    case 'accepted':
    case 'pending':
      // The card already shows pending, so post nothing, unless the submit response was lost or the order was marked
      // not_sent. Never for charges.
      if (order.kind === 'charge') return undefined;
      return order.outcomeUnknownAt === undefined && previousState === 'sending'
        ? undefined
        : { kind: 'order_found' };
  }
}

/** Of news about an order that was paid before. */
function moreOf(order: Order, { paid }: StatedPayment): { before?: Money; tooMuch?: Money } {
  if (order.state !== 'paid' || !order.payment?.paid) return {};
  const tooMuch = unowedOf(order, paid);
  return { before: order.payment.paid, ...(tooMuch ? { tooMuch } : {}) };
}

/** What of the payment went back, where Teller had asked for that. */
function refundedOf({ refund }: Order): { refunded?: Refund['amount'] } {
  return refund && mayBeCarriedOut(refund) ? { refunded: refund.amount } : {};
}

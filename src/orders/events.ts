// Applies an event to an order: the new state, the event's payment, failure or tracking id, and the news to announce.
// Called by payments/, which saves the result.
import { sameMoney } from '#lib/money.ts';
import type { News } from './announcement.ts';
import { nextState, type OrderEventName, type OrderState } from './lifecycle.ts';
import type { Order, ServiceDetails } from './order.ts';
import type { Failure, Payment } from './payment.ts';
import type { Reference } from './reference.ts';

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
  /** `by`: the order that was made for the rest, and how it was paid. */
  | { readonly event: 'rest_paid'; readonly by: Reference; readonly restPayment: Payment };

/**
 * The order after `event` at `at` (ms since the epoch), its announcements included. Returns the same object when nothing
 * changes, so that an event that comes twice is neither saved nor announced twice.
 */
export function applyEvent(order: Order, event: OrderEvent, at: number): Order {
  const name = eventNameOf(order, event);
  const state = nextState(order.state, name);
  const service = serviceAfter(order.service, event);
  if (state === order.state && service === order.service) return order;
  const news = state === order.state ? undefined : newsOf(order, state, event);
  return {
    ...order,
    ...(state === order.state ? {} : { state, changedAt: at, ...fieldsFrom(order, event) }),
    service,
    // `version + 1` is what the store makes of the version when it saves this, so no two announcements share an id.
    announcements: news
      ? [...order.announcements, { id: `${state}-${order.version + 1}`, at, news }]
      : order.announcements,
  };
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

function fieldsFrom(order: Order, event: OrderEvent): Partial<Order> {
  // The record of a reversal may lack the payment, so the saved one is kept.
  if (event.event === 'reversed') {
    const payment = order.payment ?? event.payment;
    return payment ? { payment } : {};
  }
  if ('payment' in event) return { payment: event.payment };
  if ('failure' in event) return { failure: event.failure };
  if (event.event === 'cancelled') return { cancelledBy: event.by };
  if (event.event === 'accepted_as_paid') return { acceptedBy: event.by };
  return {};
}

function newsOf(order: Order, state: OrderState, event: OrderEvent): News | undefined {
  const previousState = order.state;
  switch (event.event) {
    case 'completed':
      return { kind: state === 'review' ? 'review' : 'paid', payment: event.payment, previousState };
    case 'reversed':
      return { kind: 'reversed', payment: order.payment ?? event.payment };
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
    case 'rest_paid':
      return { kind: 'rest_paid', by: event.by, payment: event.restPayment };
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

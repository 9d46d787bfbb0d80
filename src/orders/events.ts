// What an order becomes when something happened to it: the new state, the facts, and the news worth telling.

import { sameMoney } from '#lib/money.ts';
import type { News } from './announcement.ts';
import { nextState, type OrderEventName, type OrderState } from './lifecycle.ts';
import type { Order, ServiceSide } from './order.ts';
import type { Failure, Payment } from './payment.ts';

/** Something that the service, or one of us, has said about an order. */
export type OrderEvent =
  | { readonly event: 'accepted'; readonly service: ServiceSide }
  | { readonly event: 'refused'; readonly failure: Failure }
  | { readonly event: 'pending'; readonly trackingId: string }
  | { readonly event: 'completed'; readonly trackingId: string; readonly payment: Payment }
  | { readonly event: 'failed'; readonly trackingId: string; readonly failure: Failure }
  | { readonly event: 'reversed'; readonly trackingId: string; readonly payment?: Payment }
  | { readonly event: 'cancelled'; readonly by: string };

/**
 * Pure: the order after `event` at `at` (ms), its announcements included. The very same object comes back when
 * there is nothing to keep, so that hearing a thing twice costs no write and tells nothing.
 */
export function applyEvent(order: Order, event: OrderEvent, at: number): Order {
  const name = eventNameOf(order, event);
  const state = nextState(order.state, name);
  const service = serviceAfter(order.service, event);
  if (state === order.state && service === order.service) return order;
  const news = state === order.state ? undefined : newsOf(order, state, event);
  return {
    ...order,
    ...(state === order.state ? {} : { state, changedAt: at, ...factsOf(order, state, event) }),
    service,
    announcements: news
      ? [...order.announcements, { id: `${state}-${order.version + 1}`, at, news }]
      : order.announcements,
  };
}

/** Whether the money that came is the money that was asked is our judgement; the service only says completed. */
function eventNameOf(order: Order, event: OrderEvent): OrderEventName {
  if (event.event !== 'completed' || sameMoney(event.payment.paid, order.amount)) return event.event;
  return 'completed_differently';
}

function serviceAfter(known: ServiceSide, event: OrderEvent): ServiceSide {
  const learnt: ServiceSide =
    event.event === 'accepted'
      ? event.service
      : 'trackingId' in event
        ? { trackingId: event.trackingId }
        : {};
  // The first tracking id stays: "Key records on order_tracking_id" (SPEC.md, Mobile money push response).
  const merged = { ...learnt, ...known };
  return Object.keys(merged).length === Object.keys(known).length ? known : merged;
}

function factsOf(order: Order, state: OrderState, event: OrderEvent): Partial<Order> {
  // A reversal's record need not repeat the payment that it takes back.
  if (event.event === 'reversed') {
    const payment = order.payment ?? event.payment;
    return payment ? { payment } : {};
  }
  if ('payment' in event) return { payment: event.payment };
  if ('failure' in event) return { failure: event.failure };
  if (state === 'cancelled' && 'by' in event) return { cancelledBy: event.by };
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
      // A charge that turned out to be none was never asked for by anybody here.
      if (order.kind === 'charge') return undefined;
      return { kind: 'not_sent', failure: event.failure };
    case 'cancelled':
      return { kind: 'cancelled', by: event.by };
    case 'accepted':
    case 'pending':
      // Waiting is what the card shows; only whoever was left in doubt is owed a word, and of a charge nobody was.
      if (order.kind === 'charge') return undefined;
      return order.outcomeUnknownAt === undefined && previousState === 'sending'
        ? undefined
        : { kind: 'order_found' };
  }
}

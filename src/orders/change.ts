// What an order becomes when something happened to it: the new state, the facts, and the news worth telling.
import { sameMoney } from '#lib/money.ts';
import type { News } from './announcement.ts';
import { nextState, type OrderEvent, type OrderState } from './lifecycle.ts';
import type { Failure, Order, Payment, ServiceSide } from './order.ts';

/** Something that the service, or one of us, has said about an order. */
export type Happening =
  | { readonly event: 'accepted'; readonly service: ServiceSide }
  | { readonly event: 'refused'; readonly failure: Failure }
  | { readonly event: 'pending'; readonly trackingId: string }
  | { readonly event: 'completed'; readonly trackingId: string; readonly payment: Payment }
  | { readonly event: 'failed'; readonly trackingId: string; readonly failure: Failure }
  | { readonly event: 'reversed'; readonly trackingId: string; readonly payment?: Payment }
  | { readonly event: 'cancelled'; readonly by: string };

/**
 * Pure: the order after `happening` at `at` (ms), its announcements included. The very same object comes back when
 * there is nothing to keep, so that hearing a thing twice costs no write and tells nothing.
 */
export function changeOrder(order: Order, happening: Happening, at: number): Order {
  const event = eventOf(order, happening);
  const state = nextState(order.state, event);
  const service = serviceAfter(order.service, happening);
  if (state === order.state && service === order.service) return order;
  const news = state === order.state ? undefined : newsOf(order, state, happening);
  return {
    ...order,
    ...(state === order.state ? {} : { state, changedAt: at, ...factsOf(order, state, happening) }),
    service,
    announcements: news
      ? [...order.announcements, { id: `${state}-${order.version + 1}`, at, news }]
      : order.announcements,
  };
}

/** Whether the money that came is the money that was asked is our judgement; the service only says completed. */
function eventOf(order: Order, happening: Happening): OrderEvent {
  if (happening.event !== 'completed' || sameMoney(happening.payment.paid, order.asked))
    return happening.event;
  return 'completed_differently';
}

function serviceAfter(known: ServiceSide, happening: Happening): ServiceSide {
  const learnt: ServiceSide =
    happening.event === 'accepted'
      ? happening.service
      : 'trackingId' in happening
        ? { trackingId: happening.trackingId }
        : {};
  // The first tracking id stays: "Key records on order_tracking_id" (SPEC.md, Mobile money push response).
  const merged = { ...learnt, ...known };
  return Object.keys(merged).length === Object.keys(known).length ? known : merged;
}

function factsOf(order: Order, state: OrderState, happening: Happening): Partial<Order> {
  // A reversal's record need not repeat the payment that it takes back.
  if (happening.event === 'reversed') {
    const payment = order.payment ?? happening.payment;
    return payment ? { payment } : {};
  }
  if ('payment' in happening) return { payment: happening.payment };
  if ('failure' in happening) return { failure: happening.failure };
  if (state === 'cancelled' && 'by' in happening) return { cancelledBy: happening.by };
  return {};
}

function newsOf(order: Order, state: OrderState, happening: Happening): News | undefined {
  const after = order.state;
  switch (happening.event) {
    case 'completed':
      return { kind: state === 'review' ? 'review' : 'paid', payment: happening.payment, after };
    case 'reversed':
      return { kind: 'reversed', payment: order.payment ?? happening.payment };
    case 'failed':
      return { kind: 'failed', failure: happening.failure };
    case 'refused':
      // A charge that turned out to be none was never asked for by anybody here.
      if (order.kind === 'charge') return undefined;
      return { kind: 'not_sent', failure: happening.failure };
    case 'cancelled':
      return { kind: 'cancelled', by: happening.by };
    case 'accepted':
    case 'pending':
      // Waiting is what the card shows; only whoever was left in doubt is owed a word, and of a charge nobody was.
      if (order.kind === 'charge') return undefined;
      return order.doubtAt === undefined && after === 'sending' ? undefined : { kind: 'found' };
  }
}

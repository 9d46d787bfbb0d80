// The work of the look queue: whatever became due, be it by the clock or by a notification, ends here.
import type { Clock } from '#lib/clock.ts';
import { checkAfterNotification, nextCheck } from '#orders/check-schedule.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Ordering } from '#payments/ordering/submit.ts';
import type { Claim, OrderStore, Reschedule } from '#store/store.ts';
import type { CheckOrder } from './check-order.ts';
import type { OrderUpdates } from './order-updates.ts';

/** A form's own process may take so long from writing down to calling: posting a card takes 65 s at its slowest. */
const START_MS = 90_000;

/** Rejects when the service or the store does, and is then tried again. */
export function createDueCheck(deps: {
  ask: CheckOrder;
  orders: OrderStore;
  updates: OrderUpdates;
  sending: Pick<Ordering, 'resume' | 'resubmit'>;
  clock: Clock;
}): (claim: Claim) => Promise<Reschedule> {
  const { ask, orders, updates, sending, clock } = deps;

  function look(order: Order): Promise<Order> {
    if (order.state === 'sending' && order.requestedAt === undefined) return resume(order);
    if (order.state === 'sending' && order.kind === 'link') return sending.resubmit(order);
    return ask(order);
  }

  /** The process that wrote it down died before it called: a link is harmless to send now, a prompt is not. */
  async function resume(order: Order): Promise<Order> {
    if (clock.now() - order.createdAt < START_MS) return order;
    if (order.kind === 'link') return sending.resume(order.reference);
    const failure = { reason: 'interrupted', serviceMessage: '' } as const;
    return updates.updateOrder(order.reference, (newest) =>
      newest.requestedAt === undefined
        ? applyEvent(newest, { event: 'refused', failure }, clock.now())
        : undefined,
    );
  }

  return async (claim) => {
    const order = await orders.get(claim.reference);
    if (!order) return { at: undefined, ifTriggeredAt: undefined };
    const after = await look(order);
    const now = clock.now();
    const at = nextCheck(after, now);
    if (at === undefined && after.state === 'pending') {
      await updates.updateOrder(after.reference, (newest) => watchEnded(newest, now));
    }
    return { at, ifTriggeredAt: checkAfterNotification(after, now) };
  };
}

function watchEnded(order: Order, now: number): Order | undefined {
  if (order.checksEndedAt !== undefined || order.kind === 'charge') return undefined;
  const announcement = {
    id: `checks_ended-${order.version + 1}`,
    at: now,
    news: { kind: 'checks_ended' },
  } as const;
  return { ...order, checksEndedAt: now, announcements: [...order.announcements, announcement] };
}

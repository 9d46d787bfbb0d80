// The one door for state changes: read, decide, save if nobody was faster, trigger whoever tells it.
import type { Clock } from '#lib/clock.ts';
import { isNews } from '#orders/announcement.ts';
import { applyEvent, type OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';

export type OrderUpdates = {
  /** Lets `event` take effect on the order, once, however often it is told. Answers the order as kept. */
  saveEvent(reference: Reference, event: OrderEvent, looked?: { checkedAt: number }): Promise<Order>;
  /** Saves what `edit` makes of the newest version; `edit` answers undefined to leave it as it is. Answers the kept order. */
  updateOrder(reference: Reference, edit: (order: Order) => Order | undefined): Promise<Order>;
};

/** Enough for every replica to have had its turn; more means that something else is wrong. */
const MAX_TRIES = 20;

/**
 * `changed` is called after news was saved, so that this process tells it at once; `saving` already while it is being
 * saved, so that whoever tells it takes the order in the same trip to the store, where the store can do that.
 * Both methods reject when the order is unknown or the store is down.
 */
export function createOrderUpdates(deps: {
  orders: OrderStore;
  clock: Clock;
  changed: (order: Order) => void;
  saving?: () => void;
}): OrderUpdates {
  const { orders, clock } = deps;

  async function updateOrder(
    reference: Reference,
    change: (order: Order) => Order | undefined,
  ): Promise<Order> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const order = await orders.get(reference);
      if (!order) throw new Error(`no order ${reference} in the orders`);
      const next = change(order);
      if (!next || next === order) return order;
      const news = worthTelling(order, next);
      const saving = orders.save(next, news ? { deliver: clock.now() } : {});
      if (news) deps.saving?.();
      const kept = await saving;
      if (kept) {
        if (news) deps.changed(kept);
        return kept;
      }
    }
    throw new Error(`order ${reference} was changed by others ${MAX_TRIES} times in a row`);
  }

  return {
    updateOrder,
    saveEvent: (reference, event, looked) =>
      updateOrder(reference, (order) => {
        const changed = applyEvent(order, event, clock.now());
        return looked ? { ...changed, ...looked } : changed;
      }),
  };
}

/** The card shows state and what the service gave; the thread has the news. Alerts follow from news that was told already. */
function worthTelling(before: Order, after: Order): boolean {
  return (
    after.state !== before.state ||
    after.service !== before.service ||
    after.announcements.some(
      (announcement) => isNews(announcement) && !before.announcements.includes(announcement),
    )
  );
}

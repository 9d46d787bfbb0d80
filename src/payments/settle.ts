// The one door for state changes: read, decide, save if nobody was faster, wake whoever tells it.
import type { Clock } from '#lib/clock.ts';
import { isNews } from '#orders/announcement.ts';
import { changeOrder, type Happening } from '#orders/change.ts';
import type { Order } from '#orders/order.ts';
import type { Ledger } from '#store/store.ts';

export type Settle = {
  /** Lets `happening` take effect on the order, once, however often it is told. Answers the order as kept. */
  happen(reference: string, happening: Happening, looked?: { lookedAt: number }): Promise<Order>;
  /** Saves what `edit` makes of the newest version; `edit` answers undefined to leave it as it is. Answers the kept order. */
  edit(reference: string, edit: (order: Order) => Order | undefined): Promise<Order>;
};

/** Enough for every replica to have had its turn; more means that something else is wrong. */
const MOST_TRIES = 20;

/**
 * `changed` is called after news was saved, so that this process tells it at once; `saving` already while it is being
 * saved, so that whoever tells it takes the order in the same trip to the store, where the store can do that.
 * Both methods reject when the order is unknown or the store is down.
 */
export function createSettle(deps: {
  ledger: Ledger;
  clock: Clock;
  changed: (order: Order) => void;
  saving?: () => void;
}): Settle {
  const { ledger, clock } = deps;

  async function edit(reference: string, change: (order: Order) => Order | undefined): Promise<Order> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const order = await ledger.get(reference);
      if (!order) throw new Error(`no order ${reference} in the ledger`);
      const next = change(order);
      if (!next || next === order) return order;
      const news = worthTelling(order, next);
      const saving = ledger.save(next, news ? { announce: clock.now() } : {});
      if (news) deps.saving?.();
      const kept = await saving;
      if (kept) {
        if (news) deps.changed(kept);
        return kept;
      }
    }
    throw new Error(`order ${reference} was changed by others ${MOST_TRIES} times in a row`);
  }

  return {
    edit,
    happen: (reference, happening, looked) =>
      edit(reference, (order) => {
        const changed = changeOrder(order, happening, clock.now());
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

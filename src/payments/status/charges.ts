// Counts the charges of recurring orders in their parents, whose cards show it. Called for each charge before its news
// is delivered (related-orders.ts), so that a crash between a charge and its count loses nothing.
import type { Clock } from '#lib/clock.ts';
import { dayOf } from '#lib/days.ts';
import { pagesOf } from '#lib/pages.ts';
import { countCharge, NO_CHARGES } from '#orders/charges.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';
import type { OrderUpdates } from './order-updates.ts';

/** Does nothing for other orders, and for a charge that is counted already. Rejects when the store is down. */
export type CountCharge = (charge: Order) => Promise<void>;

const PAGE = 500;

export function createCountCharge(deps: {
  orders: OrderStore;
  updates: Pick<OrderUpdates, 'updateBoth'>;
  clock: Clock;
}): CountCharge {
  const { orders, updates, clock } = deps;

  /** Version 0.1 did not count charges: those of then are made due, so that each is counted like a new one. */
  async function triggerEarlierCharges(parent: Order): Promise<void> {
    const now = clock.now();
    for (const reference of await chargesOf(parent, now)) await orders.trigger('deliver', reference, now);
    const check = nextCheck({ ...parent, charges: NO_CHARGES }, now);
    if (check !== undefined) await orders.trigger('check', parent.reference, check);
  }

  /** Money that is being entered meanwhile is in both lists. */
  async function chargesOf({ reference, createdAt }: Order, now: number): Promise<ReadonlySet<Reference>> {
    const found = new Set<Reference>();
    const add = (order: Order) => order.chargeOf === reference && found.add(order.reference);
    // The end of a period is not in it, and a charge of this very millisecond is.
    const period = { from: createdAt, to: now + 1 };
    for await (const page of pagesOf((from) => orders.unenteredBetween(period, { limit: PAGE, ...from })))
      page.orders.forEach(add);
    // Days differ between time zones.
    const days = { firstDay: addDays(dayOf(createdAt), -1), lastDay: addDays(dayOf(now), 1) };
    for await (const page of pagesOf((from) => orders.entriesBetween(days, { limit: PAGE, ...from })))
      for (const { order } of page.entries) add(order);
    return found;
  }

  return async (charge) => {
    const parent = charge.chargeOf && (await orders.get(charge.chargeOf));
    if (!parent || !countCharge(parent, charge)) return;
    // What is charged again has been paid before, and the notification of that may be lost.
    if (!wasPaid(parent.state)) await orders.trigger('check', parent.reference, clock.now());
    if (!parent.charges) await triggerEarlierCharges(parent);
    await updates.updateBoth(parent.reference, charge.reference, (newest, its) => ({
      status: 'counted',
      orders: countCharge(newest, its),
    }));
  };
}

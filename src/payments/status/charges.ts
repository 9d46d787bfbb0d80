// Counts the charges of recurring orders in their parents, whose cards show it. Called for each charge before its news
// is delivered (related-orders.ts), so that a crash between a charge and its count loses nothing.
import type { Clock } from '#lib/clock.ts';
import { countCharge } from '#orders/charges.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';
import type { OrderUpdates } from './order-updates.ts';

/** Does nothing for other orders, and for a charge that is counted already. Rejects when the store is down. */
export type CountCharge = (charge: Order) => Promise<void>;

export function createCountCharge(deps: {
  orders: Pick<OrderStore, 'get' | 'trigger'>;
  updates: Pick<OrderUpdates, 'updateBoth'>;
  clock: Clock;
}): CountCharge {
  const { orders, updates, clock } = deps;

  return async (charge) => {
    const parent = charge.chargeOf && (await orders.get(charge.chargeOf));
    if (!parent || !countCharge(parent, charge)) return;
    // What is charged again has been paid before, and the notification of that may be lost.
    if (!wasPaid(parent.state)) await orders.trigger('check', parent.reference, clock.now());
    await updates.updateBoth(parent.reference, charge.reference, (newest, its) => ({
      status: 'counted',
      orders: countCharge(newest, its),
    }));
  };
}

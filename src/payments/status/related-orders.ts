// Brings orders that hang together up to date with each other. bot.ts calls it before an order's news is delivered.
import type { Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';
import type { CountCharge } from './charges.ts';

/** Idempotent: after a crash it is called again. Rejects when the store is down. */
export type UpdateRelated = (reference: Reference) => Promise<void>;

export function createUpdateRelated(deps: { orders: OrderStore; countCharge: CountCharge }): UpdateRelated {
  return async (reference) => {
    const order = await deps.orders.get(reference);
    if (order) await deps.countCharge(order);
  };
}

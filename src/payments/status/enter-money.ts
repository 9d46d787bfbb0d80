// Enters the money of orders that were stored before there were money entries. Called for each of them in the background, by
// queue/enter-older-money.ts.
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { InvariantBroken } from './order-saves.ts';
import type { OrderUpdates } from './order-updates.ts';

/**
 * Saves the order as it is, with which its missing entries are written and it leaves the list of those without. An order whose
 * save is refused stays as it is and has been logged. Rejects when the store is down.
 */
type EnterMoney = (reference: Reference) => Promise<void>;

export function createEnterMoney({ updates }: { updates: Pick<OrderUpdates, 'updateOrder'> }): EnterMoney {
  return async (reference) => {
    try {
      await updates.updateOrder(reference, (order): Order => ({ ...order }));
    } catch (error) {
      if (!(error instanceof InvariantBroken)) throw error;
    }
  };
}

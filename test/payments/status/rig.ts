// Saves of orders as the bot makes them, for a test that goes around the bot.
import { createOrderSaves, type OrderSaves } from '#payments/status/order-saves.ts';
import type { OrderStore } from '#store/store.ts';

/** The saves of production; a test that breaks an invariant fails with its name. */
export function savesOf(orders: OrderStore): OrderSaves {
  return createOrderSaves({
    orders,
    reporter: { error: () => 'incident' },
    saveRefused: () => {},
    timeZone: 'Africa/Nairobi',
  });
}

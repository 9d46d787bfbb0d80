// Finds the orders that were paid under a confirmation code.
import type { Order } from '#orders/order.ts';
import { paymentWith } from '#orders/payments.ts';
import { codeTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';

/** Enough to know whether there are several. */
const LIMIT = 10;

/** `code` in any case and with any blanks. Newest first. Rejects when the store is down. */
export async function findByCode(orders: Pick<OrderStore, 'search'>, code: string): Promise<Order[]> {
  const page = await orders.search([[codeTerm(code)]], { limit: LIMIT });
  return page.orders.filter((order) => paymentWith(order, code) !== undefined);
}

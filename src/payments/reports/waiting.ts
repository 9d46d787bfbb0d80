// What waits for approval: orders and refunds with an open request.
import type { Order } from '#orders/order.ts';
import { WAITS_TERM } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';

/** Of more of them the newest so many are read. */
const MAX_LISTED = 100;

/** The newest first. Rejects when the store is down. */
export async function readWaiting(orders: Pick<OrderStore, 'search'>): Promise<Order[]> {
  const page = await orders.search([[WAITS_TERM]], { limit: MAX_LISTED });
  return page.orders.filter(({ approval }) => approval?.state === 'open');
}

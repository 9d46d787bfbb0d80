// What waits for approval: orders and refunds with an open request.
import type { Order } from '#orders/order.ts';
import { WAITS_TERM } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';

/** The newest of them, up to `limit`, the newest first. Rejects when the store is down. */
export async function readWaiting(orders: Pick<OrderStore, 'search'>, limit: number): Promise<Order[]> {
  const page = await orders.search([[WAITS_TERM]], { limit });
  return page.orders.filter(({ approval }) => approval?.state === 'open');
}

// What waits for approval: orders and refunds with an open request. Costs as much as there is of it, which is at most what was
// asked for in a day.
import { pagesOf } from '#lib/pages.ts';
import type { Order } from '#orders/order.ts';
import { WAITS_TERM } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';

const PAGE_SIZE = 500;

/** All of it, because a request that waits for long may be about an old order. Rejects when the store is down. */
export async function readWaiting(orders: Pick<OrderStore, 'search'>): Promise<Order[]> {
  const found: Order[] = [];
  for await (const page of pagesOf((from) => orders.search([[WAITS_TERM]], { limit: PAGE_SIZE, ...from })))
    found.push(...page.orders.filter(({ approval }) => approval?.state === 'open'));
  return found;
}

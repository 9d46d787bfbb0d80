// Everybody's open orders: those that wait for approval and those that are still expected to be paid.
import { pagesOf } from '#lib/pages.ts';
import { isBehind, type Order } from '#orders/order.ts';
import { AWAITED_TERM, isAwaited, stateTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { countedOf, MAX_COUNTED, type OwnOpen } from './own-work.ts';

const PAGE_SIZE = 500;

/** Newest first; with `after` only those that come behind it. Rejects when the store is down. */
export async function readEverybodysOpen(
  orders: Pick<OrderStore, 'search'>,
  after?: Order,
): Promise<OwnOpen> {
  const found: Order[] = [];
  const query = [[AWAITED_TERM, stateTerm('waiting')]];
  // Others of the same moment may come behind it.
  const bounds = { limit: PAGE_SIZE, ...(after && { createdBefore: after.createdAt + 1 }) };
  for await (const page of pagesOf((from) => orders.search(query, { ...bounds, ...from }))) {
    const open = page.orders.filter((order) => isAwaited(order) || order.state === 'waiting');
    found.push(...open.filter((order) => !after || isBehind(order, after)));
    if (found.length > MAX_COUNTED) break;
  }
  return countedOf(found);
}

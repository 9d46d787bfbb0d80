// Everybody's open orders: those that wait for approval and those that are still expected to be paid.
import { pagesOf } from '#lib/pages.ts';
import { isBehind, type Order } from '#orders/order.ts';
import { AWAITED_TERM, isAwaited, stateTerm } from '#store/search-terms.ts';
import type { OrderStore, Store } from '#store/store.ts';
import { countedOf, MAX_COUNTED, type OwnOpen } from './own-work.ts';

const PAGE_SIZE = 500;

/**
 * Newest first; with `after` only those that come behind it. `isAll` is false as well while orders of before the search index are not
 * in it, because some may be missing. Rejects when the store is down.
 */
export async function readEverybodysOpen(
  deps: { orders: Pick<OrderStore, 'search'>; indexProgress: Store['indexProgress'] },
  after?: Order,
): Promise<OwnOpen> {
  // Before the search: what is indexed in between is found.
  const { isComplete } = await deps.indexProgress();
  const found: Order[] = [];
  const query = [[AWAITED_TERM, stateTerm('waiting')]];
  // Others of the same moment may come behind it.
  const bounds = { limit: PAGE_SIZE, ...(after && { createdBefore: after.createdAt + 1 }) };
  for await (const page of pagesOf((from) => deps.orders.search(query, { ...bounds, ...from }))) {
    const open = page.orders.filter((order) => isAwaited(order) || order.state === 'waiting');
    found.push(...open.filter((order) => !after || isBehind(order, after)));
    if (found.length > MAX_COUNTED) break;
  }
  const open = countedOf(found);
  return { ...open, isAll: isComplete && open.isAll };
}

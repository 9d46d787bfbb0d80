// Payment links that wait for long, for digests.
import type { Money } from '#lib/money.ts';
import { pagesOf } from '#lib/pages.ts';
import { AWAITED_TERM, isAwaited } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { sumsOf } from './sums.ts';
import type { Sum } from './totals.ts';

const DAY_MS = 24 * 60 * 60_000;
const OLD_AFTER_DAYS = 3;
const PAGE_SIZE = 200;

/** What links that were older than three days at `now` (ms) and are unpaid have asked for. Rejects when the store is down. */
export async function readOldLinks(orders: Pick<OrderStore, 'search'>, now: number): Promise<readonly Sum[]> {
  const bounds = { limit: PAGE_SIZE, createdBefore: now - OLD_AFTER_DAYS * DAY_MS };
  const amounts: Money[] = [];
  for await (const page of pagesOf((from) => orders.search([[AWAITED_TERM]], { ...bounds, ...from })))
    for (const order of page.orders)
      if (order.kind === 'link' && order.state === 'pending' && isAwaited(order) && !order.paidTwin)
        amounts.push(order.amount);
  return sumsOf(amounts);
}

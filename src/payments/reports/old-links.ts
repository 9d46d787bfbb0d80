// Payment links that wait for long, for digests.
import type { Money } from '#lib/money.ts';
import { stateTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { sumsOf } from './sums.ts';
import type { Sum } from './totals.ts';

const DAY_MS = 24 * 60 * 60_000;
export const OLD_AFTER_DAYS = 3;
/** Links are checked for 30 days (orders/check-schedule.ts); an older one nobody waits for any more. */
const CHECKED_FOR_DAYS = 31;
const PAGE_SIZE = 200;

/** What links that were older than three days at `now` (ms) and are unpaid have asked for. Rejects when the store is down. */
export async function readOldLinks(orders: Pick<OrderStore, 'search'>, now: number): Promise<readonly Sum[]> {
  const bounds = { limit: PAGE_SIZE, createdBefore: now - OLD_AFTER_DAYS * DAY_MS };
  const amounts: Money[] = [];
  let after: string | undefined;
  do {
    const page = await orders.search([[stateTerm('pending')]], {
      ...bounds,
      ...(after === undefined ? {} : { after }),
    });
    for (const { kind, state, checksEndedAt, amount } of page.orders)
      if (kind === 'link' && state === 'pending' && checksEndedAt === undefined) amounts.push(amount);
    const oldest = page.orders.at(-1)?.createdAt ?? now;
    after = oldest < now - CHECKED_FOR_DAYS * DAY_MS ? undefined : page.next;
  } while (after !== undefined);
  return sumsOf(amounts);
}

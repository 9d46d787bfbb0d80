// Everybody's open orders: those that wait for approval and those that are still expected to be paid.
import type { Order } from '#orders/order.ts';
import { AWAITED_TERM, isAwaited, stateTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import type { OwnOpen } from './own-work.ts';
import { sumsOf } from './sums.ts';

const PAGE_SIZE = 500;
/** More of them are said to be "at least" so many. */
const MAX_COUNTED = 1_000;

/** Newest first. Rejects when the store is down. */
export async function readEverybodysOpen(orders: Pick<OrderStore, 'search'>): Promise<OwnOpen> {
  const found: Order[] = [];
  let after: string | undefined;
  do {
    const page = await orders.search([[AWAITED_TERM, stateTerm('waiting')]], {
      limit: PAGE_SIZE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.orders.filter((order) => isAwaited(order) || order.state === 'waiting'));
    after = page.next;
  } while (after !== undefined && found.length <= MAX_COUNTED);
  const open = found.slice(0, MAX_COUNTED);
  return {
    orders: open,
    open: sumsOf(open.map(({ amount }) => amount)),
    isAll: found.length <= MAX_COUNTED,
  };
}

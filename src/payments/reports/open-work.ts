// What is still to come, as it is now: orders that can still be paid, payments under review, and refunds under way. Costs as
// much as there is of it, however long the history.

import { pagesOf } from '#lib/async.ts';
import type { Money } from '#lib/money.ts';
import { isBehind, type Order } from '#orders/order.ts';
import { paidFor } from '#orders/payments.ts';
import { isRefundUnderWay } from '#orders/refund.ts';
import {
  AWAITED_TERM,
  agentTerm,
  isAwaited,
  REFUND_TERM,
  type SearchTerm,
  stateTerm,
  WAITS_TERM,
} from '#orders/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { countedOf, MAX_COUNTED, type OwnOpen } from './own-work.ts';
import { sumsOf } from './sums.ts';
import type { Sum } from './totals.ts';

/** One sum for each currency. */
export type OpenWork = {
  readonly unpaid: readonly Sum[];
  readonly review: readonly Sum[];
  readonly refunds: readonly Sum[];
};

const PAGE_SIZE = 500;

/** `agent`: whose orders; everybody's without one. Rejects when the store is down. */
export async function readOpenWork(orders: Pick<OrderStore, 'search'>, agent?: string): Promise<OpenWork> {
  async function sumsIn(term: SearchTerm, moneyOf: (order: Order) => Money | undefined) {
    const query = [[term], ...(agent === undefined ? [] : [[agentTerm(agent)]])];
    const found: Money[] = [];
    for await (const page of pagesOf((from) => orders.search(query, { limit: PAGE_SIZE, ...from })))
      for (const order of page.orders) {
        const money = moneyOf(order);
        if (money && (agent === undefined || order.agent === agent)) found.push(money);
      }
    return sumsOf(found);
  }
  return {
    // Where another one was paid for the same thing, nothing is to come.
    unpaid: await sumsIn(AWAITED_TERM, (order) =>
      isAwaited(order) && !order.duplicatePayment ? order.amount : undefined,
    ),
    // Where the provider has not said how much was paid, the order is counted, and adds nothing.
    review: await sumsIn(stateTerm('review'), (order) =>
      order.state === 'review' ? (paidFor(order) ?? { ...order.amount, amount: '0' }) : undefined,
    ),
    refunds: await sumsIn(REFUND_TERM, ({ refund }) =>
      refund && isRefundUnderWay(refund) ? refund.amount : undefined,
    ),
  };
}

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

/** All of it, because a request that waits for long may be about an old order. Rejects when the store is down. */
export async function readWaiting(orders: Pick<OrderStore, 'search'>): Promise<Order[]> {
  const found: Order[] = [];
  for await (const page of pagesOf((from) => orders.search([[WAITS_TERM]], { limit: PAGE_SIZE, ...from })))
    found.push(...page.orders.filter(({ approval }) => approval?.state === 'open'));
  return found;
}

// What is still to come, as it is now: orders that can still be paid, and payments under review. Costs as much as there is of
// it, however long the history.
import { type Money, sumMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import { AWAITED_TERM, agentTerm, isAwaited, type SearchTerm, stateTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import type { Sum } from './totals.ts';

/** One sum for each currency. */
export type OpenWork = { readonly unpaid: readonly Sum[]; readonly review: readonly Sum[] };

const PAGE_SIZE = 500;

/** `agent`: whose orders; everybody's without one. Rejects when the store is down. */
export async function readOpenWork(orders: Pick<OrderStore, 'search'>, agent?: string): Promise<OpenWork> {
  async function sumsIn(term: SearchTerm, moneyOf: (order: Order) => Money | undefined) {
    const sums = new Map<string, Sum>();
    let after: string | undefined;
    do {
      const page = await orders.search([[term], ...(agent === undefined ? [] : [[agentTerm(agent)]])], {
        limit: PAGE_SIZE,
        ...(after === undefined ? {} : { after }),
      });
      for (const order of page.orders) {
        const money = moneyOf(order);
        if (!money || (agent !== undefined && order.agent !== agent)) continue;
        const before = sums.get(money.currency);
        sums.set(money.currency, {
          money: sumMoney(money.currency, [money, ...(before ? [before.money] : [])]),
          count: (before?.count ?? 0) + 1,
        });
      }
      after = page.next;
    } while (after !== undefined);
    return [...sums.values()].sort((a, b) => b.count - a.count);
  }
  return {
    unpaid: await sumsIn(AWAITED_TERM, (order) => (isAwaited(order) ? order.amount : undefined)),
    review: await sumsIn(stateTerm('review'), ({ state, payment, amount }) =>
      state === 'review' ? (payment?.paid ?? amount) : undefined,
    ),
  };
}

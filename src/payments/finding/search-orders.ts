// Finds orders by conditions, newest first, a page of ten at a time. Called by slack/find/search.ts.
import type { Clock } from '#lib/clock.ts';
import { isBehind, type Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';
import type { Condition } from './condition.ts';
import { matches } from './matches.ts';
import { searchesFor } from './search-query.ts';

/** How many orders a page shows. */
export const PAGE_SIZE = 10;
/** How many orders are compared for one page; a person then says whether to look further back. */
const MAX_COMPARED = 2_000;
/** The first read is small, because mostly the index alone has found the right ones. */
const READ_SIZES = { first: PAGE_SIZE + 1, next: 200 };

/** Where a page ended. Stored as JSON until the next page is asked for. */
type PageEnd = {
  /** How many searches follow the one that was read last. */
  readonly searchesLeft: number;
  /** The store's mark of the orders that were read last; missing for the first ones. */
  readonly after?: string | undefined;
  /** The last order that was looked at. */
  readonly createdAt: number;
  readonly reference: string;
};

export type FoundPage = {
  readonly orders: readonly Order[];
  /** Undefined when every order was looked at. */
  readonly next: PageEnd | undefined;
};

/** Finds the next page of orders that fit all conditions. Rejects when the store is down. */
export type SearchOrders = (conditions: readonly Condition[], from?: PageEnd) => Promise<FoundPage>;

export function createSearchOrders({
  orders,
  clock,
}: {
  orders: Pick<OrderStore, 'search'>;
  clock: Pick<Clock, 'now'>;
}): SearchOrders {
  return async (conditions, from) => {
    const searches = searchesFor(conditions, clock.now());
    const hits: Order[] = [];
    let last: PageEnd | undefined = from;
    let compared = 0;
    for (const [index, { query, createdFrom = Number.NEGATIVE_INFINITY, ...bounds }] of searches.entries()) {
      const searchesLeft = searches.length - 1 - index;
      if (from && searchesLeft > from.searchesLeft) continue;
      const start = searchesLeft === from?.searchesLeft ? from : undefined;
      let after = start?.after;
      let limit = READ_SIZES.first;
      let isOver = false;
      while (!isOver) {
        // The page goes on in this search, or behind the last order of the one before.
        if (compared >= MAX_COMPARED)
          return { orders: hits, next: last?.searchesLeft === searchesLeft ? { ...last, after } : last };
        const page = await orders.search(query, {
          limit,
          ...bounds,
          ...(after === undefined ? {} : { after }),
        });
        for (const order of page.orders) {
          if (order.createdAt < createdFrom) isOver = true;
          // The page before ended amid these.
          if (isOver || (start && !isBehind(order, start))) continue;
          if (matches(order, conditions)) {
            if (hits.length === PAGE_SIZE) return { orders: hits, next: last };
            hits.push(order);
          }
          last = { searchesLeft, after, createdAt: order.createdAt, reference: order.reference };
        }
        compared += limit;
        limit = READ_SIZES.next;
        after = page.next;
        isOver ||= after === undefined;
      }
    }
    return { orders: hits, next: undefined };
  };
}

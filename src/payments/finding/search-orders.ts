// Finds orders by conditions, newest first, a page of ten at a time. Called by slack/tasks/find.ts.
import type { Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';
import type { Condition } from './condition.ts';
import { matches } from './matches.ts';
import { searchFor } from './search-query.ts';

/** How many orders a page shows. */
export const PAGE_SIZE = 10;
/** How many orders are compared for one page; a person then says whether to look further back. */
const MAX_COMPARED = 2_000;
/** The first read is small, because mostly the index alone has found the right ones. */
const READ_SIZES = { first: PAGE_SIZE + 1, next: 200 };

/** Where a page ended. Stored as JSON until the next page is asked for. */
export type PageEnd = {
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

export function createSearchOrders({ orders }: { orders: Pick<OrderStore, 'search'> }): SearchOrders {
  return async (conditions, from) => {
    const { query, ...bounds } = searchFor(conditions);
    const hits: Order[] = [];
    let after = from?.after;
    let last: PageEnd | undefined = from;
    for (let compared = 0; compared < MAX_COMPARED; ) {
      const limit = compared === 0 ? READ_SIZES.first : READ_SIZES.next;
      const page = await orders.search(query, {
        limit,
        ...bounds,
        ...(after === undefined ? {} : { after }),
      });
      for (const order of page.orders) {
        // The page before ended amid these.
        if (from && !isBehind(order, from)) continue;
        if (matches(order, conditions)) {
          if (hits.length === PAGE_SIZE) return { orders: hits, next: last };
          hits.push(order);
        }
        last = { after, createdAt: order.createdAt, reference: order.reference };
      }
      if (page.next === undefined) return { orders: hits, next: undefined };
      compared += limit;
      after = page.next;
    }
    return { orders: hits, next: last && { ...last, after } };
  };
}

/** In the order of `search`: the newest first, and of one moment the one whose reference is higher. */
function isBehind(order: Order, last: PageEnd): boolean {
  return order.createdAt === last.createdAt
    ? order.reference < last.reference
    : order.createdAt < last.createdAt;
}

// A person's own day: open orders with their sum, and what was collected today. Costs as much as the person has open and was
// paid today, however long the history and however much others collect.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { bookedTerm } from '#orders/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { readPeriod } from './period.ts';
import { type BookStore, daysSpan } from './span.ts';
import { outstandingIn, type Received, receivedIn } from './sums.ts';
import { collectReport, type Sum } from './totals.ts';

/** More open orders, from where a list begins or goes on, are said to be "at least" so many. */
export const MAX_COUNTED = 1_000;

/** `orders`: the open ones, newest first. `isAll`: false when there are more. Sums by currency. */
export type OwnOpen = {
  readonly orders: readonly Order[];
  readonly open: readonly Sum[];
  readonly isAll: boolean;
};
export type OwnWork = OwnOpen & { readonly today: readonly Received[] };

/** `agent`: a Slack id. Both reject when the store is down. */
export function createOwnWork(deps: {
  orders: Pick<OrderStore, 'openOf' | 'search'>;
  clock: Clock;
  timeZone: string;
}) {
  const { orders, clock, timeZone } = deps;

  async function openOf(agent: string, after?: Order): Promise<OwnOpen> {
    return countedOf(await orders.openOf(agent, MAX_COUNTED + 1, after));
  }

  async function collectedToday(agent: string): Promise<readonly Received[]> {
    const today = readPeriod('today', { now: clock.now(), timeZone });
    if (!today.ok) throw new Error(`today is no period: ${today.fault}`);
    return receivedIn(await collectReport(booksOf(orders, agent), daysSpan(today.value)));
  }

  return {
    /** With `after` only those that come behind it. */
    openOf,
    async read(agent: string): Promise<OwnWork> {
      const [own, today] = await Promise.all([openOf(agent), collectedToday(agent)]);
      return { ...own, today };
    },
  };
}

/** `found`: the newest first. */
export function countedOf(found: readonly Order[]): OwnOpen {
  const orders = found.slice(0, MAX_COUNTED);
  return { orders, open: outstandingIn(orders), isAll: found.length <= MAX_COUNTED };
}

/** The books of one agent on one day. */
function booksOf(orders: Pick<OrderStore, 'search'>, agent: string): BookStore {
  return {
    async entriesBetween({ firstDay: day }, page) {
      const found = await orders.search([[bookedTerm(agent, day)]], page);
      // Another term may have the same digest.
      const own = found.orders.filter((order) => order.agent === agent);
      const entries = own.flatMap((order) =>
        (order.entries ?? []).filter((entry) => entry.day === day).map((entry) => ({ entry, order })),
      );
      return { entries, damaged: [], next: found.next };
    },
  };
}

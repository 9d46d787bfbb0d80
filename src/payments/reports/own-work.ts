// A person's own day: open orders with their sum, and what was collected today. Costs as much as is open and was paid today,
// however long the history.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { OrderStore } from '#store/store.ts';
import { readPeriod } from './period.ts';
import { type BookStore, daysSpan, ofAgent } from './span.ts';
import { sumsOf } from './sums.ts';
import { collectReport, type Sum } from './totals.ts';

/** More open orders of one person are said to be "at least" so many. */
const MAX_COUNTED = 1_000;

/** `orders`: the open ones, newest first. `isAll`: false when there are more. Sums by currency. */
export type OwnOpen = {
  readonly orders: readonly Order[];
  readonly open: readonly Sum[];
  readonly isAll: boolean;
};
export type OwnWork = OwnOpen & { readonly today: readonly Sum[] };

/** `agent`: a Slack id. Both reject when the store is down. */
export function createOwnWork(deps: {
  orders: Pick<OrderStore, 'openOf'> & BookStore;
  clock: Clock;
  timeZone: string;
}) {
  const { orders, clock, timeZone } = deps;

  async function openOf(agent: string): Promise<OwnOpen> {
    const found = await orders.openOf(agent, MAX_COUNTED + 1);
    const open = found.slice(0, MAX_COUNTED);
    return {
      orders: open,
      open: sumsOf(open.map(({ amount }) => amount)),
      isAll: found.length <= MAX_COUNTED,
    };
  }

  async function collectedToday(agent: string): Promise<readonly Sum[]> {
    const today = readPeriod('today', { now: clock.now(), timeZone });
    if (!today.ok) throw new Error(`today is no period: ${today.fault}`);
    return (await collectReport(orders, ofAgent(daysSpan(today.value), agent))).totals;
  }

  return {
    openOf,
    async read(agent: string): Promise<OwnWork> {
      const [own, today] = await Promise.all([openOf(agent), collectedToday(agent)]);
      return { ...own, today };
    },
  };
}

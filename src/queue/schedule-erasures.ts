// Makes the orders that were stored before RETENTION_DAYS was set, or set as it is now, due for it in the queue `check`, and a day
// later those that other replicas have ended meanwhile without it. bot.ts starts it with the process; once both are done that is
// one question to the store. All later orders are made due by their own checks, and those that were not sent when their form ends.
import { type Clock, sleep } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import { erasureTime } from '#orders/forgetting.ts';
import type { OrdersPage, Store } from '#store/store.ts';
import { workInBackground } from './background.ts';

/** What is overdue is spread, because each one's messages are edited in Slack, which takes some fifty edits a minute. */
const OVERDUE_EVERY_MS = 5_000;

/** So long the restarts of all replicas may take. One without the setting may go on after the last new one has started. */
const ROLLED_OUT_AFTER_MS = 24 * 60 * 60_000;

/** Earlier versions kept `days` in its place. They left orders that ended unsent without a time, so all are read once more. */
const WALKED = 'walked';

/** The setting for which all orders were made due, when (ms) that was first done, and whether it was done again a day later. */
type Walked = { readonly days: number; readonly at: number; readonly isRepeated: boolean };

/** Resolves when all are due, or when `signal` aborts; never rejects. Begun anew after a break. `days`: the setting. */
export function scheduleErasures(deps: {
  store: Pick<Store, 'everyOrder' | 'keyValues'> & { readonly orders: Pick<Store['orders'], 'trigger'> };
  days: number | undefined;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
  log: (message: string) => void;
}): Promise<void> {
  const { store, days, clock, signal, log } = deps;
  const kept = store.keyValues('retention');
  /** The first reading of all orders for this setting; undefined until it is over. */
  let first: Walked | undefined;
  let pages: AsyncIterator<OrdersPage> | undefined;
  let count = 0;
  let overdue = 0;

  async function step(): Promise<'done' | 'more'> {
    if (days === undefined) {
      await kept.delete(WALKED);
      return 'done';
    }
    if (!pages) {
      const known = await kept.get<Walked>(WALKED);
      first = known?.days === days ? known : undefined;
      if (first?.isRepeated) return 'done';
      const waitMs = first ? first.at + ROLLED_OUT_AFTER_MS - clock.now() : 0;
      if (waitMs > 0) {
        await sleep(clock, waitMs, signal);
        return 'more';
      }
      count = 0;
      overdue = 0;
      pages = store.everyOrder()[Symbol.asyncIterator]();
    }
    const { value: page, done } = await pages.next();
    if (done) {
      pages = undefined;
      await kept.set(WALKED, {
        days,
        at: first?.at ?? clock.now(),
        isRepeated: first !== undefined,
      } satisfies Walked);
      log(`Scheduled the erasure of customer data in ${count} orders (RETENTION_DAYS)`);
      return 'more';
    }
    await Promise.all(
      page.orders.map(async (order) => {
        const at = erasureTime(order, days);
        if (at === undefined) return;
        count += 1;
        const isOverdue = at <= clock.now();
        overdue += isOverdue ? 1 : 0;
        const due = isOverdue ? clock.now() + overdue * OVERDUE_EVERY_MS : at;
        await store.orders.trigger('check', order.reference, due);
      }),
    );
    return 'more';
  }

  return workInBackground({
    ...deps,
    what: 'retention',
    failing: 'Scheduling erasures failed; trying again',
    step: () =>
      step().catch((error: unknown) => {
        pages = undefined;
        throw error;
      }),
  });
}

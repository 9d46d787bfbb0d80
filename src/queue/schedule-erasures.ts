// Makes the orders that were stored before RETENTION_DAYS was set, or set as it is now, due for it in the queue `check`. bot.ts
// starts it with the process; a day after the setting was changed that is one question to the store. All later orders are made
// due by their own checks.
import type { Clock } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import { erasureTime } from '#orders/forgetting.ts';
import type { OrdersPage, Store } from '#store/store.ts';
import { workInBackground } from './background.ts';

/** What is overdue is spread, because each one's messages are edited in Slack, which takes some fifty edits a minute. */
const OVERDUE_EVERY_MS = 5_000;

const DAYS = 'days';

/** So long the restarts of all replicas may take. What one without the setting ends meanwhile, its own start with it makes due. */
const ROLLED_OUT_AFTER_MS = 24 * 60 * 60_000;

/** The setting for which all orders were made due, and when (ms) that was first done. */
type Done = { readonly days: number; readonly at: number };

/** Resolves when all are due, or when `signal` aborts; never rejects. Begun anew after a break. `days`: the setting. */
export function scheduleErasures(deps: {
  store: Pick<Store, 'everyOrder' | 'keyValues'> & { readonly orders: Pick<Store['orders'], 'trigger'> };
  days: number | undefined;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
  log: (message: string) => void;
}): Promise<void> {
  const { store, days, clock, log } = deps;
  const kept = store.keyValues('retention');
  let isRepeated = false;
  let pages: AsyncIterator<Pick<OrdersPage, 'orders'>> | undefined;
  let count = 0;
  let overdue = 0;

  async function doneBefore(): Promise<Done | undefined> {
    const known = await kept.get<Done | number>(DAYS);
    // Before the time was kept, it was the days alone.
    return typeof known === 'number' ? { days: known, at: 0 } : known;
  }

  async function step(): Promise<'done' | 'more'> {
    if (days === undefined) {
      await kept.delete(DAYS);
      return 'done';
    }
    if (!pages) {
      const known = await doneBefore();
      isRepeated = known?.days === days;
      if (known && isRepeated && clock.now() - known.at >= ROLLED_OUT_AFTER_MS) return 'done';
      count = 0;
      overdue = 0;
      pages = store.everyOrder()[Symbol.asyncIterator]();
    }
    const { value: page, done } = await pages.next();
    if (done) {
      if (!isRepeated) await kept.set(DAYS, { days, at: clock.now() } satisfies Done);
      log(`${count} orders will have their customers’ data erased, each in its time (RETENTION_DAYS)`);
      return 'done';
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
    failing: 'Older orders cannot be made due for erasing now; trying again',
    step: () =>
      step().catch((error: unknown) => {
        pages = undefined;
        throw error;
      }),
  });
}

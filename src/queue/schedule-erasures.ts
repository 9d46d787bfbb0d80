// Makes the orders that were stored before RETENTION_DAYS was set, or set as it is now, due for it in the queue `check`. bot.ts
// starts it with the process; once it is done that is one question to the store. All later orders are made due by their own checks,
// and those that were not sent when their form ends.
import { type Clock, sleep } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import { erasureTime } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import type { Store } from '#store/store.ts';
import { backoff } from './worker.ts';

/** What is overdue is spread, because each one's messages are edited in Slack, which takes some fifty edits a minute. */
const OVERDUE_EVERY_MS = 5_000;
/** Between two pages of orders, so that nobody waits for this. */
const PAUSE_MS = 50;
const MAX_RETRY_MS = 60_000;

/** The setting for which all orders were made due. */
const DAYS = 'days';

/**
 * Resolves when all are due, or when `signal` aborts; never rejects. After a failure or a break all orders are read again.
 * `days`: the setting.
 */
export async function scheduleErasures(deps: {
  store: Pick<Store, 'everyOrder' | 'keyValues'> & { readonly orders: Pick<Store['orders'], 'trigger'> };
  days: number | undefined;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
  log: (message: string) => void;
}): Promise<void> {
  const { store, days, clock, reporter, signal, log } = deps;
  const kept = store.keyValues('retention');

  async function scheduleAll(setting: number): Promise<void> {
    let count = 0;
    let overdue = 0;
    async function schedule(order: Order): Promise<void> {
      const at = erasureTime(order, setting);
      if (at === undefined) return;
      count += 1;
      const isOverdue = at <= clock.now();
      overdue += isOverdue ? 1 : 0;
      const due = isOverdue ? clock.now() + overdue * OVERDUE_EVERY_MS : at;
      await store.orders.trigger('check', order.reference, due);
    }
    for await (const { orders } of store.everyOrder()) {
      if (signal.aborted) return;
      await Promise.all(orders.map(schedule));
      await sleep(clock, PAUSE_MS, signal);
    }
    await kept.set(DAYS, setting);
    log(`Scheduled the erasure of customer data in ${count} orders (RETENTION_DAYS)`);
  }

  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      if (days === undefined) await kept.delete(DAYS);
      else if ((await kept.get<number>(DAYS)) !== days) await scheduleAll(days);
      return;
    } catch (error) {
      reporter.failing('retention', 'Scheduling erasures failed; trying again', error);
      await sleep(clock, Math.min(backoff(tries), MAX_RETRY_MS), signal);
    }
  }
}

// Erases customers' data when RETENTION_DAYS are over: a due time on the queue `check`, like deadlines and reminders. Called by
// due-check.ts for each order that is due.
import type { Clock } from '#lib/clock.ts';
import { TELLER } from '#orders/audit-line.ts';
import { erasureTime, whyKept } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import type { Forget } from './forget.ts';

/** So often an order is checked again whose time is over and that must keep its customer for now. */
const KEPT_AGAIN_MS = 24 * 60 * 60_000;

export type Retention = {
  /** Erases the customer if the setting of now says so; undefined when nothing was erased. Rejects when the store is down. */
  eraseIfDue(order: Order): Promise<Order | undefined>;
  /** When (ms) to check it next for that; undefined for never. */
  nextCheck(order: Order): number | undefined;
};

/** `days`: undefined keeps everything. */
export function createRetention(deps: {
  forget: Forget['forget'];
  days: number | undefined;
  clock: Clock;
}): Retention {
  const { forget, days, clock } = deps;
  const isDue = (at: number | undefined) => at !== undefined && at <= clock.now();
  return {
    async eraseIfDue(order) {
      if (!isDue(erasureTime(order, days))) return undefined;
      const result = await forget(order.reference, TELLER);
      return result.status === 'erased' ? result.order : undefined;
    },
    nextCheck(order) {
      const at = erasureTime(order, days);
      if (!isDue(at)) return at;
      // One that recurs may be kept for years. Of a charge it is not known here, because its order decides.
      const keptUntil = whyKept(order, undefined, clock.now())?.until ?? 0;
      return Math.max(clock.now() + KEPT_AGAIN_MS, keptUntil);
    },
  };
}

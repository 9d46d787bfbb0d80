// Erases customers' data when RETENTION_DAYS are over: a due time on the queue `check`, like deadlines and reminders. Called by
// due-check.ts for each order that is due.
import type { Clock } from '#lib/clock.ts';
import { TELLER } from '#orders/audit-line.ts';
import { erasureTime } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import type { Forget } from './forget.ts';

/** So often an order is checked again whose time is over and that must keep its customer for now. */
const KEPT_AGAIN_MS = 24 * 60 * 60_000;

export type Retention = {
  /**
   * Erases the customer if the setting of now says so; without `order` when nothing was erased. `keptUntil`: when (ms) the order may
   * be erased, where it must keep its customer for now. Rejects when the store is down.
   */
  eraseIfDue(order: Order): Promise<{ readonly order?: Order; readonly keptUntil?: number | undefined }>;
  /** When (ms) to check it next for that; undefined for never. */
  nextCheck(order: Order, keptUntil: number | undefined): number | undefined;
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
      if (!isDue(erasureTime(order, days))) return {};
      const result = await forget(order.reference, TELLER);
      if (result.status === 'erased') return { order: result.order };
      return result.status === 'kept' ? { keptUntil: result.kept.until } : {};
    },
    nextCheck(order, keptUntil = 0) {
      const at = erasureTime(order, days);
      // One that recurs, and its charges, may be kept for years.
      return isDue(at) ? Math.max(clock.now() + KEPT_AGAIN_MS, keptUntil) : at;
    },
  };
}

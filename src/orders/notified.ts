// A notification that comes while the payment service does not say how its order stands. It is noted with the order, so that the
// order is checked until the service answers, also when its schedule is long over. Pure. Called by payments/status.
import { lastRequestedAt } from './bulk.ts';
import { nextCheck } from './check-schedule.ts';
import type { Order } from './order.ts';

/** A check of the schedule that had no answer for so long (ms) after it was due has failed. */
const OVERDUE_MS = 60_000;

/** True while no check has had an answer since that notification. */
export function awaitsAnswer({ notifiedAt, checkedAt }: Order): boolean {
  return notifiedAt !== undefined && (checkedAt === undefined || notifiedAt > checkedAt);
}

/**
 * The order with `notifiedAt` when a notification comes at `now` (ms) and checks of its schedule have had no answer. Undefined when
 * that is noted already, and in the usual case that they have: then the check that the notification makes due is enough.
 */
export function noteNotification(order: Order, now: number): Order | undefined {
  if (awaitsAnswer(order)) return undefined;
  const next = nextCheck(order, order.checkedAt ?? lastRequestedAt(order) ?? order.createdAt);
  return next !== undefined && next + OVERDUE_MS < now ? { ...order, notifiedAt: now } : undefined;
}

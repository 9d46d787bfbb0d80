// A notification whose check gets no answer from the payment service. It is noted with the order, so that the order is checked until
// the service answers, also when its schedule is long over. Pure. Called by payments/status.
import { lastRequestedAt } from './bulk.ts';
import { nextCheck } from './check-schedule.ts';
import type { Order } from './order.ts';

/** True while no check has had an answer since that notification. */
export function awaitsAnswer({ notifiedAt, checkedAt }: Order): boolean {
  return notifiedAt !== undefined && (checkedAt === undefined || notifiedAt > checkedAt);
}

/**
 * The order with `notifiedAt` when a notification comes at `now` (ms) while a check of its schedule is due. Undefined when that is
 * noted already, and in the usual case that none is due: if the check that the notification makes due fails, `noteFailedCheck`
 * notes it.
 */
export function noteNotification(order: Order, now: number): Order | undefined {
  return isDueBySchedule(order, now) ? note(order, now) : undefined;
}

/** The same when a check that began at `begunAt` (ms) has had no answer, and was not due by the schedule but by a notification. */
export function noteFailedCheck(order: Order, begunAt: number): Order | undefined {
  const { checkedAt } = order;
  // It was answered, and something after that has failed.
  if (checkedAt !== undefined && checkedAt >= begunAt) return undefined;
  return isDueBySchedule(order, begunAt) ? undefined : note(order, begunAt);
}

function note(order: Order, notifiedAt: number): Order | undefined {
  return awaitsAnswer(order) ? undefined : { ...order, notifiedAt };
}

/** True when a check that the schedule asks for at `now` or earlier has had no answer yet. */
function isDueBySchedule(order: Order, now: number): boolean {
  const next = nextCheck(order, order.checkedAt ?? lastRequestedAt(order) ?? order.createdAt);
  return next !== undefined && next <= now;
}

// The deadline of a link, after which Teller cancels it, and the one reminder of a link that nobody has paid. Both are due
// times of the queue `check` (check-schedule.ts). Pure; all times are milliseconds since the epoch.
import { dayOf, momentOf, startOfDay } from '#lib/time.ts';
import { announce } from './announcement.ts';
import { isOpen } from './lifecycle.ts';
import type { Order } from './order.ts';
import { addDays } from './recurrence.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A deadline lies at most so many days after the day on which the link is made. */
export const MAX_DEADLINE_DAYS = 366;

/** An unpaid link without a deadline reminds its agent at the first REMINDER_TIME after this. */
const REMINDED_AFTER_MS = 3 * DAY_MS;
const REMINDER_TIME = '09:00';

/** The days of `timeZone` that a link made at `now` may have as its deadline. */
export function deadlineDays(
  now: number,
  timeZone: string,
): { readonly first: string; readonly last: string } {
  const first = dayOf(now, timeZone);
  return { first, last: addDays(first, MAX_DEADLINE_DAYS) };
}

/** When a new order's deadline is over and its agent is reminded. Only a link that is paid once has these. */
export function dueTimes(
  { kind, recurring, validUntil }: Pick<Order, 'kind' | 'recurring' | 'validUntil'>,
  createdAt: number,
  timeZone: string,
): Pick<Order, 'deadlineAt' | 'remindAt'> {
  if (kind !== 'link' || recurring) return {};
  if (validUntil === undefined)
    return { remindAt: reminderTimeFrom(createdAt + REMINDED_AFTER_MS, timeZone) };
  const dayBefore = addDays(validUntil, -1);
  return {
    deadlineAt: startOfDay(addDays(validUntil, 1), timeZone),
    ...(dayOf(createdAt, timeZone) < dayBefore
      ? { remindAt: momentOf(dayBefore, REMINDER_TIME, timeZone) }
      : {}),
  };
}

function reminderTimeFrom(at: number, timeZone: string): number {
  const day = dayOf(at, timeZone);
  const onThatDay = momentOf(day, REMINDER_TIME, timeZone);
  return onThatDay >= at ? onThatDay : momentOf(addDays(day, 1), REMINDER_TIME, timeZone);
}

export function isDeadlineOver({ deadlineAt }: Pick<Order, 'deadlineAt'>, now: number): boolean {
  return deadlineAt !== undefined && deadlineAt <= now;
}

/** The order with `deadlineOverAt` when its deadline is over at `now` and it must still be cancelled; else undefined. */
export function passDeadline(order: Order, now: number): Order | undefined {
  return isOpen(order.state) && isDeadlineOver(order, now) && order.deadlineOverAt === undefined
    ? { ...order, deadlineOverAt: now }
    : undefined;
}

/** True while Teller asks the provider, which does not answer, to cancel the link because its deadline is over. */
export function isCancelAwaited({ state, deadlineOverAt, checksEndedAt }: Order): boolean {
  return isOpen(state) && deadlineOverAt !== undefined && checksEndedAt === undefined;
}

/** True of a link that can still be paid after its deadline: the provider refused to cancel it, with which the checks ended. */
export function isKeptPastDeadline(order: Order): boolean {
  const { state, checksEndedAt } = order;
  return isOpen(state) && checksEndedAt !== undefined && isDeadlineOver(order, checksEndedAt);
}

/** When to remind its agent; undefined when that was done or is not needed any more. */
export function nextReminder(order: Order): number | undefined {
  const isDue = order.remindedAt === undefined && hasUnpaidLink(order);
  return isDue ? order.remindAt : undefined;
}

/** The order with the reminder that is due at `now`; undefined when none is. */
export function remind(order: Order, now: number): Order | undefined {
  const at = nextReminder(order);
  // One that was approved after that time has just been sent.
  if (at === undefined || at > now || (order.requestedAt ?? now) > at || !mayBeReminded(order, now))
    return undefined;
  return announce({ ...order, remindedAt: now }, { kind: 'reminder' }, now);
}

/** True while a reminder says something true: the customer can still pay with the link, and should. */
export function mayBeReminded(order: Order, now: number): boolean {
  return hasUnpaidLink(order) && !isDeadlineOver(order, now);
}

/** Without an address there is nothing to pay with, and nothing that the checks should go on for. */
function hasUnpaidLink({ state, provider, resentAs, duplicatePayment, checksEndedAt }: Order): boolean {
  const isUnpaid = isOpen(state) && !resentAs && !duplicatePayment && checksEndedAt === undefined;
  return isUnpaid && provider.redirectUrl !== undefined;
}

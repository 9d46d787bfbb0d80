// When an order is checked with the provider: on a schedule, because notifications get lost, and after a
// notification. Called by payments/. All times are milliseconds.
import { neverArrived } from './at-provider.ts';
import { TELLER } from './audit-line.ts';
import { nextCancel } from './cancelling.ts';
import { missedCheck } from './charges.ts';
import { nextReminder } from './deadline.ts';
import { nextRunOut } from './decisions.ts';
import { isOpen, wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';
import { isUnstated, newestPayment } from './payments.ts';
import { nextRefundCheck } from './refund.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a PIN prompt on a phone is checked, counted from its request. */
export const PROMPT_CHECKS: readonly number[] = [
  20 * SECOND,
  45 * SECOND,
  90 * SECOND,
  3 * MINUTE,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  24 * HOUR,
];

/** When a link is checked, counted from its request: customers may pay it after weeks. */
export const LINK_CHECKS: readonly number[] = [
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  ...Array.from({ length: 30 }, (_, day) => (day + 1) * DAY),
];

/**
 * When an order is checked once it was cancelled, or a link once its deadline is over, counted from that: what was on its way may still
 * be paid (PROVIDER-FACTS, CancelOrder).
 */
const LAST_CHECKS: readonly number[] = [10 * MINUTE, HOUR, 6 * HOUR, DAY];

/** An order whose request got no answer counts as not sent if the provider does not know it this long after the request. */
export const NOT_SENT_AFTER_MS = 3 * MINUTE;

/** A notification's check comes at least this long after the last check, so that a hundred notifications cost few calls. */
const NOTIFICATION_PAUSE_MS = 2 * SECOND;

/** A notification this soon after a check that found the order paid is probably a copy, so its check can wait until then. */
const COPIES_MS = 10 * SECOND;

/** If the payment is older than this, a notification is no copy of the payment's: it may report a reversal. */
const RECENT_PAYMENT_MS = 30 * SECOND;

/**
 * When something is next to be done with the order after `now` (ms since the epoch); undefined when never again. Missed checks
 * are skipped. A paid recurring order is checked when a charge would be missed, a link with a deadline daily until the day after
 * that, and when its agent is to be reminded, a cancelled one until a day after that as well, one that never arrived as if it had, one
 * whose cancel was left when that is taken up, one with a request for approval when that runs out, and one with a refund as that
 * needs it.
 */
export function nextCheck(order: Order, now: number): number | undefined {
  const { refund } = order;
  const reminder = nextReminder(order);
  const times = [
    nextStatusCheck(order, now),
    nextCancel(order, now),
    nextRunOut(order),
    reminder !== undefined && reminder > now ? reminder : undefined,
    refund && order.state !== 'reversed' ? nextRefundCheck(refund, now) : undefined,
  ].filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function nextStatusCheck(order: Order, now: number): number | undefined {
  const { kind, state, deadlineAt, cancelledBy, changedAt } = order;
  const isLost = neverArrived(order);
  const from = order.requestedAt ?? order.createdAt;
  // The agent waits for a link whose answer was lost, so it is checked as often as a prompt.
  const schedule = kind === 'link' && state !== 'sending' ? LINK_CHECKS : PROMPT_CHECKS;
  const next = firstAfter(now, from, schedule);
  // The provider may say later how much was paid.
  const isAwaited = state === 'review' && isUnstated(order);
  if (!isOpen(state) && state !== 'cancelled' && !isLost)
    return earlier(isAwaited ? next : undefined, missedCheck(order, now));
  // The request may be long ago when somebody cancels, and the customer have the old prompt or page still open.
  if (state === 'cancelled' && cancelledBy !== TELLER)
    return earlier(next, firstAfter(now, changedAt, LAST_CHECKS));
  if (deadlineAt === undefined || isLost) return next;
  if (deadlineAt > now) {
    const daily = from + (Math.floor((now - from) / DAY) + 1) * DAY;
    return Math.min(next ?? daily, deadlineAt);
  }
  const isAnswered = state !== 'sending';
  const overAt = Math.max(deadlineAt, changedAt);
  return (isAnswered ? undefined : next) ?? firstAfter(now, overAt, LAST_CHECKS);
}

/** Until when (ms) the schedule goes on asking about an order that is not paid. */
export function lastCheck(order: Order): number {
  const from = order.requestedAt ?? order.createdAt;
  const schedule = order.kind === 'link' ? LINK_CHECKS : PROMPT_CHECKS;
  const { deadlineAt } = order;
  return deadlineAt === undefined ? from + (schedule.at(-1) ?? 0) : deadlineAt + (LAST_CHECKS.at(-1) ?? 0);
}

function firstAfter(now: number, from: number, schedule: readonly number[]): number | undefined {
  const afterMs = schedule.find((ms) => from + ms > now);
  return afterMs === undefined ? undefined : from + afterMs;
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/**
 * When to check an order for which a notification arrives `now`. Never "not at all", because what looks like a copy may
 * report that the payment was paid back seconds later; but all copies share one check, when no more of them come.
 */
export function checkAfterNotification(
  order: Pick<Order, 'state' | 'checkedAt' | 'payments'>,
  now: number,
): number {
  if (order.checkedAt === undefined) return now;
  const isRecent = now - (newestPayment(order)?.paidAt ?? now) < RECENT_PAYMENT_MS;
  const pauseMs = wasPaid(order.state) && isRecent ? COPIES_MS : NOTIFICATION_PAUSE_MS;
  // At most the pause, also when the clock was set back after the last check.
  return Math.max(now, Math.min(order.checkedAt, now) + pauseMs);
}

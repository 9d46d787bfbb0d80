// When to ask the service about an order although nobody told us to: notifications get lost.
import { hasMoney, isOpen } from './lifecycle.ts';
import type { Order } from './order.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After how long each look is taken, counted from when the service was called. */
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

/** A link may lie in a chat for weeks. */
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

/** How long a prompt whose answer was lost is searched for at the service before it counts as never sent. */
export const SEARCH_MS = 3 * MINUTE;

/** Pause between two looks that notifications ask for, so that a hundred copies cost no hundred calls. */
const NOTIFICATION_PAUSE_MS = 2 * SECOND;

/** Within this time after an order was seen paid, further notifications are copies of the one that said so. */
const DUPLICATE_MS = 10 * SECOND;

/** But not when the payment is older than this: then something has happened to it since, and nothing else would say so. */
const FRESH_MS = 30 * SECOND;

/** The next look (ms since the epoch) after `now`, or undefined when watching ends. Missed looks are not made up for. */
export function nextCheck(order: Order, now: number): number | undefined {
  if (!isOpen(order.state) && order.state !== 'cancelled') return undefined;
  const from = order.requestedAt ?? order.createdAt;
  // A link whose answer was lost has no address to give yet: it is in as much hurry as a prompt.
  const pace = order.kind === 'link' && order.state !== 'sending' ? LINK_CHECKS : PROMPT_CHECKS;
  const step = pace.find((afterMs) => from + afterMs > now);
  return step === undefined ? undefined : from + step;
}

/** When a notification that arrives `now` makes it worth asking, or undefined when it is only a copy. */
export function checkAfterNotification(
  order: Pick<Order, 'state' | 'checkedAt' | 'payment'>,
  now: number,
): number | undefined {
  // A look "in the future" means that the clock was set back; it says nothing about how long ago it was.
  if (order.checkedAt === undefined || order.checkedAt > now) return now;
  const isFresh = now - (order.payment?.paidAt ?? now) < FRESH_MS;
  if (hasMoney(order.state) && isFresh && now - order.checkedAt < DUPLICATE_MS) return undefined;
  return Math.max(now, order.checkedAt + NOTIFICATION_PAUSE_MS);
}

// Erasing a customer's data from an order: what names the person goes (order-fields.ts), the money stays. Says which orders keep it
// for now, and from when on they need not. Pure.
import { startOfDay } from '#lib/time.ts';
import { mayBeAtProvider } from './at-provider.ts';
import { lastCheck } from './check-schedule.ts';
import { isOpen, wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';
import { withoutCustomer } from './order-fields.ts';
import { addDays } from './recurrence.ts';
import { isRefundUnderWay } from './refund.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A charge is told as missed after two days; from the day after that nothing more is expected of a recurring order. */
const OVER_AFTER_DAYS = 3;

/**
 * Why an order keeps its customer, as people read it behind the reference. `waiting`: for approval, or to be sent after it. `bulk`:
 * its file is still being sent (payments/bulk/named-in-bulks.ts says that).
 */
export const KEPT_REASONS = {
  open: 'can still be paid',
  waiting: 'needs approval or isn’t sent yet: decline or withdraw it first',
  review: 'needs review: accept it as paid or refund it',
  refund: 'is being refunded',
  recurring: 'is recurring, with further charges',
  bulk: 'belongs to bulk requests that are still being sent',
} as const;

/** `until` (ms): from when on it may go, if nothing happens before; missing where somebody has to decide first. */
export type Kept = { readonly because: keyof typeof KEPT_REASONS; readonly until?: number };

/** Undefined when the customer may be erased at `now` (ms). `parent`: of a charge, the order that it belongs to. */
export function whyKept(order: Order, parent: Order | undefined, now: number): Kept | undefined {
  if (order.refund && isRefundUnderWay(order.refund)) return { because: 'refund' };
  if (order.state === 'review') return { because: 'review' };
  if (order.state === 'waiting') return { because: 'waiting' };
  const checkedUntil = lastCheck(order);
  // The end of a charge's checks is not written down, because it is in no list.
  const isChecked = order.kind === 'charge' ? checkedUntil > now : order.checksEndedAt === undefined;
  const open =
    isOpen(order.state) && isChecked ? ({ because: 'open', until: checkedUntil } as const) : undefined;
  const overAt = chargedUntil(parent ?? order) ?? now;
  return overAt > Math.max(now, open?.until ?? now) ? { because: 'recurring', until: overAt } : open;
}

/**
 * Until when (ms) charges may come of a recurring order. Also of one that is unpaid or cancelled: whoever has its page open can still
 * pay, and each charge after that may come under its account number alone, by which nobody finds an erased one.
 */
function chargedUntil(order: Order): number | undefined {
  const { recurring, state } = order;
  const mayBeCharged = recurring && (wasPaid(state) || mayBeAtProvider(order));
  return mayBeCharged ? startOfDay(addDays(recurring.endDay, OVER_AFTER_DAYS)) : undefined;
}

/** When (ms) anything last became known of the order, or was done with it. */
export function lastChange(order: Order): number {
  const { approval, orderApproval, refund, entries = [] } = order;
  const times = [
    order.createdAt,
    order.changedAt,
    order.checksEndedAt,
    order.cancelRequestedAt,
    order.charges?.lastAt,
    ...[approval, orderApproval].flatMap((one) => [one?.askedAt, one?.decidedAt]),
    ...[refund?.requestedAt, refund?.repeatedAt, refund?.answeredAt, refund?.overdueAt, refund?.endedAt],
    ...entries.map(({ learnedAt }) => learnedAt),
  ];
  return Math.max(...times.filter((time) => time !== undefined));
}

/** When (ms) the setting of `days` erases the order's customer; undefined when it is not set, or that was done. */
export function erasureTime(order: Order, days: number | undefined): number | undefined {
  return days === undefined || order.erasedAt !== undefined ? undefined : lastChange(order) + days * DAY_MS;
}

/**
 * The order with its customer erased at `at` (ms) by `by` (a Slack id, TELLER or OPERATOR). `isErasing` stays until the messages
 * and the store's files hold nothing more of it.
 */
export function erased(order: Order, by: string, at: number): Order {
  return withoutCustomer({ ...order, erasedAt: at, erasedBy: by, isErasing: true });
}

/**
 * An erased order without what a later answer of the provider, or an older process, has brought back; any other as it is. The
 * same object when there is nothing to take out.
 */
export function keptErased(order: Order): Order {
  return order.erasedAt === undefined ? order : withoutCustomer(order);
}

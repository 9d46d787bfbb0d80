// A cancel that somebody has begun: it is saved with their name before the provider is asked, so that whoever finds it
// left by a process that died, or without an answer, goes on with it. Called by payments/ordering/cancel.ts, which carries it
// out, and by payments/status/due-check.ts, which takes it up. Pure; all times are milliseconds since the epoch.
import { announce } from './announcement.ts';
import { TELLER } from './audit-line.ts';
import { isOpen } from './lifecycle.ts';
import type { Order } from './order.ts';

/** Until then it is left to the process that has begun it. As long as a lease of a process that was killed. */
const TAKEN_UP_AFTER_MS = 8_000;

/**
 * `begun_before`: an earlier request may have worked. `closed`: there is nothing to cancel any more. `ended`: what was to be taken up
 * did nothing, as whoever was still at it has been told. TELLER's own name is not kept, because a deadline is repeated by itself.
 * Without an order nothing has changed.
 */
export function beginCancel(
  order: Order,
  { by, at, isTakenUp }: { readonly by: string; readonly at: number; readonly isTakenUp: boolean },
): { readonly status: 'begun' | 'begun_before' | 'closed' | 'ended'; readonly order?: Order } {
  if (!isOpen(order.state)) return { status: 'closed' };
  const { cancelRequestedAt, cancelRequestedBy } = order;
  if (isTakenUp && cancelRequestedAt === undefined) return { status: 'ended' };
  const person = by === TELLER ? {} : { cancelRequestedBy: by };
  if (cancelRequestedAt === undefined)
    return { status: 'begun', order: { ...order, ...person, cancelRequestedAt: at } };
  const isSame = by === TELLER || by === cancelRequestedBy;
  return { status: 'begun_before', ...(isSame ? {} : { order: { ...order, ...person } }) };
}

/** The order after a request that did nothing; undefined when there was none. */
export function withoutCancel(order: Order): Order | undefined {
  const { cancelRequestedAt, cancelRequestedBy: _, ...unrequested } = order;
  return cancelRequestedAt !== undefined && isOpen(order.state) ? unrequested : undefined;
}

/** The order after the provider refused what was taken up for `by` (a Slack id), who has to be told; undefined when there was none. */
export function refuseCancel(
  order: Order,
  { by, providerMessage, at }: { readonly by: string; readonly providerMessage: string; readonly at: number },
): Order | undefined {
  const unrequested = withoutCancel(order);
  return unrequested && announce(unrequested, { kind: 'cancel_refused', by, providerMessage }, at);
}

/** When it is taken up, at `now` or later; undefined when there is none that a person wanted. */
export function nextCancel(order: Order, now: number): number | undefined {
  const { state, cancelRequestedAt, cancelRequestedBy } = order;
  if (!isOpen(state) || cancelRequestedAt === undefined || cancelRequestedBy === undefined) return undefined;
  return Math.max(now, cancelRequestedAt + TAKEN_UP_AFTER_MS);
}

/** Who wanted the cancel that is to be taken up at `now`: a Slack id. */
export function leftCancelBy(order: Order, now: number): string | undefined {
  return nextCancel(order, now) === now ? order.cancelRequestedBy : undefined;
}

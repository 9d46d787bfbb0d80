// What the store still has to do when nothing is under way any more.
import { neverArrived } from '#orders/at-provider.ts';
import type { Order } from '#orders/order.ts';
import { CHECKED_DAYS, needsChecks, type Refund } from '#orders/refund.ts';
import type { Evidence, Violation } from './evidence.ts';

/** Bots claim what is due every second; this is much later. */
const OVERDUE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const CLOSED: ReadonlySet<Order['state']> = new Set(['paid', 'review', 'reversed', 'not_sent']);

export function auditLeftovers({ unfinished, orders, environment }: Evidence): Violation[] {
  const { entries, leases } = unfinished;
  const found: Violation[] = [];
  for (const { queue, reference, at, claimed } of entries) {
    const order = orders.find((one) => one.reference === reference);
    const when = `${Math.round((at - environment.now()) / 1_000)} s from now`;
    if (queue === 'deliver')
      found.push({ reference, what: `its announcement is still to be delivered (${when})` });
    else if (claimed) found.push({ reference, what: `it is still claimed (until ${when})` });
    else if (at < environment.now() - OVERDUE_MS || !order || !mayBeChecked(order, at))
      found.push({ reference, what: `a check is due ${when} though it is ${order?.state}` });
  }
  if (leases.length > 0) found.push({ reference: undefined, what: `leases are held: ${leases.join(', ')}` });
  return found;
}

/** Whether the order may be due for a check at `at` (ms since the epoch). */
export function mayBeChecked(order: Order, at: number): boolean {
  const { state, recurring, refund, approval } = order;
  // What the provider did not know may arrive late.
  if (!CLOSED.has(state) || neverArrived(order)) return true;
  // A person who ends a refund or decides on a request removes no due time. The check then finds nothing to do.
  const isLeftBehind =
    (refund?.endedAt !== undefined && at <= refund.endedAt + DAY_MS) ||
    (approval !== undefined && at <= approval.askedAt + DAY_MS);
  // Of a recurring order it is looked after whether its charges come, of a refund whether it is carried out.
  const isWaited = recurring !== undefined || (refund !== undefined && isWatched(refund, at));
  return isLeftBehind || (isWaited && (state === 'paid' || state === 'review'));
}

/** An approver's word that it was not carried out may be too early. */
function isWatched(refund: Refund, at: number): boolean {
  const { status, requestedAt } = refund;
  if (status !== 'not_paid_back' || requestedAt === undefined) return needsChecks(refund);
  return at <= requestedAt + CHECKED_DAYS * DAY_MS;
}

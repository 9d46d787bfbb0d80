// The work of the `check` queue, done by queue/worker.ts for each order that is due: by its schedule
// (orders/check-schedule.ts) or because a notification arrived.
import type { Clock } from '#lib/clock.ts';
import { TELLER } from '#orders/audit-line.ts';
import { leftCancelBy } from '#orders/cancelling.ts';
import { isSomebodyElses, tellMissedCharge } from '#orders/charges.ts';
import { checkAfterNotification, nextCheck } from '#orders/check-schedule.ts';
import { isDeadlineOver, passDeadline, remind } from '#orders/deadline.ts';
import { runOut } from '#orders/decisions.ts';
import { applyEvent } from '#orders/events.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { endRefundChecks, endUncalledRefund, remindOfRefund, withUnknownRefund } from '#orders/refunding.ts';
import { predecessorOf } from '#orders/resends.ts';
import { isStillExpected } from '#orders/still-expected.ts';
import { endChecks, endPrompt } from '#orders/unanswered.ts';
import { ClaimLost, type HeldClaim } from '#queue/worker.ts';
import type { Reschedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';
import type { CheckOrder } from './check-order.ts';
import type { OrderUpdates } from './order-updates.ts';
import type { Retention } from './retention.ts';

/** People are told so long after the last check of the schedule that checks have ended, if the provider does not answer. */
const ENDED_AFTER_MS = 24 * 60 * 60_000;

/** The returned function rejects when the provider or the store gives no answer; the worker then repeats it later. */
export function createDueCheck(deps: {
  checkOrder: CheckOrder;
  orders: OrderStore;
  updates: OrderUpdates;
  /** As Ordering has them. */
  resume: (reference: Reference, confirm: HeldClaim['confirm']) => Promise<Order>;
  resubmit: (order: Order) => Promise<Order | undefined>;
  /** True when no row of the bulk may be requested any more. */
  isBulkOver: (id: string) => Promise<boolean>;
  /** As CancelOrder (ordering/cancel.ts). */
  cancelOrder: (
    reference: Reference,
    by: string,
    how: { readonly isTakenUp: boolean },
  ) => Promise<{ readonly status: string }>;
  /** As CarryOutRefund (ordering/refund-calls.ts). */
  carryOutRefund: (order: Order, confirm: HeldClaim['confirm']) => Promise<Order>;
  retention: Retention;
  clock: Clock;
}): (claim: HeldClaim) => Promise<Reschedule> {
  const { checkOrder, orders, updates, retention, clock } = deps;

  async function check(order: Order, { confirm }: HeldClaim): Promise<Order> {
    await confirm();
    if (order.state === 'waiting') return order.card ? order : deps.resume(order.reference, confirm);
    if (order.state === 'sending' && order.requestedAt === undefined) return finishSubmitting(order, confirm);
    if (neverWasAtProvider(order)) return order;
    // A notification came while the check went on that found this out.
    if (isSomebodyElses(order)) return order;
    const isOver = isDeadlineOver(order, clock.now());
    const isCancelled = leftCancelBy(order, clock.now()) !== undefined;
    // The answer to that does not say whether the order was paid, and a notification of that may have come before it.
    const answered = lacksLink(order) && !isOver && !isCancelled ? await deps.resubmit(order) : undefined;
    if (answered && answered.state !== 'pending') return answered;
    // Before a refund is asked for: it may have been paid back meanwhile, and while the provider does not answer nothing is asked.
    const checked = await deps.carryOutRefund(await checkOrder(answered ?? order), confirm);
    const by = leftCancelBy(checked, clock.now()) ?? (isOver ? TELLER : undefined);
    return by && isOpen(checked.state) ? cancel(checked, by, confirm) : checked;
  }

  /**
   * Until the provider answers this is repeated. If the customer was faster, the order comes back paid. That the provider refuses at
   * the deadline is told at once, because the link can still be paid; the checks of the day after try again.
   */
  async function cancel(order: Order, by: string, confirm: HeldClaim['confirm']): Promise<Order> {
    await confirm();
    const { status } = await deps.cancelOrder(order.reference, by, { isTakenUp: by !== TELLER });
    const newest = (await orders.get(order.reference)) ?? order;
    return status === 'refused' && by === TELLER ? save(newest, endChecks) : newest;
  }

  /**
   * The order was just approved, or the process of its form or bulk died before the request, else it would hold the order. A link is
   * sent now. A prompt is sent only while its customer expects it: it was just approved, is a row of a bulk that goes on, or was made
   * from another order, which may have been cancelled for it.
   */
  async function finishSubmitting(order: Order, confirm: HeldClaim['confirm']): Promise<Order> {
    if (await isBulkOver(order)) return endUnrequested(order, 'bulk_over');
    const isNewOfForm = !order.approval && !order.bulk && !predecessorOf(order);
    if (order.kind === 'link' || (!isNewOfForm && isStillExpected(order, clock.now())))
      return deps.resume(order.reference, confirm);
    return endUnrequested(order, 'interrupted');
  }

  /**
   * Not sent, unless a request may have gone out: further checks find that. The provider is asked first, because a Redis that lost its
   * last writes does not know that the order was sent.
   */
  async function endUnrequested(order: Order, reason: 'interrupted' | 'bulk_over'): Promise<Order> {
    const checked = await checkOrder(order);
    if (checked !== order) return checked;
    const failure = { reason, providerMessage: '' };
    return updates.updateOrder(order.reference, (newest) =>
      newest.state === 'sending' && newest.requestedAt === undefined
        ? applyEvent(newest, { event: 'refused', failure }, clock.now())
        : undefined,
    );
  }

  async function isBulkOver({ bulk }: Order): Promise<boolean> {
    return bulk !== undefined && deps.isBulkOver(bulk.id);
  }

  /** Saves what `change` makes of the order as it is in the store by then; does not read it when there is nothing to do. */
  async function save(
    order: Order,
    change: (order: Order, now: number) => Order | undefined,
  ): Promise<Order> {
    const now = clock.now();
    return change(order, now) ? updates.updateOrder(order.reference, (newest) => change(newest, now)) : order;
  }

  return async (claim) => {
    const stored = await orders.get(claim.reference);
    if (!stored) return { at: undefined, atIfTriggered: undefined };
    const { order: erased, keptUntil } = await retention.eraseIfDue(stored);
    const order = erased ?? (await save(await save(stored, runOut), tellMissedCharge));
    const checked = await check(order, claim).catch(async (error: unknown) => {
      // Nobody answers the prompt any more, whether or not the provider can say so.
      await save(order, endPrompt);
      if (error instanceof ClaimLost) throw error;
      await save(order, passDeadline);
      await save(order, endUncalledRefund);
      await save(await save(order, withUnknownRefund), endRefundChecks);
      // The provider is asked until it answers, also after that: a notification may be waiting for this check.
      if (isScheduleLongOver(order, clock.now())) await save(order, endChecks);
      throw error;
    });
    await save(checked, endPrompt);
    const settled = await save(
      await save(checked, endRefundChecks),
      (newest, at) => remindOfRefund(newest, at) ?? remind(newest, at),
    );
    const now = clock.now();
    const next = nextCheck(settled, now);
    const ended = next === undefined ? await save(settled, endChecks) : settled;
    const erasureAt = retention.nextCheck(ended, keptUntil);
    const at = next === undefined ? erasureAt : Math.min(next, erasureAt ?? next);
    return { at, atIfTriggered: checkAfterNotification(settled, now) };
  };
}

/** Its request for approval came to nothing before the provider heard of it, or what the provider has under its reference is another's. */
function neverWasAtProvider({ state, approval, failure, requestedAt }: Order): boolean {
  const isAnothers = failure?.reason === 'reference_known';
  return state === 'not_sent' && requestedAt === undefined && (approval !== undefined || isAnothers);
}

/** A link that the provider may have, but whose address it has not told: a check by reference brings the state only. */
function lacksLink({ kind, state, provider }: Order): boolean {
  return kind === 'link' && (state === 'sending' || (state === 'pending' && !provider.redirectUrl));
}

/** A link that can still be paid after its deadline has not ended. */
function isScheduleLongOver(order: Order, now: number): boolean {
  return !isDeadlineOver(order, now) && nextCheck(order, now - ENDED_AFTER_MS) === undefined;
}

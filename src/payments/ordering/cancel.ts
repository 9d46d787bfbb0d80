// Cancels an unpaid order at the provider. If the customer pays at the same time, the payment counts. Called by
// slack/ for the card's button, the command and Home, and by status/due-check.ts when a deadline is over, or when an earlier
// cancel got no answer or its process died (orders/cancelling.ts).
import type { Clock } from '#lib/clock.ts';
import { type HeldLease, type Leases, withLease } from '#lib/with-lease.ts';
import { beginCancel, nextCancel, refuseCancel, withoutCancel } from '#orders/cancelling.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore, Store } from '#store/store.ts';

/**
 * `waits`: for approval, or to be sent after it, so there is nothing to cancel yet; its asker can withdraw it. `cancelled`: now,
 * by this call. `too_late`: money has arrived. `never_sent`: the provider never had the order.
 * `not_yet`: the answer to the order's own request is still missing, so there is no tracking id to cancel by.
 * `refused`: by the provider, with its message. `being_cancelled`: somebody else's cancel has got no answer yet.
 */
export type CancelResult =
  | {
      readonly status:
        | 'cancelled'
        | 'already_cancelled'
        | 'too_late'
        | 'never_sent'
        | 'not_yet'
        | 'waits'
        | 'being_cancelled';
      readonly order: Order;
    }
  | { readonly status: 'refused'; readonly order: Order; readonly providerMessage: string }
  | { readonly status: 'unknown_order' };

/**
 * `by`: a Slack id, or TELLER when the deadline is over. Rejects with ProviderError when the provider gives no answer; unless it
 * certainly did nothing, the queue `check` then goes on. `isTakenUp`: nobody waits for the answer, so that it was refused is told in the
 * order's thread.
 */
export type CancelOrder = (
  reference: Reference,
  by: string,
  how?: { readonly isTakenUp: boolean },
) => Promise<CancelResult>;

/** Longer than a process that was killed holds it. */
const LEASE = { waitMs: 10_000, pollMs: 250 };

export function createCancelOrder(deps: {
  client: Pick<ProviderClient, 'cancelOrder'>;
  orders: OrderStore;
  updates: OrderUpdates;
  checkOrder: CheckOrder;
  leases: Leases;
  digest: Store['digest'];
  clock: Clock;
}): CancelOrder {
  const { client, orders, updates, checkOrder, leases, digest, clock } = deps;

  return async (reference, by, { isTakenUp } = { isTakenUp: false }) => {
    const saved = await orders.get(reference);
    if (!saved) return { status: 'unknown_order' };
    // A prompt whose answer was lost has no tracking id yet; a check may find it.
    const order =
      saved.provider.trackingId || saved.requestedAt === undefined ? saved : await checkOrder(saved);
    if (!isOpen(order.state)) return { status: closedStatus(order), order };
    const { trackingId } = order.provider;
    if (!trackingId) return { status: 'not_yet', order };
    // One at a time: an earlier request whose answer is under way must not be taken for one whose answer was lost.
    const onBusy = () => ({ status: 'being_cancelled', order }) as const;
    return withLease<CancelResult>(
      leases,
      `cancels:${await digest(`cancel ${reference}`)}`,
      { ...LEASE, clock, onBusy },
      (held) => cancel({ reference, trackingId, by, isTakenUp }, held),
    );
  };

  async function cancel(
    {
      reference,
      trackingId,
      by,
      isTakenUp,
    }: { reference: Reference; trackingId: string; by: string; isTakenUp: boolean },
    { confirm }: HeldLease,
  ): Promise<CancelResult> {
    await confirm();
    // Somebody else may have cancelled it since it was read, or found it paid.
    const { status, order: begun } = await updates.updateWith(
      reference,
      (newest) => beginCancel(newest, { by, at: clock.now(), isTakenUp }),
      (changed) => nextCancel(changed, clock.now()),
    );
    if (status === 'closed') return { status: closedStatus(begun), order: begun };
    if (status === 'ended') return { status: 'refused', order: begun, providerMessage: '' };
    const answer = await requestCancellation(trackingId, () =>
      status === 'begun' ? forgetRequest(reference) : undefined,
    );
    const wasCancelledBefore = WRONG_STATE.test(answer.message);
    const answered = answer.done ? await updates.saveEvent(reference, { event: 'cancelled', by }) : begun;
    // The customer may have paid meanwhile. The provider reports a cancelled order as it was before, or says nothing of it.
    const checked = await checkOrder(answered).catch((error: unknown) => {
      if (answer.done) return answered;
      throw error;
    });
    if ((checked.state === 'pending' || checked.state === 'failed') && wasCancelledBefore) {
      return { status: 'cancelled', order: await updates.saveEvent(reference, { event: 'cancelled', by }) };
    }
    if (checked.state === 'cancelled') return { status: 'cancelled', order: checked };
    if (!isOpen(checked.state)) return { status: closedStatus(checked), order: checked };
    const providerMessage = answer.message;
    const refused = isTakenUp
      ? await updates.updateOrder(reference, (newest) =>
          refuseCancel(newest, { by, providerMessage, at: clock.now() }),
        )
      : await forgetRequest(reference);
    return { status: 'refused', order: refused, providerMessage };
  }

  function forgetRequest(reference: Reference): Promise<Order> {
    return updates.updateOrder(reference, withoutCancel);
  }

  /**
   * After a lost answer the request is repeated once: if the first one worked, the provider says so of the second (WRONG_STATE).
   * `didNothing` is called when the first one certainly did nothing.
   */
  async function requestCancellation(trackingId: string, didNothing: () => Promise<unknown> | undefined) {
    try {
      return await client.cancelOrder(trackingId);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.outcome === 'refused') {
        await didNothing();
        throw error;
      }
      return client.cancelOrder(trackingId);
    }
  }
}

/**
 * SPEC.md, Errors, Cancel failure: the refusal of a repeat cancel, so an earlier one has worked, once a check said that it is not
 * paid. Any other refusal leaves the order payable, also when the answer to an earlier request was lost: that one never arrived.
 */
const WRONG_STATE = /invalid order state/i;

/** Why an order that is not open (lifecycle.ts) cannot be cancelled. */
export function closedStatus({ state }: Order): 'already_cancelled' | 'too_late' | 'never_sent' | 'waits' {
  if (state === 'cancelled') return 'already_cancelled';
  if (state === 'waiting') return 'waits';
  return state === 'not_sent' ? 'never_sent' : 'too_late';
}

// Cancels an unpaid order. The service's word decides, and a payment that was faster wins.
import type { Clock } from '#lib/clock.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { parseStoredReference } from '#orders/reference.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore } from '#store/store.ts';

/**
 * `cancelled`: now, by this call. `too_late`: money has arrived. `not_yet`: the service's answer to the order itself is
 * still missing. `refused`: the service would not, in its own words (`said`).
 */
export type CancelResult =
  | {
      readonly status: 'cancelled' | 'already_cancelled' | 'too_late' | 'never_sent' | 'not_yet';
      readonly order: Order;
    }
  | { readonly status: 'refused'; readonly order: Order; readonly serviceMessage: string }
  | { readonly status: 'unknown_order' };

/** `by` is the Slack id of the person. Rejects with ProviderError when the service cannot be asked. */
export type CancelOrder = (reference: string, by: string) => Promise<CancelResult>;

export function createCancelOrder(deps: {
  client: Pick<ProviderClient, 'cancelOrder'>;
  orders: OrderStore;
  updates: OrderUpdates;
  ask: CheckOrder;
  clock: Clock;
}): CancelOrder {
  const { client, orders, updates, ask, clock } = deps;

  return async (text, by) => {
    const reference = parseStoredReference(text);
    const known = reference && (await orders.get(reference));
    if (!known) return { status: 'unknown_order' };
    // A prompt whose answer was lost has no tracking id yet; asking may find it.
    const order = known.service.trackingId || known.requestedAt === undefined ? known : await ask(known);
    if (!isOpen(order.state)) return { status: standing(order), order };
    const { trackingId } = order.service;
    if (!trackingId) return { status: 'not_yet', order };

    const askedBefore = order.cancelRequestedAt !== undefined;
    await updates.updateOrder(reference, (newest) => ({ ...newest, cancelRequestedAt: clock.now() }));
    const answer = await cancelOnce(trackingId);
    if (answer.done) await updates.saveEvent(reference, { event: 'cancelled', by });
    // A payment may have been faster than all of this, and the service reports a cancelled order as pending.
    const after = await ask(order).catch((error: unknown) => {
      if (answer.done) return { ...order, state: 'cancelled' as const };
      throw error;
    });
    if (after.state === 'pending' && (askedBefore || answer.lost || REPEATED.test(answer.said))) {
      // A second cancel fails although the first one was done (SPEC.md, States).
      return { status: 'cancelled', order: await updates.saveEvent(reference, { event: 'cancelled', by }) };
    }
    if (after.state === 'cancelled') return { status: 'cancelled', order: after };
    if (!isOpen(after.state)) return { status: standing(after), order: after };
    return { status: 'refused', order: after, serviceMessage: answer.said };
  };

  /** Cancelling is not idempotent but harmless to repeat: a lost answer is asked for once more. */
  async function cancelOnce(trackingId: string): Promise<{ done: boolean; lost: boolean; said: string }> {
    try {
      const { done, message } = await client.cancelOrder(trackingId);
      return { done, lost: false, said: message };
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome === 'refused') throw error;
      const { done, message } = await client.cancelOrder(trackingId);
      return { done, lost: true, said: message };
    }
  }
}

/** SPEC.md, Errors, Cancel failure. Read only after the status said no, to tell "already done" from "will not". */
const REPEATED = /invalid order state/i;

function standing(order: Order): 'already_cancelled' | 'too_late' | 'never_sent' {
  if (order.state === 'cancelled') return 'already_cancelled';
  return order.state === 'not_sent' ? 'never_sent' : 'too_late';
}

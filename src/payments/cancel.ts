// Cancels an unpaid order. The service's word decides, and a payment that was faster wins.
import type { Clock } from '#lib/clock.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { Ledger } from '#store/store.ts';
import type { Ask } from './ask.ts';
import type { Settle } from './settle.ts';

/**
 * `cancelled`: now, by this call. `too_late`: money has arrived. `not_yet`: the service's answer to the order itself is
 * still missing. `refused`: the service would not, in its own words (`said`).
 */
export type Cancelled =
  | {
      readonly ended: 'cancelled' | 'already_cancelled' | 'too_late' | 'never_sent' | 'not_yet';
      readonly order: Order;
    }
  | { readonly ended: 'refused'; readonly order: Order; readonly said: string }
  | { readonly ended: 'unknown_order' };

/** `by` is the Slack id of the person. Rejects with ProviderError when the service cannot be asked. */
export type Cancel = (reference: string, by: string) => Promise<Cancelled>;

export function createCancel(deps: {
  client: Pick<ProviderClient, 'cancelOrder'>;
  ledger: Ledger;
  settle: Settle;
  ask: Ask;
  clock: Clock;
}): Cancel {
  const { client, ledger, settle, ask, clock } = deps;

  return async (reference, by) => {
    const known = await ledger.get(reference);
    if (!known) return { ended: 'unknown_order' };
    // A prompt whose answer was lost has no tracking id yet; asking may find it.
    const order = known.service.trackingId || known.calledAt === undefined ? known : await ask(known);
    if (!isOpen(order.state)) return { ended: standing(order), order };
    const { trackingId } = order.service;
    if (!trackingId) return { ended: 'not_yet', order };

    const askedBefore = order.cancelAskedAt !== undefined;
    await settle.edit(reference, (newest) => ({ ...newest, cancelAskedAt: clock.now() }));
    const answer = await cancelOnce(trackingId);
    if (answer.done) await settle.happen(reference, { event: 'cancelled', by });
    // A payment may have been faster than all of this, and the service reports a cancelled order as pending.
    const after = await ask(order).catch((error: unknown) => {
      if (answer.done) return { ...order, state: 'cancelled' as const };
      throw error;
    });
    if (after.state === 'pending' && (askedBefore || answer.lost || REPEATED.test(answer.said))) {
      // A second cancel fails although the first one was done (SPEC.md, States).
      return { ended: 'cancelled', order: await settle.happen(reference, { event: 'cancelled', by }) };
    }
    if (after.state === 'cancelled') return { ended: 'cancelled', order: after };
    if (!isOpen(after.state)) return { ended: standing(after), order: after };
    return { ended: 'refused', order: after, said: answer.said };
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

// What is saved of an order right before its request is sent, so that no two processes ever send it, or instead of it. Called by
// submit.ts.
import type { Clock } from '#lib/clock.ts';
import { isUnrequested } from '#orders/bulk.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';

/** All reject when the store is down. */
export function createRequestMarks({
  updates,
  clock,
}: {
  updates: Pick<OrderUpdates, 'updateOrder' | 'updateWith'>;
  clock: Clock;
}) {
  /** Undefined when `change` made nothing of the newest order. */
  async function mark(
    reference: Reference,
    change: (newest: Order) => Order | undefined,
  ): Promise<Order | undefined> {
    const { status, order } = await updates.updateWith(reference, (newest) => {
      const changed = change(newest);
      return changed ? { status: 'marked', order: changed } : { status: 'taken' };
    });
    return status === 'marked' ? order : undefined;
  }

  return {
    /**
     * Saves `requestedAt`; undefined when another process was first. Only the process that saved it may send the request,
     * and an order without it has certainly not been sent.
     */
    markRequested: (reference: Reference) =>
      mark(reference, (newest) =>
        newest.state === 'sending' && newest.requestedAt === undefined
          ? { ...newest, requestedAt: clock.now() }
          : undefined,
      ),
    /** Of a row of a bulk: the payment service has certainly done nothing with its request. */
    async markRefused(reference: Reference): Promise<void> {
      await updates.updateOrder(reference, (newest) =>
        newest.state === 'sending'
          ? { ...newest, lastRequest: { at: clock.now(), isRefused: true } }
          : undefined,
      );
    },
    /** Not sent because of `failure`, unless another process has requested it meanwhile. */
    async markNotRequested(reference: Reference, failure: Failure): Promise<Order> {
      return updates.updateOrder(reference, (newest) =>
        isUnrequested(newest) ? applyEvent(newest, { event: 'refused', failure }, clock.now()) : undefined,
      );
    },
    /** The same as markRequested for what markRefused has marked. */
    markRequestedAgain: (reference: Reference) =>
      mark(reference, (newest) =>
        newest.state === 'sending' && newest.lastRequest?.isRefused
          ? { ...newest, lastRequest: { at: clock.now() } }
          : undefined,
      ),
  };
}

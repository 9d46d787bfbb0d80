// What is saved of an order right before its request is sent, so that no two processes ever send it, or instead of it, and when its
// answer was lost. Called by submit.ts.
import type { Clock } from '#lib/clock.ts';
import type { HeldLease } from '#lib/with-lease.ts';
import { isUnrequested } from '#orders/bulk.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import { isStillExpected } from '#orders/still-expected.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import type { PromptLimits } from './prompt-limits.ts';
import type { WhyNotNow } from './why-not-now.ts';

/**
 * A prompt or refund that was marked as requested is requested within so long (ms), or not at all. A process that stood still
 * meanwhile would ring a phone that nobody expects, and others count the order as never sent after 3 minutes; a refund is asked
 * for once more by others after this time.
 */
const REQUESTED_WITHIN_MS = 60_000;

/** Nothing was sent, and nobody else sends it. */
export class StoodStill extends Error {
  override readonly name = 'StoodStill';
}

/** Throws StoodStill when `markedAt` (ms) is too long ago, or may be, because the clock was set back since. */
export function checkStillExpected(markedAt: number | undefined, now: number): void {
  if (markedAt !== undefined && Math.abs(now - markedAt) > REQUESTED_WITHIN_MS)
    throw new StoodStill('the process stood still before the request');
}

/** All reject when the store is down. */
export function createRequestMarks({
  updates,
  promptLimits,
  whyNotNow,
  clock,
}: {
  updates: Pick<OrderUpdates, 'updateOrder' | 'updateWith'>;
  promptLimits: Pick<PromptLimits, 'exclusively'>;
  whyNotNow: WhyNotNow;
  clock: Clock;
}) {
  /** As `mark`, but what something stands in the way of by now is not sent, unless another process has requested it. */
  async function markIfItMay(
    order: Order,
    change: (newest: Order) => Order | undefined,
  ): Promise<Order | undefined> {
    const { reference, prompt } = order;
    const unlessFault = async (held?: HeldLease) => {
      const failure = await whyNotNow(order);
      await held?.confirm();
      if (!failure) return mark(reference, change);
      await updates.updateOrder(reference, (newest) =>
        isUnrequested(newest) ? applyEvent(newest, { event: 'refused', failure }, clock.now()) : undefined,
      );
      return undefined;
    };
    return prompt?.msisdn ? promptLimits.exclusively(prompt.msisdn, unlessFault) : unlessFault();
  }

  /**
   * Undefined when `change` made nothing of the newest order, or nobody expects its prompt any more: the process may have stood
   * still since it was asked for. Then the same save says that it is not sent.
   */
  async function mark(
    reference: Reference,
    change: (newest: Order) => Order | undefined,
  ): Promise<Order | undefined> {
    const { status, order } = await updates.updateWith(reference, (newest) => {
      const now = clock.now();
      const changed = change(newest);
      if (!changed) return { status: 'taken' };
      if (!newest.prompt || isStillExpected(newest, now)) return { status: 'marked', order: changed };
      const failure = { reason: 'interrupted', serviceMessage: '' } as const;
      return { status: 'late', order: applyEvent(newest, { event: 'refused', failure }, now) };
    });
    return status === 'marked' ? order : undefined;
  }

  return {
    /**
     * Saves `requestedAt`; undefined when another process was first, or something stands in the way and the order is not sent.
     * Only the process that saved it may send the request, and an order without it has certainly not been sent.
     */
    markRequested: (order: Order) =>
      markIfItMay(order, (newest) =>
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
    /** The same as markRequested for what markRefused has marked. */
    markRequestedAgain: (order: Order) =>
      markIfItMay(order, (newest) =>
        newest.state === 'sending' && newest.lastRequest?.isRefused
          ? { ...newest, lastRequest: { at: clock.now() } }
          : undefined,
      ),
    /** The check queue finds out: it asks about a prompt, and sends a link's request again. */
    markUnknown: ({ reference }: Order, failure: Failure): Promise<Order> =>
      updates.updateOrder(reference, (newest) => withoutAnswer(newest, failure, clock.now())),
  };
}

/** Undefined when nothing changes. What the service said last stays when later tries get no word from it. */
function withoutAnswer(order: Order, failure: Failure, now: number): Order | undefined {
  if (order.state !== 'sending') return undefined;
  if (order.outcomeUnknownAt === undefined) return { ...order, outcomeUnknownAt: now, failure };
  const { serviceMessage } = failure;
  const isNew = serviceMessage !== '' && serviceMessage !== order.failure?.serviceMessage;
  return isNew ? { ...order, failure } : undefined;
}

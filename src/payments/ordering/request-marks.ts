// What is saved of an order right before its request is sent, so that no two processes ever send it, or instead of it, and when its
// answer was lost. Called by submit.ts.
import type { Clock } from '#lib/clock.ts';
import type { HeldLease } from '#lib/with-lease.ts';
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
  /**
   * Saves `requestedAt`; undefined when another process was first, or nobody expects the prompt any more: the process may have stood
   * still since it was asked for. Then the same save says that it is not sent.
   */
  async function mark(reference: Reference): Promise<Order | undefined> {
    const { status, order } = await updates.updateWith(reference, (newest) => {
      const now = clock.now();
      if (newest.state !== 'sending' || newest.requestedAt !== undefined) return { status: 'taken' };
      if (newest.prompt && !isStillExpected(newest, now)) {
        const failure = { reason: 'interrupted', providerMessage: '' } as const;
        return { status: 'late', order: applyEvent(newest, { event: 'refused', failure }, now) };
      }
      return { status: 'marked', order: { ...newest, requestedAt: now } };
    });
    return status === 'marked' ? order : undefined;
  }

  return {
    /**
     * Saves `requestedAt`; undefined when another process was first, or something stands in the way and the order is not sent.
     * Only the process that saved it may send the request, and an order without it has certainly not been sent.
     */
    async markRequested(order: Order): Promise<Order | undefined> {
      const { reference, prompt } = order;
      const unlessFault = async (held?: HeldLease) => {
        const failure = await whyNotNow(order);
        await held?.confirm();
        if (!failure) return mark(reference);
        await updates.updateOrder(reference, (newest) =>
          newest.state === 'sending' && newest.requestedAt === undefined
            ? applyEvent(newest, { event: 'refused', failure }, clock.now())
            : undefined,
        );
        return undefined;
      };
      return prompt?.msisdn ? promptLimits.exclusively(prompt.msisdn, unlessFault) : unlessFault();
    },
    /**
     * Takes `requestedAt` off again, of an order that this process has marked and the provider has certainly done nothing with. From
     * then on any process may mark and send the order.
     */
    async markUnrequested({ reference, requestedAt }: Order): Promise<void> {
      await updates.updateOrder(reference, (newest) => {
        if (newest.state !== 'sending' || newest.requestedAt !== requestedAt) return undefined;
        const { requestedAt: _, ...unrequested } = newest;
        return newest.outcomeUnknownAt === undefined ? unrequested : undefined;
      });
    },
    /** The check queue finds out: it asks about a prompt, and sends a link's request again. */
    markUnknown: ({ reference }: Order, failure: Failure): Promise<Order> =>
      updates.updateOrder(reference, (newest) => withoutAnswer(newest, failure, clock.now())),
  };
}

/** Undefined when nothing changes. What the provider said last stays when later tries get no word from it. */
function withoutAnswer(order: Order, failure: Failure, now: number): Order | undefined {
  if (order.state !== 'sending') return undefined;
  if (order.outcomeUnknownAt === undefined) return { ...order, outcomeUnknownAt: now, failure };
  const { providerMessage } = failure;
  const isNew = providerMessage !== '' && providerMessage !== order.failure?.providerMessage;
  return isNew ? { ...order, failure } : undefined;
}

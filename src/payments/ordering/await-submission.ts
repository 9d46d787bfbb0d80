// Waits for the outcome of an order that another delivery of the same form is submitting, perhaps in another process.
import { type Clock, sleep } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { OrderStore } from '#store/store.ts';

/**
 * Resolves to the order once the service has answered, or it is known that no answer came; to undefined when that takes more
 * than a minute, or Teller stops. Never rejects: a store that is down may be back in time.
 */
export type AwaitSubmission = (reference: Reference) => Promise<Order | undefined>;

const READ_EVERY_MS = 500;
/** A request takes up to 30 s, and 20 s more if its process dies and another one finds out what became of it. */
const MAX_MS = 60_000;

export function createAwaitSubmission(deps: {
  orders: Pick<OrderStore, 'get'>;
  clock: Clock;
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
}): AwaitSubmission {
  const { orders, clock, stopping } = deps;
  return async (reference) => {
    const giveUpAt = clock.now() + MAX_MS;
    while (!stopping.aborted && clock.now() < giveUpAt) {
      const order = await orders.get(reference).catch(() => undefined);
      if (order && (order.state !== 'sending' || order.outcomeUnknownAt !== undefined)) return order;
      await sleep(clock, READ_EVERY_MS, stopping);
    }
    return undefined;
  };
}

// Settles the earlier orders of a chain with the provider before the newest one is sent: each is checked, and one that the
// customer has not answered is cancelled, so that nobody is charged twice. The newest order is stored by then, so a process that
// takes it over begins here again.
import type { Clock } from '#lib/clock.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { predecessorOf } from '#orders/resends.ts';
import { isStillExpected } from '#orders/still-expected.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import { mayHaveChanged, readChain } from '#payments/status/order-updates.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore } from '#store/store.ts';
import type { CancelOrder } from './cancel.ts';
import type { WhyNotNow } from './why-not-now.ts';

/**
 * Resolves to why the order may not be sent; undefined when it may. Rejects when the store is down, and with what `confirm` rejects:
 * nothing is cancelled for an order that another process has, or that nobody expects any more.
 */
export type SettleChain = (order: Order, confirm?: () => Promise<void>) => Promise<Failure | undefined>;

/** What the provider says counts for this long: a call may be repeated for a while, and a process may stand still. */
const HOLDS_FOR_MS = 30_000;
const MAX_ROUNDS = 3;

export function createSettleChain(deps: {
  orders: Pick<OrderStore, 'get'>;
  clock: Clock;
  checkOrder: CheckOrder;
  cancelOrder: CancelOrder;
  whyNotNow: WhyNotNow;
  logFailure: LogFailure;
}): SettleChain {
  const { orders, clock, checkOrder, cancelOrder, whyNotNow, logFailure } = deps;

  /** Of an order that `newest` was made from. */
  async function settleOne(
    order: Order,
    newest: Order,
    confirm?: () => Promise<void>,
  ): Promise<Failure | undefined> {
    if (!mayHaveChanged(order)) return undefined;
    const { reference } = order;
    const noAnswer = { reason: 'unavailable', providerMessage: '', order: reference } as const;
    try {
      if (!isUnanswered(await checkOrder(order))) return undefined;
      // The process may have stood still meanwhile.
      await confirm?.();
      if (newest.prompt && !isStillExpected(newest, clock.now()))
        return { reason: 'interrupted', providerMessage: '' };
      const result = await cancelOrder(reference, newest.agent);
      // A cancel, also somebody else's, succeeds even if the provider does not say afterwards whether the customer was faster.
      if (result.status === 'cancelled' || result.status === 'already_cancelled')
        await checkOrder(result.order);
      if (result.status === 'refused')
        return { reason: 'not_cancelled', providerMessage: result.providerMessage, order: reference };
      const isOpen = result.status === 'not_yet' || result.status === 'being_cancelled';
      return isOpen ? noAnswer : undefined;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { ...logFailure(error, order), order: reference };
    }
  }

  return async (order, confirm) => {
    const predecessor = predecessorOf(order);
    if (!predecessor) return undefined;
    for (let rounds = 1; ; rounds += 1) {
      // Nothing is cancelled for an order that cannot be sent.
      const fault = await whyNotNow(order);
      if (fault) return fault;
      const checkedAt = clock.now();
      for (const earlier of (await readChain(orders, predecessor)) ?? []) {
        const failure =
          earlier.reference === order.reference ? undefined : await settleOne(earlier, order, confirm);
        if (failure) return failure;
      }
      // Whether one was paid is read from the store right before the request.
      if (clock.now() - checkedAt < HOLDS_FOR_MS) return undefined;
      if (rounds === MAX_ROUNDS) return { reason: 'unavailable', providerMessage: '', order: predecessor };
    }
  };
}

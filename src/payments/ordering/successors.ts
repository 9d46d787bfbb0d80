// Makes sure that an order may be sent again, or its rest be asked for: first by what the store knows, then, before
// anything is sent, by asking the payment service about every earlier order of the chain (orders/successor.ts).
import type { Clock } from '#lib/clock.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import { planSuccessor, predecessorOf, type SuccessorPlan } from '#orders/successor.ts';
import { mayHaveChanged, readChain } from '#payments/status/chain.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore } from '#store/store.ts';
import type { CancelOrder } from './cancel.ts';

/** What a new order is made from. `restOf`: the order under review whose missing part it asks for. */
export type Origin = { readonly resendOf?: Reference; readonly restOf?: Reference };

/** `sent_again`: `order` was made meanwhile from the one that is to be followed. */
export type Impossible =
  | Exclude<SuccessorPlan, { status: 'possible' }>
  | { readonly status: 'sent_again'; readonly order: Order }
  | { readonly status: 'unknown_order' };

/** `unsettled`: the service did not say how `order` stands. `not_cancelled`: it would not cancel it, with its message. */
export type SettleResult =
  | { readonly status: 'settled' }
  | { readonly status: 'not_cancelled'; readonly order: Order; readonly serviceMessage: string }
  | { readonly status: 'unsettled'; readonly order: Order; readonly failure?: Failure }
  | Impossible;

/** All reject when the store is down. */
export type Successors = {
  /** For a press: which order is the newest of the chain, by what the store knows. Calls nobody. */
  plan(origin: Origin): Promise<SuccessorPlan | Impossible>;
  /** For a form, which may have been opened long ago: possible only while nothing else follows its order. */
  planFor(origin: Origin): Promise<SuccessorPlan | Impossible>;
  /**
   * Asks the service about the earlier orders, and cancels there (for the person `by`, a Slack id) what the customer has
   * not answered. Nothing may be sent unless it is `settled`.
   */
  settle(origin: Origin, by: string): Promise<SettleResult>;
};

/** For so long it holds what the service has said: a call may be tried again for a while, and a process may stand still. */
const HOLDS_FOR_MS = 30_000;
const MAX_ROUNDS = 3;

export function createSuccessors(deps: {
  orders: Pick<OrderStore, 'get'>;
  clock: Clock;
  checkOrder: CheckOrder;
  cancelOrder: CancelOrder;
  logFailure: LogFailure;
}): Successors {
  const { orders, clock, checkOrder, cancelOrder, logFailure } = deps;

  const plan: Successors['plan'] = async (origin) => {
    const named = predecessorOf(origin);
    const chain = named && (await readChain(orders, named));
    return chain ? planSuccessor(chain, origin.restOf) : { status: 'unknown_order' };
  };

  const planFor: Successors['planFor'] = async (origin) => {
    const found = await plan(origin);
    if (found.status !== 'possible' || found.newest.reference === predecessorOf(origin)) return found;
    return { status: 'sent_again', order: found.newest };
  };

  /** Undefined when the order can bring no money any more as far as the service knows. */
  async function settleOne(order: Order, by: string): Promise<SettleResult | undefined> {
    if (!mayHaveChanged(order)) return undefined;
    try {
      const checked = await checkOrder(order);
      if (!isUnanswered(checked)) return undefined;
      const result = await cancelOrder(order.reference, by);
      // Cancelling succeeds even if the service then does not say whether the customer was faster; sending again may not.
      if (result.status === 'cancelled') await checkOrder(result.order);
      if (result.status === 'refused') return { ...result, status: 'not_cancelled' };
      const isUnsettled = result.status === 'not_yet' || result.status === 'being_cancelled';
      return isUnsettled ? { status: 'unsettled', order: checked } : undefined;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { status: 'unsettled', order, failure: logFailure(error, order) };
    }
  }

  return {
    plan,
    planFor,
    async settle(origin, by) {
      for (let rounds = 1; ; rounds += 1) {
        // Nothing may be cancelled for a form that cannot be sent any more.
        const before = await planFor(origin);
        if (before.status !== 'possible') return before;
        const askedAt = clock.now();
        for (const order of (await readChain(orders, before.newest.reference)) ?? []) {
          const trouble = await settleOne(order, by);
          if (trouble) return trouble;
        }
        // What the service said is saved by now: an order that is paid after all stands in the way.
        const after = await planFor(origin);
        if (after.status !== 'possible') return after;
        // The clock may have been set back since.
        if (Math.abs(clock.now() - askedAt) < HOLDS_FOR_MS) return { status: 'settled' };
        if (rounds === MAX_ROUNDS) return { status: 'unsettled', order: after.newest };
      }
    },
  };
}

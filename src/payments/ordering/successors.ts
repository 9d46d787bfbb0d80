// Makes sure that an order may be sent again, or its rest be asked for: first by what the store knows, then, before
// anything is sent, by asking the payment service about every earlier order of the chain (orders/successor.ts).
import { isUnanswered, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { Reference } from '#orders/reference.ts';
import { planSuccessor, type SuccessorPlan } from '#orders/successor.ts';
import { readChain } from '#payments/status/chain.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderStore } from '#store/store.ts';
import type { CancelOrder } from './cancel.ts';

/** What a new order is made from. `restOf`: the order under review whose missing part it asks for. */
export type Origin = { readonly resendOf?: Reference; readonly restOf?: Reference };

export type Impossible =
  | Exclude<SuccessorPlan, { status: 'possible' }>
  | { readonly status: 'unknown_order' };

/** `unsettled`: the service did not say how `order` stands, or would not cancel it. */
export type SettleResult =
  | { readonly status: 'settled' }
  | { readonly status: 'unsettled'; readonly order: Order; readonly failure?: Failure }
  | Impossible;

/** All reject when the store is down. */
export type Successors = {
  /** By what the store knows; calls nobody. */
  plan(origin: Origin): Promise<SuccessorPlan | Impossible>;
  /**
   * Asks the service about the earlier orders, and cancels there (for the person `by`, a Slack id) what the customer has
   * not answered. Nothing may be sent unless it is `settled`.
   */
  settle(origin: Origin, by: string): Promise<SettleResult>;
};

export function createSuccessors(deps: {
  orders: Pick<OrderStore, 'get'>;
  checkOrder: CheckOrder;
  cancelOrder: CancelOrder;
  logFailure: LogFailure;
}): Successors {
  const { orders, checkOrder, cancelOrder, logFailure } = deps;

  const plan: Successors['plan'] = async ({ resendOf, restOf }) => {
    const named = resendOf ?? restOf;
    const chain = named && (await readChain(orders, named));
    return chain ? planSuccessor(chain, restOf) : { status: 'unknown_order' };
  };

  /** Undefined when the order can bring no money any more as far as the service knows. */
  async function settleOne(order: Order, by: string): Promise<SettleResult | undefined> {
    // Without a request the service never had it.
    if (order.requestedAt === undefined || wasPaid(order.state)) return undefined;
    try {
      const checked = await checkOrder(order);
      if (!isUnanswered(checked)) return undefined;
      const result = await cancelOrder(order.reference, by);
      // Cancelling succeeds even if the service then does not say whether the customer was faster; sending again may not.
      if (result.status === 'cancelled') await checkOrder(result.order);
      const isOver = result.status !== 'not_yet' && result.status !== 'refused';
      return isOver ? undefined : { status: 'unsettled', order: checked };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { status: 'unsettled', order, failure: logFailure(error, order) };
    }
  }

  return {
    plan,
    async settle(origin, by) {
      const named = origin.resendOf ?? origin.restOf;
      for (const order of (named && (await readChain(orders, named))) ?? []) {
        const trouble = await settleOne(order, by);
        if (trouble) return trouble;
      }
      // What the service said is saved by now: an order that is paid after all stands in the way.
      const after = await plan(origin);
      return after.status === 'possible' ? { status: 'settled' } : after;
    },
  };
}

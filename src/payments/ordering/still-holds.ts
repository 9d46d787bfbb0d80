// Checks an order again that was approved, whose deadline is over, or that was made from another one and left by a process that
// died: hours may have passed since it was asked for. Called by submit.ts before anything is sent.
import type { Clock } from '#lib/clock.ts';
import { dayOf } from '#lib/days.ts';
import { isMore, sameMoney } from '#lib/money.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { missingMoney, planSuccessor, predecessorOf } from '#orders/successor.ts';
import { mayHaveChanged, readChain } from '#payments/status/chain.ts';
import type { CheckOrder } from '#payments/status/check-order.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { OrderStore } from '#store/store.ts';

/** What no longer holds; undefined when everything does. Rejects when the service or the store gives no answer. */
export type WhatNoLongerHolds = (order: Order) => Promise<Failure | undefined>;

export function createWhatNoLongerHolds(deps: {
  orders: Pick<OrderStore, 'get'>;
  checkOrder: CheckOrder;
  methodLimits: MethodLimits;
  /** Whether Teller can still post in the channel. Never rejects. */
  mayPostIn: (channel: string) => Promise<boolean>;
  clock: Clock;
}): WhatNoLongerHolds {
  const { orders, checkOrder, methodLimits, mayPostIn, clock } = deps;

  /** The customer may have paid an earlier order of the chain since. */
  async function chainFault(order: Order): Promise<Failure['reason'] | undefined> {
    const before = predecessorOf(order);
    const chain = (before && (await readChain(orders, before))) ?? [];
    const earlier: Order[] = [];
    for (const one of chain.filter(({ reference }) => reference !== order.reference))
      earlier.push(mayHaveChanged(one) ? await checkOrder(one) : one);
    const [first, ...others] = earlier;
    if (!first) return undefined;
    const { status } = planSuccessor([first, ...others], order.restOf);
    if (status === 'waiting') return 'order_state';
    const reviewed = earlier.find(({ reference }) => reference === order.restOf);
    const missing = reviewed && missingMoney(reviewed);
    const isTheRest = !missing || sameMoney(missing, order.amount);
    return status === 'possible' && isTheRest ? undefined : 'paid_meanwhile';
  }

  return async (order) => {
    const { prompt, recurring, amount } = order;
    const limit = prompt && { amount: methodLimits[prompt.method], currency: amount.currency };
    const reason =
      limit && isMore(amount, limit)
        ? 'over_limit'
        : isDeadlineOver(order, clock.now())
          ? 'deadline_passed'
          : recurring && recurring.startDay <= dayOf(clock.now())
            ? 'first_day_passed'
            : !(await mayPostIn(order.channel))
              ? 'card_not_posted'
              : await chainFault(order);
    return reason && { reason, serviceMessage: '' };
  };
}

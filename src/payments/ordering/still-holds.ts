// Checks an order again that was approved, whose deadline is over, or that was made from another one and left by a process that
// died: hours may have passed since it was asked for. Called by submit.ts before anything is sent.
import type { Clock } from '#lib/clock.ts';
import { dayOf } from '#lib/days.ts';
import { isMore } from '#lib/money.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { predecessorOf } from '#orders/successor.ts';
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

  /** The customer may have paid one since. What that means for this order is asked right before its request: why-not-now.ts. */
  async function checkEarlier(order: Order): Promise<void> {
    const before = predecessorOf(order);
    for (const one of (before && (await readChain(orders, before))) ?? [])
      if (one.reference !== order.reference && mayHaveChanged(one)) await checkOrder(one);
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
              : undefined;
    if (reason) return { reason, serviceMessage: '' };
    await checkEarlier(order);
    return undefined;
  };
}

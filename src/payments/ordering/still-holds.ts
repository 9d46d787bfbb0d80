// Checks an order again that was approved, or whose deadline is over, before anything is sent: hours may have passed since it was
// requested.
import type { Clock } from '#lib/clock.ts';
import { dayOf } from '#lib/days.ts';
import { isMore } from '#lib/money.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import type { MethodLimits } from '#provider/methods.ts';

/** What no longer holds; undefined when everything does. Never rejects. */
export type WhatNoLongerHolds = (order: Order) => Promise<Failure | undefined>;

export function createWhatNoLongerHolds(deps: {
  methodLimits: MethodLimits;
  /** Whether Teller can still post in the channel. Never rejects. */
  mayPostIn: (channel: string) => Promise<boolean>;
  clock: Clock;
}): WhatNoLongerHolds {
  const { methodLimits, mayPostIn, clock } = deps;

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
    return reason && { reason, serviceMessage: '' };
  };
}

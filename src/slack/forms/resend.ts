// A failed order sent again: the same form, filled in with what was asked the first time.

import type { Order } from '#orders/order.ts';
import { PAYMENT_METHODS } from '#provider/methods.ts';
import type { Prefill } from './command-words.ts';

/** The reference is left out: sending again makes an order of its own. */
export function prefillFrom(order: Order): Prefill {
  return {
    amount: order.amount.amount,
    currency: order.amount.currency,
    description: order.description,
    customer: order.customer,
    ...(order.prompt
      ? {
          phone: `+${order.prompt.msisdn}`,
          method: order.prompt.method,
          country: PAYMENT_METHODS[order.prompt.method].country,
        }
      : {}),
  };
}

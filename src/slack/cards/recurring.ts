// What the card of a recurring order shows in place of what other cards show. Pure.
import { formatMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import { describeState } from '#slack/text/orders.ts';

/** How much how often, and how many payments there were; undefined for an order that does not recur. */
export function recurringHeadline(order: Order): string | undefined {
  const { recurring, amount } = order;
  if (!recurring) return undefined;
  return `:repeat: *${formatMoney(amount)} ${recurring.frequency.toLowerCase()}* · *${describeState(order)}*`;
}

// What the orders for the balance of an order make of it: when one was paid, the order is paid in full; when none is paid any more, it
// is under review again. Called by payments/status/related-orders.ts. Pure.
import { isMoreOfTheSame, type Money, sameMoney, sumMoney } from '#lib/money.ts';
import { inCurrency, receivedBy } from './charges.ts';
import { wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';
import type { OrderEvent } from './order-event.ts';
import { excessOf, missingOf, newestPayment, paidFor } from './payments.ts';

/** `balances`: all orders for what is missing of `order`, oldest first. Undefined when they say nothing new about it. */
export function eventFromBalances(order: Order, balances: readonly Order[]): OrderEvent | undefined {
  const paid = balances.find((rest) => rest.state === 'paid' || isOverpaid(rest));
  const brought = broughtBy(order, balances);
  // Whoever accepted less than the whole balance has accepted less for the order that it is for, too.
  if (order.state === 'review' && paid?.acceptedBy !== undefined && isShort(paid))
    if (missingOf({ ...withoutBalance(order), ...(brought ? { balanceBrought: brought } : {}) }))
      return { event: 'accepted_as_paid', by: paid.acceptedBy };
  if (sameMoney(brought, order.balanceBrought)) return undefined;
  const balancePayment = paid && newestPayment(paid);
  if (balancePayment && brought && !isMoreOfTheSame(order.balanceBrought, brought))
    return { event: 'balance_paid', by: paid.reference, brought, balancePayment };
  // Another may have gone back long ago.
  const [goneBack] = balances
    .filter(({ state }) => wasPaid(state))
    .toSorted((one, other) => other.changedAt - one.changedAt);
  return goneBack && { event: 'balance_returned', by: goneBack.reference, ...(brought ? { brought } : {}) };
}

/** What they hold by now in the order's currency; undefined for nothing. */
function broughtBy({ amount }: Order, balances: readonly Order[]): Money | undefined {
  const brought = balances.flatMap((rest) => inCurrency(amount.currency, heldBy(rest)));
  return brought.length > 0 ? sumMoney(amount.currency, brought) : undefined;
}

/** What is too much of a balance is on its own card, and no concern of the order that it is for. */
function heldBy(rest: Order): Money | undefined {
  return isOverpaid(rest) ? rest.amount : receivedBy(rest);
}

function isOverpaid(rest: Order): boolean {
  return (rest.state === 'paid' || rest.state === 'review') && excessOf(rest) !== undefined;
}

function withoutBalance({ balanceBrought: _, ...order }: Order): Order {
  return order;
}

function isShort(rest: Order): boolean {
  const paid = paidFor(rest);
  return paid?.currency !== rest.amount.currency || isMoreOfTheSame(rest.amount, paid);
}

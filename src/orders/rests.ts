// What the orders for the rest of an order make of it: when one was paid, the order is paid in full; when none is paid any more, it
// is under review again. Called by payments/status/related-orders.ts. Pure.
import { isMore, type Money, sumMoney } from '#lib/money.ts';
import { inCurrency, receivedBy } from './charges.ts';
import type { OrderEvent } from './events.ts';
import { wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';
import { isPaidWithRest } from './successor.ts';

/** `rests`: all orders for what is missing of `order`, oldest first. Undefined when they say nothing about it. */
export function eventFromRests(order: Order, rests: readonly Order[]): OrderEvent | undefined {
  const paid = rests.find((rest) => rest.state === 'paid');
  if (paid) return eventFromPaid(paid);
  // Another may have gone back long ago, or may itself wait for a rest.
  const [goneBack] = rests
    .filter((rest) => wasPaid(rest.state))
    .toSorted((one, other) => other.changedAt - one.changedAt);
  return isPaidWithRest(order) && goneBack ? { event: 'rest_gone_back', by: goneBack.reference } : undefined;
}

/**
 * What the orders for the rest of an accepted order hold by now, in its currency; undefined for nothing, and for any other order: of
 * one that is paid with its rest the whole amount counts (receivedBy, charges.ts).
 */
export function restBroughtFor(order: Order, rests: readonly Order[]): Money | undefined {
  const { state, payment, acceptedBy } = order;
  if (state !== 'paid' || acceptedBy === undefined || !payment?.paid) return undefined;
  const { currency } = payment.paid;
  const brought = rests.flatMap((rest) => inCurrency(currency, receivedBy(rest)));
  return brought.length > 0 ? sumMoney(currency, brought) : undefined;
}

/** Whoever accepted less than the whole rest has accepted less for the order that it is for, too. */
function eventFromPaid({ reference, payment, amount, acceptedBy }: Order): OrderEvent | undefined {
  if (!payment) return undefined;
  const isWhole = payment.paid?.currency === amount.currency && !isMore(amount, payment.paid);
  return acceptedBy !== undefined && !isWhole
    ? { event: 'accepted_as_paid', by: acceptedBy }
    : { event: 'rest_paid', by: reference, restAmount: amount, restPayment: payment };
}

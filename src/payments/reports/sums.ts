// Sums of money, one for each currency.
import { type Money, subtractMoney, sumMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { Sum } from './totals.ts';

/** The currency with most of them first. */
export function sumsOf(all: readonly Money[]): Sum[] {
  return [...Map.groupBy(all, ({ currency }) => currency)]
    .map(([currency, amounts]) => ({ money: sumMoney(currency, amounts), count: amounts.length }))
    .sort((a, b) => b.count - a.count || (a.money.currency < b.money.currency ? -1 : 1));
}

/** How many open orders these are, and what they are to bring: nothing where another one was paid for the same thing. */
export function outstandingIn(open: readonly Order[]): Sum[] {
  return sumsOf(
    open.map(({ amount, duplicatePayment }) => (duplicatePayment ? { ...amount, amount: '0' } : amount)),
  );
}

/** What came in one currency, and, where something was refunded, how much that was and what is left. */
export type Received = Sum & { readonly back?: { readonly refunded: Money; readonly net: Money } };

/** A currency of which there were only refunds has no payments, and a net below 0. */
export function receivedIn({ totals, paidBack }: Record<'totals' | 'paidBack', readonly Sum[]>): Received[] {
  return [...totals, ...goneSince(paidBack, totals)].map(({ money, count }) => {
    const refunded = paidBack.find((one) => one.money.currency === money.currency)?.money;
    return refunded
      ? { money, count, back: { refunded, net: subtractMoney(money, refunded) } }
      : { money, count };
  });
}

export function sumIn(sums: readonly Sum[], currency: string): Money {
  return sums.find(({ money }) => money.currency === currency)?.money ?? { amount: '0', currency };
}

/** Nothing, in each currency that there was before and is not now. */
export function goneSince(before: readonly Sum[], now: readonly Sum[]): Sum[] {
  const known = new Set(now.map(({ money }) => money.currency));
  return before
    .filter(({ money }) => !known.has(money.currency))
    .map(({ money }) => ({ money: { ...money, amount: '0' }, count: 0 }));
}

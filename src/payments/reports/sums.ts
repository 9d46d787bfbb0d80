// Sums of money, one for each currency.
import { type Money, sumMoney } from '#lib/money.ts';
import type { Sum } from './totals.ts';

/** The currency with most of them first. */
export function sumsOf(all: readonly Money[]): Sum[] {
  return [...Map.groupBy(all, ({ currency }) => currency)]
    .map(([currency, amounts]) => ({ money: sumMoney(currency, amounts), count: amounts.length }))
    .sort((a, b) => b.count - a.count || (a.money.currency < b.money.currency ? -1 : 1));
}

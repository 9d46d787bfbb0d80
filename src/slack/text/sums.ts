// Sums of several currencies in words. A list that is cut says so, because nobody adds up what is not there.
import { counted } from '#lib/counted.ts';
import type { Money } from '#lib/money.ts';
import type { Received } from '#payments/reports/sums.ts';
import type { Sum } from '#payments/reports/totals.ts';

/** The first `max` as `describe` says them, and how many currencies follow. */
export function sumsInWords<One extends Sum>(
  sums: readonly One[],
  max: number,
  describe: (sum: One) => string,
): string[] {
  const left = sums.length - max;
  return [
    ...sums.slice(0, max).map(describe),
    ...(left > 0 ? [`${left.toLocaleString('en')} more ${left === 1 ? 'currency' : 'currencies'}`] : []),
  ];
}

export const NO_PAYMENTS = 'no payments';

/** "no payments", "1 payment", "1,200 payments" */
export function inPayments(count: number): string {
  return count === 0 ? NO_PAYMENTS : counted(count, 'payment');
}

/** "KES 4,000.00 in 2 payments (KES 1,500.00 refunded, net KES 2,500.00)" */
export function describeReceived(one: Received, describe: (money: Money) => string): string {
  return `${describe(one.money)} in ${inPayments(one.count)}${refundedOf(one, describe)}`;
}

/** To follow what was received; '' where nothing was refunded. */
export function refundedOf({ back }: Received, describe: (money: Money) => string): string {
  return back ? ` (${describe(back.refunded)} refunded, net ${describe(back.net)})` : '';
}

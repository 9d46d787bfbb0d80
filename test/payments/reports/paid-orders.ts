// Paid orders with their money entries, as the store has them, and the days that reports of them are about.
import { withEntries } from '#orders/entries.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { daysSpan } from '#payments/reports/span.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

export const FROM = 1_800_000_000_000;
export const DAY_MS = 24 * 60 * 60_000;
/** Two days of UTC. */
export const PERIOD = { from: FROM, to: FROM + DAY_MS, firstDay: '2027-01-15', lastDay: '2027-01-16' };
export const SPAN = daysSpan(PERIOD);

type Own = Partial<Omit<Payment, 'paid'>> & { agent?: string; state?: OrderState; learnedAt?: number };

/** Its entries are those of its state, which Teller learned at `learnedAt`. */
export function paid(name: string, amount: string, currency = 'KES', own: Own = {}): Order {
  const { agent = 'U1', state = 'paid', learnedAt = FROM + 2, ...payment } = own;
  const order = sampleOrder(name, {
    changedAt: learnedAt,
    agent,
    state,
    amount: { amount: '7', currency: 'KES' },
    payments: [
      {
        paid: { amount, currency },
        method: 'MpesaKE',
        confirmationCode: 'SCJ8JQ26SW',
        payer: '2547xxx45678',
        paidAt: FROM + 1,
        ...(state === 'reversed' ? { reversedAt: learnedAt } : {}),
        ...payment,
      },
    ],
  });
  return withEntries(order, undefined, 'UTC');
}

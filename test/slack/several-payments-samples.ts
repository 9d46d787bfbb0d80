// Orders with several payments, and with payments that are not as clear as one, for the samples.
import type { News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { PAID_AT, PAYMENT } from './request-samples.ts';

const kes = (amount: string) => ({ amount, currency: 'KES' });
const first = { ...PAYMENT, paid: kes('1000') };
const second = { ...PAYMENT, paid: kes('500'), confirmationCode: 'S8836K0006', paidAt: PAID_AT + 60_000 };
const again = { ...second, paid: kes('1500') };
const wentBack = { ...again, reversedAt: PAID_AT + 120_000 };
const doubtful = { ...PAYMENT, isDoubtful: true } as const;
const shared = {
  ...PAYMENT,
  alsoOn: {
    reference: referenceOf('ZT0KR-GJ6VB'),
    cardUrl: 'https://sandbox.slack.com/archives/C1/p1700000000000100',
    isBookedThere: true,
  },
} as const;

type Made = { readonly order: Partial<Order>; readonly news: News };

/** Each as it stands once its newest news is told. */
const SEVERAL = {
  'paid in two payments': {
    order: { state: 'paid', payments: [first, second] },
    news: { kind: 'paid', payment: second, previousState: 'review', others: [first] },
  },
  'paid once more': {
    order: { state: 'review', payments: [PAYMENT, again] },
    news: { kind: 'review', payment: again, previousState: 'paid', others: [PAYMENT] },
  },
  'one of two payments reversed': {
    order: { state: 'paid', payments: [PAYMENT, wentBack] },
    news: { kind: 'reversed', payment: wentBack, others: [PAYMENT] },
  },
  'one of two payments reversed, not clear which': {
    order: { state: 'review', payments: [first, second], unclearReversalAt: PAID_AT + 120_000 },
    news: { kind: 'reversed', payment: undefined, isUnclear: true, others: [first, second] },
  },
  'called failed, with a receipt': {
    order: { state: 'review', payments: [doubtful] },
    news: { kind: 'review', payment: doubtful, previousState: 'pending' },
  },
  'its payment is on another order too': {
    order: { state: 'paid', payments: [shared] },
    news: { kind: 'paid', payment: shared, previousState: 'pending' },
  },
} satisfies Record<string, Made>;

export function ordersWithSeveral(make: (own: Partial<Order>) => Order): Record<string, Order> {
  return Object.fromEntries(
    Object.entries(SEVERAL).map(([name, { order }]) => [`prompt: ${name}`, make(order)]),
  );
}

export function repliesOfSeveral<Reply>(
  make: (own: Partial<Order>, news: News) => Reply,
): Record<string, Reply> {
  return Object.fromEntries(
    Object.entries(SEVERAL).map(([name, { order, news }]) => [`Reply, ${name}`, make(order, news)]),
  );
}

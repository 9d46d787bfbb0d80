// The card of an order for which another amount came than was asked, in one payment or in several, and who hears of that.
import { expect, test } from 'vitest';
import type { News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { Payment, StatedPayment } from '#orders/payment.ts';
import { newsReply } from '#slack/cards/news.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { showsInChannel } from '#slack/delivery/who-hears.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const KES = (amount: string) => ({ amount, currency: 'KES' });
const payment = (money: string, confirmationCode = PAYMENT.confirmationCode): StatedPayment => ({
  ...PAYMENT,
  paid: KES(money),
  confirmationCode,
});
const review = (...payments: Payment[]) => orderIn('review', 'prompt', { amount: KES('1500'), payments });
const read = (order: Order) =>
  renderMessage({ ...orderCard(order), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);
const headlineOf = (order: Order) => read(order).split('\n')[0]?.replaceAll('*', '');
const WHAT = 'Two bags of “maize” – Grade 1 🌽';

test('the sum of all payments is shown as paid, with each amount and code', () => {
  const payments = [payment('1000'), payment('500', 'S2')];
  const card = read(orderIn('paid', 'prompt', { amount: KES('1500'), payments }));
  expect(card).toMatch(/^:white_check_mark: \*KES 1,500\.00 paid\* · /);
  expect(card).toContain('KES 1,000.00 M-PESA `SCJ8JQ26SW` · KES 500.00 M-PESA `S2`');
});

test('more than was asked is under review, and what is too much is named', () => {
  const one = review(payment('1700'));
  expect(headlineOf(one)).toBe(`:warning: Paid KES 1,700.00 of KES 1,500.00 · ${WHAT}`);
  expect(read(one)).toContain('KES 200.00 too much');
  expect(read(review(payment('1500'), payment('500', 'S2')))).toContain(
    'KES 500.00 too much. Accept it, or refund one of the payments in the Pesapal dashboard.',
  );
});

test('payments in two currencies are shown as two sums', () => {
  const dollars = { ...payment('5', 'S2'), paid: { amount: '5', currency: 'USD' } };
  expect(headlineOf(review(payment('1000'), payment('500', 'S3'), dollars))).toContain(
    'Paid KES 1,500.00 and USD 5.00',
  );
});

test('says that another amount was accepted, and no longer once all has come', () => {
  const accepted = (...payments: Payment[]) =>
    orderIn('paid', 'prompt', { amount: KES('1500'), payments, acceptedBy: 'U2' });
  expect(headlineOf(accepted(payment('1700')))).toContain('of KES 1,500.00, accepted as paid');
  expect(headlineOf(accepted(payment('1500')))).toBe(`:white_check_mark: KES 1,500.00 paid · ${WHAT}`);
  expect(read(accepted(payment('1500')))).toContain('accepted as paid by');
});

test('a payment that is on another order has its name in the reply’s text as well', () => {
  const alsoOn = {
    reference: referenceOf('INV-2'),
    cardUrl: 'https://slack.test/1',
    isBookedThere: true,
  } as const;
  const shared = { ...payment('1500'), alsoOn };
  const order = orderIn('paid', 'prompt', { amount: KES('1500'), payments: [shared] });
  const news = { kind: 'paid', payment: shared, previousState: 'pending' } as const;
  const { text } = newsReply(order, { id: 'x-1', at: 1, news });
  expect(text).toMatch(/^One payment with INV-2\. SCJ8JQ26SW is the code on both orders/);
});

test('a second payment of a row of a bulk is shown in the channel, and the first is counted only', () => {
  const bulk = { id: 'B1', row: 1 };
  const row = orderIn('review', 'prompt', { bulk, payments: [payment('1500'), payment('500', 'S2')] });
  const shows = (news: News) => showsInChannel(undefined, row, { id: 'x-9', at: row.createdAt, news }, true);
  expect(shows({ kind: 'paid', payment: PAYMENT, previousState: 'pending' })).toBe(false);
  expect(shows({ kind: 'review', payment: PAYMENT, previousState: 'paid', others: [PAYMENT] })).toBe(true);
});

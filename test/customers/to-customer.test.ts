// What there is of an order for its customer, in every state that an order can be in.
import { describe, expect, test } from 'vitest';
import { paymentPageOf } from '#customers/payment-page.ts';
import { whyNoReceipt, whyNotShared } from '#customers/to-customer.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { EVERY_STATE_AND_KIND, orderIn } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const page = { redirectUrl: 'https://pay.test/1' };
const link = (state: Order['state'], own: Partial<Order> = {}) =>
  orderIn(state, 'link', { service: page, ...own });

describe('a link', () => {
  test('a link is for sharing while the customer can pay it', () => {
    const why = Object.fromEntries(ORDER_STATES.map((state) => [state, whyNotShared(link(state))]));
    expect(why).toEqual({
      waiting: 'waits',
      sending: undefined,
      pending: undefined,
      failed: undefined,
      paid: 'paid',
      review: 'paid',
      reversed: 'paid',
      cancelled: 'cancelled',
      not_sent: 'not_sent',
    });
  });

  test('a link is not for sharing when another order is to be paid, or it is being cancelled, or its customer was erased, or there is none', () => {
    const reference = referenceOf('INV-2');
    const successor = { reference, version: 1, state: 'pending' } as const;
    expect(whyNotShared(link('pending', { successor }))).toBe('sent_again');
    const paidTwin = { reference, confirmationCode: 'S1' };
    expect(whyNotShared(link('pending', { successor, paidTwin }))).toBe('other_is_paid');
    expect(whyNotShared(link('pending', { cancelRequestedAt: 1 }))).toBe('being_cancelled');
    expect(whyNotShared(link('cancelled', { cancelRequestedAt: 1 }))).toBe('cancelled');
    expect(whyNotShared(link('pending', { erasedAt: 1 }))).toBe('erased');
    expect(paymentPageOf(link('pending', { erasedAt: 1 }))).toBeUndefined();
    expect(whyNotShared(link('pending', { deadlineAt: 2, checksEndedAt: 2 }))).toBe('not_cancelled');
    expect(whyNotShared(link('failed', { deadlineAt: 2, checksEndedAt: 3 }))).toBe('not_cancelled');
    expect(whyNotShared(link('pending', { deadlineAt: 2, checksEndedAt: 1 }))).toBeUndefined();
    expect(whyNotShared(link('cancelled', { erasedAt: 1 }))).toBe('cancelled');
    expect(whyNotShared(link('sending', { service: {} }))).toBe('no_link');
    expect(whyNotShared(orderIn('pending', 'prompt'))).toBe('no_link');
  });

  test.each(EVERY_STATE_AND_KIND)(
    'a link that is for sharing has a QR code, and no other order has (%s, %s)',
    (state, kind) => {
      const order = orderIn(state, kind, { service: page });
      expect(whyNotShared(order) === undefined).toBe(paymentPageOf(order) !== undefined);
    },
  );
});

test('a receipt is for what is paid, and not for what is to be reviewed or went back', () => {
  const why = Object.fromEntries(ORDER_STATES.map((state) => [state, whyNoReceipt(link(state))]));
  expect(why).toEqual({
    waiting: 'not_paid',
    sending: 'not_paid',
    pending: 'not_paid',
    failed: 'not_paid',
    paid: undefined,
    review: 'review',
    reversed: 'paid_back',
    cancelled: 'not_paid',
    not_sent: 'not_paid',
  });
  expect(whyNoReceipt(orderIn('paid', 'charge'))).toBeUndefined();
  expect(whyNoReceipt({ ...link('paid'), kind: 'elsewhere' })).toBe('elsewhere');
  expect(whyNoReceipt({ ...link('paid'), erasedAt: 1 })).toBe('erased');
});

// The card of an order that was paid although it had been cancelled, until somebody has decided what becomes of it.
import { expect, test } from 'vitest';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { type Kind, orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { refund } from '#test/slack/request-samples.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const LESS = { ...PAYMENT, paid: { amount: '175', currency: 'KES' } };
const MORE = { ...PAYMENT, paid: { amount: '2000000', currency: 'KES' } };
const paidTwin = { reference: referenceOf('INV-2'), confirmationCode: 'S8836K0006' };

test.each<[string, OrderState, Kind, Partial<Order>]>([
  ['a prompt', 'paid', 'prompt', {}],
  ['a link', 'paid', 'link', {}],
  ['a link cancelled at its deadline', 'paid', 'link', { cancelledBy: 'teller' }],
  ['a recurring link', 'paid', 'recurring link', {}],
  ['more than was asked', 'review', 'link', { payments: [MORE] }],
  ['less than was asked', 'review', 'prompt', { payments: [LESS] }],
  ['another currency', 'review', 'link', {}],
])('Paid after a cancel: the card warns and offers Refund (%s)', (_, state, kind, own) => {
  const order = orderIn(state, kind, { cancelledBy: 'U2', ...own });
  expect(read(order)).toMatch(/^:rotating_light: .*paid after it was cancelled/);
  expect(read(order)).toMatch(/\[Refund\]|… Refund/);
  expect(orderCard(order).text).toMatch(/: Paid .*after it was cancelled/);
  expect(read({ ...order, refund })).toMatch(/^:rotating_light: .*paid after it was cancelled/);
  expect(read({ ...order, refund })).not.toMatch(/\[Refund\]|Deliver it or pay it back/);
});

test.each<[string, OrderState, Partial<Order>]>([
  ['nobody cancelled', 'paid', { cancelledBy: '' }],
  ['accepted as paid', 'paid', { payments: [LESS], acceptedBy: 'U2' }],
  ['rest paid', 'paid', { payments: [LESS], restBrought: { amount: '1234392.5', currency: 'KES' } }],
  ['paid back', 'reversed', {}],
  ['paid twice', 'paid', { paidTwin }],
])('Paid after a cancel: the card no longer says so once it is settled (%s)', (_, state, own) => {
  const { cancelledBy = 'U2', ...other } = own;
  const card = read(orderIn(state, 'prompt', { ...(cancelledBy && { cancelledBy }), ...other }));
  expect(card).not.toContain('after it was cancelled');
});

function read(order: Order): string {
  return renderMessage({ ...orderCard(order), type: 'message' } as unknown as Parameters<
    typeof renderMessage
  >[0]);
}

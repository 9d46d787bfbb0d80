// The card of an order of whose chain another was paid: as well, or while this one can still be paid.
import { expect, test } from 'vitest';
import { NO_CHARGES } from '#orders/charges.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { type Kind, orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const paidTwin = { reference: referenceOf('INV-2'), confirmationCode: 'S8836K0006' };

test('what a screen reader hears of a payment made twice, or elsewhere in the chain, says so', () => {
  const heard = (state: OrderState) => orderCard(orderIn(state, 'prompt', { paidTwin })).text;
  expect(heard('paid')).toMatch(/: Paid\. Paid twice: INV-2 has been paid as well\. Pay one of them back\.$/);
  expect(heard('pending')).toMatch(/: Waiting for the customer’s PIN\. INV-2 has been paid already\.$/);
  expect(orderCard(orderIn('paid', 'prompt')).text).not.toContain('twice');
});

test('a card whose order was paid by an earlier one says what its buttons can do about it', () => {
  expect(read(orderIn('pending', 'prompt', { paidTwin }))).toContain('Cancel this one.');
  expect(read(orderIn('waiting', 'prompt', { paidTwin }))).toContain('Withdraw or decline this one.');
});

test('the card of one of two payments says what came for itself, and not that its amount came twice', () => {
  const less = { ...PAYMENT, paid: { amount: '175', currency: 'KES' } };
  const paid = (own: Partial<Order>, kind: Kind = 'prompt') =>
    read(orderIn('paid', kind, { paidTwin, ...own }))
      .split('\n')[0]
      ?.replaceAll('*', '');
  expect(paid({})).toBe(`:rotating_light: KES 1,234,567.50 paid · ${WHAT} · paid twice`);
  expect(paid({ payments: [less] })).toBe(`:rotating_light: KES 175.00 paid · ${WHAT} · paid twice`);
  expect(paid({ payments: [less], acceptedBy: 'U2' })).toBe(
    `:rotating_light: KES 175.00 paid · ${WHAT} · of KES 1,234,567.50, accepted as paid · paid twice`,
  );
  expect(paid({ charges: NO_CHARGES }, 'recurring link')).toMatch(/ · paid twice · 1 of 12 paid · /);
});

const WHAT = 'Two bags of “maize” – Grade 1 🌽';

function read(order: Order): string {
  return renderMessage({ ...orderCard(order), type: 'message' } as unknown as Parameters<
    typeof renderMessage
  >[0]);
}

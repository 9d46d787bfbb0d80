// The last line of an order's card: what was paid keeps its time, and a cancel stays, whatever happens to the order later.
import { expect, test } from 'vitest';
import { TELLER } from '#orders/audit-line.ts';
import { withEntries } from '#orders/entries.ts';
import { applyEvent } from '#orders/events.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { UNNAMED } from '#test/orders/any-event.ts';
import { orderIn, PAYMENT } from '#test/slack/every-order.ts';

const HOUR_MS = 60 * 60_000;
const ZONE = 'Africa/Nairobi';

test('the card says when Teller learned of a payment without a date, also once it was accepted or paid back later', () => {
  const { paidAt: _, ...dateless } = PAYMENT;
  const pending = orderIn('pending', 'prompt');
  const at = pending.createdAt + HOUR_MS;
  const paidWith = (amount: string) => {
    const payment = { ...dateless, paid: { amount, currency: pending.amount.currency } };
    return withEntries(applyEvent(pending, { event: 'completed', payment }, at), pending, ZONE);
  };
  const timesOn = (order: Parameters<typeof orderCard>[0]) =>
    [...JSON.stringify(orderCard(order).blocks.at(-1)).matchAll(/<!date\^(\d+)\^/g)].map(
      ([, s]) => Number(s) * 1_000,
    );
  const paid = paidWith(pending.amount.amount);
  const back = withEntries(
    applyEvent(paid, { event: 'reversed', payment: UNNAMED }, at + HOUR_MS),
    paid,
    ZONE,
  );
  expect(timesOn(back)).toEqual([pending.createdAt, at, at + HOUR_MS]);
  const less = paidWith('1');
  const accepted = applyEvent(less, { event: 'accepted_as_paid', by: 'U2' }, at + HOUR_MS);
  expect(timesOn(accepted)).toEqual([pending.createdAt, at, at + HOUR_MS]);
});

test('the card of an order that was paid after a cancel says that it had been cancelled, and by whom', () => {
  const lastLine = (state: 'paid' | 'review' | 'reversed', cancelledBy?: string) =>
    JSON.stringify(orderCard(orderIn(state, 'link', cancelledBy ? { cancelledBy } : {})).blocks.at(-1));
  for (const state of ['paid', 'review', 'reversed'] as const) {
    expect(lastLine(state, 'U2')).toContain(', cancelled by <@U2>, paid ');
    expect(lastLine(state, TELLER)).toContain(', cancelled by Teller, paid ');
    expect(lastLine(state)).not.toContain('cancelled');
  }
});

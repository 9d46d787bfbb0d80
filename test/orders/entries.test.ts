// The books of one order: each change of its money is one more entry on the right day, and nothing written is ever changed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingTime, isBalanced, withEntries } from '#orders/entries.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, anyEvents, applyOne, OTHER_MONEY, paymentOf } from './any-event.ts';

const ZONE = 'Africa/Nairobi';
const pending = sampleOrder('A', { state: 'pending' });
const KES = (amount: string) => ({ amount, currency: 'KES' });
/** A moment in Nairobi. */
const at = (text: string) => Date.parse(`${text}:00+03:00`);

/** `order` after its state was found to be `state` at `learnedAt`. */
function found(order: Order, state: OrderState, learnedAt: string, own: Partial<Order> = {}): Order {
  return withEntries({ ...order, state, changedAt: at(learnedAt), ...own }, ZONE);
}

const datedPayment = (text: string, money = AMOUNT) => ({ ...paymentOf(money), paidAt: at(text) });
const paidAt = (text: string, money = AMOUNT) => ({
  payments: [datedPayment(text, money)],
});
const linesOf = ({ entries = [] }: Order) =>
  entries.map(({ kind, money, day, paidDay }) =>
    [kind, money.amount, money.currency, day, paidDay].filter(Boolean).join(' '),
  );

describe('a payment', () => {
  test.each([
    ['the same evening', '2026-11-21T20:00', '2026-11-21T20:01', '2026-11-21'],
    ['over midnight', '2026-11-21T23:59', '2026-11-22T00:05', '2026-11-21'],
    ['before six in the morning', '2026-11-21T20:00', '2026-11-22T05:59', '2026-11-21'],
    ['at six in the morning', '2026-11-21T20:00', '2026-11-22T06:00', '2026-11-22 2026-11-21'],
    ['days later', '2026-11-21T20:00', '2026-11-24T09:00', '2026-11-24 2026-11-21'],
    ['of a clock that is fast', '2026-11-22T00:01', '2026-11-21T23:59', '2026-11-21'],
  ])(
    'that Teller learns of %s stands on its day, or late and marked on the day it was learned',
    (_, paid, learned, expected) => {
      const order = found(pending, 'paid', learned, paidAt(paid));
      expect(linesOf(order)).toEqual([`payment 1500 KES ${expected}`]);
      const [entry] = order.entries ?? [];
      expect(entry).toMatchObject({ learnedAt: at(learned), payment: 0 });
      expect(entry?.at).toBe(expected === '2026-11-21' && paid < '2026-11-22' ? at(paid) : at(learned));
    },
  );

  test('without a time in its record it counts when Teller learned of it', () => {
    const order = found(pending, 'paid', '2026-11-22T09:00', { payments: [paymentOf(AMOUNT)] });
    expect(linesOf(order)).toEqual(['payment 1500 KES 2026-11-22']);
  });

  test('days begin in the time zone of the settings', () => {
    const learnedAt = Date.parse('2026-11-22T02:00:00Z');
    const order = {
      ...pending,
      state: 'paid',
      changedAt: learnedAt,
      payments: [{ ...paymentOf(AMOUNT), paidAt: learnedAt }],
    } as const;
    const dayIn = (zone: string) => withEntries(order, zone).entries?.[0]?.day;
    expect([dayIn('Africa/Nairobi'), dayIn('America/New_York')]).toEqual(['2026-11-22', '2026-11-21']);
  });

  test('of a recurring order that came later is a charge', () => {
    const charge = found(
      { ...pending, kind: 'charge' },
      'paid',
      '2026-11-22T09:00',
      paidAt('2026-11-22T08:00'),
    );
    expect(linesOf(charge)).toEqual(['charge 1500 KES 2026-11-22']);
  });

  test('that turns out to be another one is corrected on the day it was learned, in each currency', () => {
    const review = found(pending, 'review', '2026-11-22T09:00', paidAt('2026-11-22T08:00', KES('1000')));
    const paid = found(review, 'paid', '2026-11-24T09:00', paidAt('2026-11-22T08:30'));
    expect(linesOf(paid)).toEqual(['payment 1000 KES 2026-11-22', 'correction 500 KES 2026-11-24']);
    const dollars = found(
      pending,
      'review',
      '2026-11-22T09:00',
      paidAt('2026-11-22T08:00', { amount: '12', currency: 'USD' }),
    );
    expect(linesOf(found(dollars, 'paid', '2026-11-24T09:00', paidAt('2026-11-22T08:30')))).toEqual([
      'payment 12 USD 2026-11-22',
      'correction 1500 KES 2026-11-24',
      'correction -12 USD 2026-11-24',
    ]);
  });
});

/** `order` after all its payments were found to be reversed at `learnedAt`. */
function goneBack(order: Order, learnedAt: string, payments = order.payments ?? []): Order {
  const reversedAt = at(learnedAt);
  return found(order, 'reversed', learnedAt, { payments: payments.map((one) => ({ ...one, reversedAt })) });
}

describe('a reversal', () => {
  test('stands on the day on which Teller learned of it, and the payment stays where it was', () => {
    const paid = found(pending, 'paid', '2026-11-22T09:00', paidAt('2026-11-22T08:00'));
    const reversed = goneBack(paid, '2026-11-23T10:00');
    expect(linesOf(reversed)).toEqual(['payment 1500 KES 2026-11-22', 'reversal -1500 KES 2026-11-23']);
    expect(reversed.entries?.[0]).toBe(paid.entries?.[0]);
    expect(found(reversed, 'reversed', '2026-11-24T10:00')).toMatchObject({ entries: reversed.entries });
  });
});

test('a payment that is doubtful, or in the books of another order, has no entry of this one', () => {
  const own = datedPayment('2026-11-22T08:00');
  const alsoOn = { reference: referenceOf('B'), isBookedThere: true } as const;
  for (const payment of [
    { ...own, isDoubtful: true as const },
    { ...own, alsoOn },
  ]) {
    const review = found(pending, 'review', '2026-11-22T09:00', { payments: [payment] });
    expect([linesOf(review), isBalanced(review)]).toEqual([[], true]);
    expect(linesOf(goneBack(review, '2026-11-23T09:00', [{ ...own, alsoOn }]))).toEqual([]);
  }
});

test('each of several payments has its own entries, whichever goes back', () => {
  const first = datedPayment('2026-11-22T08:00', KES('500'));
  const second = { ...paymentOf(KES('1000'), 'SCJ9SECOND'), paidAt: at('2026-11-23T08:00') };
  const review = found(pending, 'review', '2026-11-22T09:00', { payments: [first] });
  const paid = found(review, 'paid', '2026-11-23T09:00', { payments: [first, second] });
  const reversed = found(paid, 'review', '2026-11-24T09:00', {
    payments: [first, { ...second, reversedAt: at('2026-11-24T09:00') }],
  });
  expect(linesOf(reversed)).toEqual([
    'payment 500 KES 2026-11-22',
    'payment 1000 KES 2026-11-23',
    'reversal -1000 KES 2026-11-24',
  ]);
  expect(reversed.entries?.map(({ payment }) => payment)).toEqual([0, 1, 1]);
});

test('an order without money has no entries, and a save that changes no money adds none', () => {
  expect(withEntries(pending, ZONE)).toBe(pending);
  const paid = found(pending, 'paid', '2026-11-22T09:00', paidAt('2026-11-22T08:00'));
  expect(withEntries(paid, ZONE)).toBe(paid);
});

test('whatever happens to an order, its entries come to what it holds, and those that were written stay', () => {
  fc.assert(
    fc.property(anyEvents, (story) => {
      let order = sampleOrder('A');
      for (const [index, event] of story.entries()) {
        const after = applyOne(order, event, index * 3_600_000);
        expect(isBalanced(after)).toBe(true);
        for (const [number, entry] of (order.entries ?? []).entries())
          expect(after.entries?.[number]).toBe(entry);
        order = after;
      }
    }),
    { numRuns: 500 },
  );
  expect(OTHER_MONEY.length).toBeGreaterThan(1);
});

test.each([
  ['Africa/Nairobi', '2026-11-21', '2026-11-22T03:00:00Z'],
  ['America/New_York', '2026-03-07', '2026-03-08T10:00:00Z'],
  ['UTC', '2026-12-31', '2027-01-01T06:00:00Z'],
])('in %s the day %s closes at six in the morning of the next', (zone, day, expected) => {
  expect(closingTime(day, zone)).toBe(Date.parse(expected));
});

// What an order becomes when something happened to it, whatever happens in whatever order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent } from '#orders/events.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import {
  AMOUNT,
  anyEvent,
  anyEvents,
  applyAll,
  applyOne,
  FAILURE,
  OTHER_MONEY,
  paymentOf,
} from './any-event.ts';

const fresh = (own: Partial<Order> = {}) => sampleOrder('INV-1', { amount: AMOUNT, ...own });
const [_PART, _REST] = [
  { amount: '500', currency: 'KES' },
  { amount: '1000', currency: 'KES' },
];
const newsOf = (order: Order) => order.announcements.map(({ news }) => news.kind);
const completed = (paid = AMOUNT): OrderEvent => ({
  event: 'completed',
  trackingId: 'track-a',
  payment: paymentOf(paid),
});
const MONEY_FIELDS = ['payments', 'balanceBrought', 'unclearReversalAt'] as const;
const isPayment = (event: OrderEvent) => event.event === 'completed' || event.event === 'reversed';

describe('whatever happens to an order', () => {
  test('an order has money from the first record of a payment on', () => {
    fc.assert(
      fc.property(anyEvents, (story) => {
        expect(wasPaid(applyAll(fresh(), story).state)).toBe(story.some(isPayment));
      }),
    );
  });

  test('a change of state, or of the money, makes at most one announcement, and nothing else makes any', () => {
    fc.assert(
      fc.property(anyEvents, anyEvent, (story, last) => {
        const before = applyAll(fresh(), story);
        const after = applyOne(before, last);
        const more = after.announcements.length - before.announcements.length;
        const isOtherMoney = MONEY_FIELDS.some((field) => after[field] !== before[field]);
        expect(more).toBeLessThanOrEqual(after.state !== before.state || isOtherMoney ? 1 : 0);
        expect(after.announcements.slice(0, before.announcements.length)).toEqual(before.announcements);
      }),
    );
  });

  test('an event that is applied a second time returns the same object', () => {
    fc.assert(
      fc.property(anyEvents, anyEvent, (story, last) => {
        const once = applyAll(fresh(), [...story, last]);
        expect(applyEvent(once, last, 99)).toBe(once);
      }),
    );
  });

  test('the announcements of an order have different ids', () => {
    fc.assert(
      fc.property(anyEvents, (story) => {
        const ids = applyAll(fresh({ outcomeUnknownAt: 1 }), story).announcements.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('an order keeps its first tracking id', () => {
    fc.assert(
      fc.property(anyEvents, (story) => {
        const ids = story.flatMap((event) => {
          if (event.event === 'accepted') return event.provider.trackingId ?? [];
          return 'trackingId' in event ? event.trackingId : [];
        });
        expect(applyAll(fresh(), story).provider.trackingId).toBe(ids[0]);
      }),
    );
  });

  test('no event changes the order’s amount, customer or agent', () => {
    fc.assert(
      fc.property(anyEvents, (story) => {
        const order = Object.freeze(fresh());
        const { reference, amount, customer, agent, channel, formId, createdAt } = applyAll(order, story);
        expect(order).toMatchObject({ reference, amount, customer, agent, channel, formId, createdAt });
      }),
    );
  });
});

describe('a payment', () => {
  test('a payment of the order’s amount makes it paid, and the announcement has the payment and the previous state', () => {
    const order = applyAll(fresh(), [
      { event: 'failed', trackingId: 'track-a', failure: FAILURE },
      completed(),
    ]);
    expect(order).toMatchObject({ state: 'paid', payments: [paymentOf(AMOUNT)] });
    expect(order.announcements.at(-1)?.news).toEqual({
      kind: 'paid',
      payment: paymentOf(AMOUNT),
      previousState: 'failed',
    });
  });

  test.each(OTHER_MONEY)(
    'a payment of $currency $amount in place of the order’s amount puts it in review',
    (paid) => {
      const order = applyAll(fresh(), [completed(paid)]);
      expect([order.state, newsOf(order)]).toEqual(['review', ['review']]);
    },
  );

  test('a payment of the order’s amount after a different one is announced as paid', () => {
    const order = applyAll(fresh(), [completed(OTHER_MONEY[0]), completed()]);
    expect([order.state, newsOf(order)]).toEqual(['paid', ['review', 'paid']]);
  });
});

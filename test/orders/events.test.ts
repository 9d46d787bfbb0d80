// What an order becomes when something happened to it, whatever happens in whatever order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEvent, type OrderEvent } from '#orders/events.ts';
import { hasMoney } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import {
  ASKED,
  anyHappening,
  anyStory,
  FAILURE,
  hear,
  hearOne,
  OTHER_MONEY,
  paymentOf,
} from './any-event.ts';

const fresh = (own: Partial<Order> = {}) => sampleOrder('INV-1', { amount: ASKED, ...own });
const newsOf = (order: Order) => order.announcements.map(({ news }) => news.kind);
const completed = (paid = ASKED): OrderEvent => ({
  event: 'completed',
  trackingId: 'track-a',
  payment: paymentOf(paid),
});
const isPayment = (event: OrderEvent) => event.event === 'completed' || event.event === 'reversed';

describe('whatever happens to an order', () => {
  test('money news is never lost: the first word of money is always told', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const after = hear(fresh(), story);
        const first = story.find(isPayment);
        if (first?.event === 'completed') {
          const kind = first.payment.paid === ASKED ? 'paid' : 'review';
          expect(newsOf(after)).toContain(kind);
        }
        if (story.some(({ event }) => event === 'reversed')) expect(newsOf(after)).toContain('reversed');
        expect(hasMoney(after.state)).toBe(story.some(isPayment));
      }),
    );
  });

  test('each change of state makes at most one announcement, and nothing else makes any', () => {
    fc.assert(
      fc.property(anyStory, anyHappening, (story, last) => {
        const before = hear(fresh(), story);
        const after = hearOne(before, last);
        const more = after.announcements.length - before.announcements.length;
        expect(more).toBeLessThanOrEqual(after.state === before.state ? 0 : 1);
        expect(after.announcements.slice(0, before.announcements.length)).toEqual(before.announcements);
      }),
    );
  });

  test('hearing a thing a second time gives back the very same object', () => {
    fc.assert(
      fc.property(anyStory, anyHappening, (story, last) => {
        const once = hear(fresh(), [...story, last]);
        expect(applyEvent(once, last, 99)).toBe(once);
      }),
    );
  });

  test('announcements have ids of their own', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const ids = hear(fresh({ outcomeUnknownAt: 1 }), story).announcements.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('it is only ever paid when the very amount and currency came', () => {
    const anyOther = anyStory.map((story) =>
      story.filter(
        ({ event, ...rest }) => event !== 'completed' || !('payment' in rest) || rest.payment.paid !== ASKED,
      ),
    );
    fc.assert(
      fc.property(anyOther, (story) => {
        const after = hear(fresh(), story);
        expect(after.state).not.toBe('paid');
        expect(newsOf(after)).not.toContain('paid');
      }),
    );
  });

  test('the first tracking id stays', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const ids = story.flatMap((event) => {
          if (event.event === 'accepted') return event.service.trackingId ?? [];
          return 'trackingId' in event ? event.trackingId : [];
        });
        expect(hear(fresh(), story).service.trackingId).toBe(ids[0]);
      }),
    );
  });

  test('what was asked, of whom and by whom is left alone', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const order = Object.freeze(fresh());
        const { reference, amount, customer, agent, channel, formId, createdAt } = hear(order, story);
        expect(order).toMatchObject({ reference, amount, customer, agent, channel, formId, createdAt });
      }),
    );
  });
});

describe('a payment', () => {
  test('as asked is paid, with its facts and the state that it came after', () => {
    const order = hear(fresh(), [{ event: 'failed', trackingId: 'track-a', failure: FAILURE }, completed()]);
    expect(order).toMatchObject({ state: 'paid', payment: paymentOf(ASKED) });
    expect(order.announcements.at(-1)?.news).toEqual({
      kind: 'paid',
      payment: paymentOf(ASKED),
      previousState: 'failed',
    });
  });

  test.each(OTHER_MONEY)('of $currency $amount instead is for review', (paid) => {
    const order = hear(fresh(), [completed(paid)]);
    expect([order.state, newsOf(order)]).toEqual(['review', ['review']]);
  });

  test('that comes right after all is told as paid', () => {
    const order = hear(fresh(), [completed(OTHER_MONEY[0]), completed()]);
    expect([order.state, newsOf(order)]).toEqual(['paid', ['review', 'paid']]);
  });

  test('that was known and is reversed is told with the figures of the payment', () => {
    const reversal: OrderEvent = {
      event: 'reversed',
      trackingId: 'track-a',
      payment: paymentOf({ amount: '0', currency: '' }),
    };
    const order = hear(fresh(), [completed(), reversal]);
    expect(order.announcements.at(-1)?.news).toEqual({ kind: 'reversed', payment: paymentOf(ASKED) });
    expect(order.payment).toEqual(paymentOf(ASKED));
  });
});

describe('waiting', () => {
  const pending: OrderEvent = { event: 'pending', trackingId: 'track-a' };

  test('is no news for whoever expected it', () => {
    expect(newsOf(hear(fresh(), [pending]))).toEqual([]);
    expect(newsOf(hear(fresh(), [{ event: 'accepted', service: {} }]))).toEqual([]);
  });

  test('is told to whoever was left in doubt, or was told that nothing was sent', () => {
    expect(newsOf(hear(fresh({ outcomeUnknownAt: 5 }), [pending]))).toEqual(['order_found']);
    expect(newsOf(hear(fresh(), [{ event: 'refused', failure: FAILURE }, pending]))).toEqual([
      'not_sent',
      'order_found',
    ]);
  });
});

describe('a charge of a recurring order', () => {
  const charge = () => fresh({ kind: 'charge' });

  test('that turns out to be none is dropped in silence', () => {
    const order = hear(charge(), [{ event: 'refused', failure: FAILURE }]);
    expect([order.state, newsOf(order)]).toEqual(['not_sent', []]);
  });

  test('that was dropped in silence and is waiting after all is still no news', () => {
    const order = hear(charge(), [
      { event: 'refused', failure: FAILURE },
      { event: 'pending', trackingId: 'track-a' },
    ]);
    expect([order.state, newsOf(order)]).toEqual(['pending', []]);
  });

  test('that is paid is told, even after it was dropped', () => {
    expect(newsOf(hear(charge(), [{ event: 'refused', failure: FAILURE }, completed()]))).toEqual(['paid']);
  });
});

// The lines of the audit record that follow from changes of an order: one for each thing that somebody did, none for the rest.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deedsOf } from '#orders/deeds.ts';
import type { OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { anyEvent, anyEvents, applyOne } from './any-event.ts';

const order = sampleOrder('A-1', { agent: 'U7', createdAt: 5 });

describe('a new order', () => {
  test.each([
    ['asked', {}],
    ['sent_again', { resendOf: referenceOf('B-1') }],
    ['asked_for_rest', { restOf: referenceOf('B-1') }],
    ['asked_for_rest', { restOf: referenceOf('B-1'), resendOf: referenceOf('C-1') }],
  ] as const)('is the deed %s of its agent, at the time when it was made', (deed, own) => {
    expect(deedsOf({ ...order, ...own }, undefined)).toEqual([
      { at: 5, who: 'U7', deed, order: 'A-1', outcome: 'sending' },
    ]);
  });

  test('that is a charge is nobody’s deed, because the payment service named it', () => {
    const charge = { ...order, kind: 'charge' as const, chargeOf: referenceOf('B-1') };
    expect(deedsOf(charge, undefined)).toEqual([]);
  });
});

test('cancelling and accepting as paid are deeds of whoever did it, with the state that came of it', () => {
  const pending: Order = { ...order, state: 'pending' };
  const cancelled = { ...pending, state: 'cancelled' as const, cancelledBy: 'U2', changedAt: 9 };
  expect(deedsOf(cancelled, pending)).toEqual([
    { at: 9, who: 'U2', deed: 'cancelled', order: 'A-1', outcome: 'cancelled' },
  ]);
  const review: Order = { ...order, state: 'review' };
  const accepted = { ...review, state: 'paid' as const, acceptedBy: 'U3', changedAt: 8 };
  expect(deedsOf(accepted, review)).toEqual([
    { at: 8, who: 'U3', deed: 'accepted_as_paid', order: 'A-1', outcome: 'paid' },
  ]);
});

const PERSONS: readonly OrderEvent['event'][] = ['cancelled', 'accepted_as_paid'];

test('of any story each change of state by a person has exactly one line, and what the payment service says has none', () => {
  fc.assert(
    fc.property(anyEvents, anyEvent, (story, event) => {
      const before = story.reduce((known, one, index) => applyOne(known, one, index), order);
      const after = applyOne(before, event, 99);
      const deeds = deedsOf(after, before);
      const isByPerson = after.state !== before.state && PERSONS.includes(event.event);
      expect(deeds).toEqual(
        isByPerson
          ? [
              {
                at: 99,
                who: 'by' in event ? event.by : '',
                deed: event.event,
                order: 'A-1',
                outcome: after.state,
              },
            ]
          : [],
      );
      expect(deedsOf(after, after)).toEqual([]);
      expect(deedsOf({ ...after, checkedAt: 7, version: after.version + 1 }, after)).toEqual([]);
    }),
  );
});

test('a line holds nothing of the customer', () => {
  const named = sampleOrder('A-1', {
    customer: { firstName: 'Wanjiru', lastName: 'Kamau', email: 'w@example.com' },
    description: 'Maize for Wanjiru',
  });
  expect(JSON.stringify(deedsOf(named, undefined))).not.toMatch(/Wanjiru|Kamau|example|Maize/);
});

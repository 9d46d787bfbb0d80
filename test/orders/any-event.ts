// Arbitrary events, and an order to which they are applied one after the other, each version saved as the store does it.

import fc from 'fast-check';
import type { Money } from '#lib/money.ts';
import { withEntries } from '#orders/entries.ts';
import { applyEvent, type OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, StatedPayment } from '#orders/payment.ts';
import { storedReference } from '#orders/reference.ts';

export const AMOUNT: Money = { amount: '1500', currency: 'KES' };
export const OTHER_MONEY: readonly Money[] = [
  { amount: '1499.99', currency: 'KES' },
  { amount: '1500', currency: 'TZS' },
  { amount: '11.5', currency: 'USD' },
  { amount: '500', currency: 'KES' },
  { amount: '1700', currency: 'KES' },
];

export function paymentOf(paid: Money): StatedPayment {
  return { paid, method: 'MpesaKE', confirmationCode: 'SCJ8JQ26SW', payer: '2547xxx56689' };
}

export const FAILURE: Failure = { reason: 'payment_failed', serviceMessage: 'request_terminated_by_user' };

const trackingId = fc.constantFrom('track-a', 'track-b');
const payment = fc.constantFrom(AMOUNT, ...OTHER_MONEY).map(paymentOf);
const failure = fc.constant(FAILURE);

const service = fc.record(
  {
    trackingId,
    redirectUrl: fc.constant('https://pay.test/1'),
    businessNumber: fc.constant('220222'),
    accountNumber: fc.constant('ACC-1'),
  },
  { requiredKeys: [] },
);

export const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.record({ event: fc.constant('accepted'), service }),
  fc.record({ event: fc.constant('refused'), failure }),
  fc.record({ event: fc.constant('pending'), trackingId }),
  fc.record({ event: fc.constant('completed'), trackingId, payment }),
  fc.record({ event: fc.constant('failed'), trackingId, failure }),
  fc.record({ event: fc.constant('reversed'), trackingId, payment }),
  fc.record({
    event: fc.constantFrom('cancelled' as const, 'accepted_as_paid' as const),
    by: fc.constantFrom('U1', 'U2'),
  }),
  fc.record({
    event: fc.constant('rest_paid'),
    by: fc.constant(storedReference.parse('REST-1')),
    restAmount: fc.constantFrom(AMOUNT, ...OTHER_MONEY),
    restPayment: payment,
  }),
  fc.record({ event: fc.constant('rest_gone_back'), by: fc.constant(storedReference.parse('REST-1')) }),
  fc.record({ event: fc.constant('approved'), by: fc.constant('U2') }),
  fc.record({ event: fc.constant('approval_withdrawn'), by: fc.constant('U1') }),
  fc.record({
    event: fc.constant('approval_declined'),
    by: fc.constant('U2'),
    reason: fc.constant('Too much'),
  }),
  fc.record({ event: fc.constant('approval_ran_out') }),
  fc.record({ event: fc.constant('sent_now') }),
  fc.record({ event: fc.constant('paid_back'), by: fc.constant('U2') }),
);

export const anyEvents = fc.array(anyEvent, { maxLength: 12 });

/** The order after the whole story; each change is a save, which raises the version. */
export function applyAll(order: Order, story: readonly OrderEvent[]): Order {
  return story.reduce((known, event, index) => applyOne(known, event, index), order);
}

export function applyOne(order: Order, event: OrderEvent, at = 0): Order {
  const next = applyEvent(order, event, at);
  return next === order ? order : { ...asSaved(next, order), version: order.version + 1 };
}

/** With the money entries that a save adds. */
export function asSaved(after: Order, before: Order | undefined): Order {
  return withEntries(after, before, 'Africa/Nairobi');
}

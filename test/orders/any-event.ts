// Arbitrary events, and an order to which they are applied one after the other, each version saved as the store does it.

import fc from 'fast-check';
import type { Money } from '#lib/money.ts';
import { withEntries } from '#orders/entries.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Failure, Payment, StatedPayment } from '#orders/payment.ts';
import { storedReference } from '#orders/reference.ts';

export const AMOUNT: Money = { amount: '1500', currency: 'KES' };
export const OTHER_MONEY: readonly Money[] = [
  { amount: '1499.99', currency: 'KES' },
  { amount: '1500', currency: 'TZS' },
  { amount: '11.5', currency: 'USD' },
  { amount: '500', currency: 'KES' },
  { amount: '1700', currency: 'KES' },
  { amount: '1000', currency: 'KES' },
];

export const CODE = 'SCJ8JQ26SW';

export function paymentOf(paid: Money, confirmationCode = CODE): StatedPayment {
  return { paid, method: 'MpesaKE', confirmationCode, payer: '2547xxx56689' };
}

/** What the record of a reversal says of the payment when it says nothing. */
export const UNNAMED: Payment = { method: '', confirmationCode: '', payer: '' };

/** Three codes, each in two spellings, and none. */
const CODES = [CODE, 'scj8 jq26sw', 'SCJ9SECOND', 'scj9second ', 'SCK1THIRD7', 'sck1Third7', ''];

export const FAILURE: Failure = { reason: 'payment_failed', providerMessage: 'request_terminated_by_user' };

const trackingId = fc.constantFrom('track-a', 'track-b');
const confirmationCode = fc.constantFrom(...CODES);
const paid = fc.constantFrom(AMOUNT, ...OTHER_MONEY);
/** What a record may say of a payment: it may lack the amount and the code. */
const payment = fc
  .record({ paid, confirmationCode }, { requiredKeys: ['confirmationCode'] })
  .map((said): Payment => ({ method: 'MpesaKE', payer: '2547xxx56689', ...said }));
/** A failed record is a doubtful payment only where it has both. */
const doubtful = fc
  .record({ paid, confirmationCode: fc.constantFrom(...CODES.filter(Boolean)) })
  .map((said): Payment => ({ method: 'MpesaKE', payer: '2547xxx56689', ...said, isDoubtful: true }));
const brought = fc.constantFrom(AMOUNT, ...OTHER_MONEY.filter(({ currency }) => currency === 'KES'));
const failure = fc.constant(FAILURE);

const provider = fc.record(
  {
    trackingId,
    redirectUrl: fc.constant('https://pay.test/1'),
    businessNumber: fc.constant('220222'),
    accountNumber: fc.constant('ACC-1'),
  },
  { requiredKeys: [] },
);

/** What the provider's records say one after the other. */
export const anyRecord: fc.Arbitrary<OrderEvent> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ event: fc.constant('pending'), trackingId }) },
  { weight: 1, arbitrary: fc.record({ event: fc.constant('failed'), trackingId, failure }) },
  {
    weight: 6,
    arbitrary: fc.record({
      event: fc.constant('completed'),
      trackingId,
      payment: fc.oneof({ weight: 5, arbitrary: payment }, { weight: 1, arbitrary: doubtful }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ event: fc.constant('reversed'), trackingId, payment }) },
);

export const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
  { weight: 4, arbitrary: anyRecord },
  fc.record({ event: fc.constant('accepted'), provider }),
  fc.record({ event: fc.constant('refused'), failure }),
  fc.record({
    event: fc.constantFrom('cancelled' as const, 'accepted_as_paid' as const),
    by: fc.constantFrom('U1', 'U2'),
  }),
  fc.record({
    event: fc.constant('balance_paid'),
    by: fc.constant(storedReference.parse('REST-1')),
    brought,
    balancePayment: payment,
  }),
  fc.record(
    { event: fc.constant('balance_returned'), by: fc.constant(storedReference.parse('REST-1')), brought },
    { requiredKeys: ['event', 'by'] },
  ),
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
  return next === order ? order : { ...asSaved(next), version: order.version + 1 };
}

/** With the money entries that a save adds. */
export function asSaved(order: Order): Order {
  return withEntries(order, 'Africa/Nairobi');
}

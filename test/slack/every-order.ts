// Orders of every kind in every state, with ordinary and with hostile text, for tests of what Slack shows.

import { type Msisdn, parseMsisdn } from '#lib/msisdn.ts';
import type { Approval } from '#orders/approval.ts';
import { ORDER_STATES, type OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment, StatedPayment } from '#orders/payment.ts';
import type { Refund } from '#orders/refund.ts';
import { recurringOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';

export const PHONE = '254712345678';
const CREATED_AT = 1_700_000_000_000;

export const KINDS = ['prompt', 'link', 'recurring link', 'charge'] as const;
export type Kind = (typeof KINDS)[number];

export const PAYMENT: StatedPayment = {
  paid: { amount: '1234567.5', currency: 'KES' },
  method: 'MpesaKE',
  confirmationCode: 'SCJ8JQ26SW',
  payer: '2547xxx45678',
  paidAt: CREATED_AT + 60_000,
};

export const FAILURE: Failure = {
  reason: 'declined',
  providerMessage: 'amount_exceeds_default_limit',
  incident: '7f3a-91c2',
};

const WAITS: Approval = { number: 1, about: 'order', requestedBy: 'U1', askedAt: CREATED_AT, state: 'open' };

/** With all that the state requires: a payment, a failure, or who cancelled. */
export function orderIn(state: OrderState, kind: Kind, own: Partial<Order> = {}): Order {
  const recurring = recurringOrder('INV-1', 'SUB-7', CREATED_AT).recurring;
  return sampleOrder('INV-1', {
    state,
    kind: kind === 'recurring link' ? 'link' : kind,
    amount: { amount: '1234567.5', currency: 'KES' },
    customer: { firstName: 'Amina', lastName: 'O’Neill', phone: msisdn() },
    ...(kind === 'prompt' ? { prompt: { msisdn: msisdn(), method: 'MpesaKE' } } : {}),
    ...(kind === 'recurring link' && recurring ? { recurring } : {}),
    ...(kind === 'charge' ? { chargeOf: referenceOf('INV-0') } : {}),
    ...(state === 'paid' ? { payments: [PAYMENT] } : {}),
    ...(state === 'reversed' ? { payments: [{ ...PAYMENT, reversedAt: CREATED_AT + 60_000 }] } : {}),
    ...(state === 'review' ? { payments: [{ ...PAYMENT, paid: { amount: '9', currency: 'USD' } }] } : {}),
    ...(['failed', 'not_sent'].includes(state) ? { failure: FAILURE } : {}),
    ...(state === 'cancelled' ? { cancelledBy: 'U2' } : {}),
    ...(state === 'waiting' ? { approval: WAITS } : {}),
    createdAt: CREATED_AT,
    changedAt: state === 'sending' ? CREATED_AT : CREATED_AT + 60_000,
    provider: ['waiting', 'sending', 'not_sent'].includes(state) ? {} : providerSide(kind),
    ...own,
  });
}

export const EVERY_STATE_AND_KIND = ORDER_STATES.flatMap((state) =>
  KINDS.map((kind): [OrderState, Kind] => [state, kind]),
);

/** Text that tries to mention, link, format, quote, reverse the direction, and be too long. */
const ATTACK =
  '<!channel> <@U1> <#C1> <https://evil.example|click> https://evil.example *bold* _it_ ~st~ `code` :tada:\n> quote &lt; "q" \\ \u202eback\u202c \u2066x\u2069 \ud83d ';
export const HOSTILE = ATTACK.repeat(Math.ceil(3_000 / ATTACK.length)).slice(0, 3_000);

/** Formats as far as a reference can. */
export const HOSTILE_REFERENCE = referenceOf(':tada:_it_');

/** The order with hostile text in every field that a person or the provider fills. */
export function hostile(order: Order): Order {
  const { payments, failure, recurring, provider, approval, refund, duplicatePayment, resentAs } = order;
  return {
    ...order,
    reference: HOSTILE_REFERENCE,
    ...(order.chargeOf ? { chargeOf: HOSTILE_REFERENCE } : {}),
    ...(order.resendOf ? { resendOf: HOSTILE_REFERENCE } : {}),
    ...(order.balanceOf ? { balanceOf: HOSTILE_REFERENCE } : {}),
    ...(duplicatePayment
      ? { duplicatePayment: { ...duplicatePayment, reference: HOSTILE_REFERENCE, confirmationCode: HOSTILE } }
      : {}),
    ...(resentAs ? { resentAs: { ...resentAs, reference: HOSTILE_REFERENCE } } : {}),
    description: HOSTILE,
    customer: { ...order.customer, firstName: HOSTILE, lastName: HOSTILE, email: HOSTILE },
    ...(payments ? { payments: payments.map(hostilePayment) } : {}),
    ...(failure ? { failure: { ...failure, providerMessage: HOSTILE } } : {}),
    ...(recurring ? { recurring: { ...recurring, accountNumber: HOSTILE } } : {}),
    ...(approval?.reason ? { approval: { ...approval, reason: HOSTILE } } : {}),
    ...(refund ? { refund: hostileRefund(refund) } : {}),
    provider: {
      ...provider,
      ...(provider.businessNumber ? { businessNumber: HOSTILE, accountNumber: HOSTILE } : {}),
      ...(provider.redirectUrl ? { redirectUrl: `https://pay.test/?${HOSTILE}` } : {}),
    },
  };
}

function hostileRefund({ failure, ...refund }: Refund): Refund {
  return {
    ...refund,
    remarks: HOSTILE,
    confirmationCode: HOSTILE,
    amount: { ...refund.amount, currency: HOSTILE },
    ...(failure ? { failure: { ...failure, providerMessage: HOSTILE } } : {}),
  };
}

export function hostilePayment({ paid = PAYMENT.paid, alsoOn, ...payment }: Payment): StatedPayment {
  return {
    ...payment,
    ...(alsoOn ? { alsoOn: { ...alsoOn, reference: HOSTILE_REFERENCE } } : {}),
    paid: { amount: paid.amount, currency: HOSTILE },
    method: HOSTILE,
    confirmationCode: HOSTILE,
    payer: HOSTILE,
  };
}

export function msisdn(): Msisdn {
  const read = parseMsisdn(PHONE, 'KE');
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

function providerSide(kind: Kind) {
  const trackingId = 'af2234da-03ee-4b60-b2dd-dd746bcda1bd';
  if (kind === 'prompt') return { trackingId, businessNumber: '220222', accountNumber: 'ACC-9' };
  return {
    trackingId,
    ...(kind === 'charge' ? {} : { redirectUrl: 'https://pay.test/iframe?OrderTrackingId=af2234da' }),
  };
}

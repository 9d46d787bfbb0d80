// What each event leaves in an order and what it announces, field by field.
import { describe, expect, test } from 'vitest';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Failure } from '#orders/payment.ts';
import { storedReference } from '#orders/reference.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, FAILURE, OTHER_MONEY, paymentOf, UNNAMED } from './any-event.ts';

const [LESS = AMOUNT] = OTHER_MONEY;
const LITTLE = { amount: '500', currency: 'KES' };
const CENT = { amount: '0.01', currency: 'KES' };
const REST = storedReference.parse('REST-1');
const AT = 1_800_000_000_000;
const orderIn = (own: Partial<Order>) => sampleOrder('INV-1', { amount: AMOUNT, version: 4, ...own });
/** The order with `changes`, as an event at AT leaves it, and with the news that it made. */
const changed = (before: Order, changes: Partial<Order>, news: object | undefined) => ({
  ...before,
  changedAt: AT,
  ...changes,
  announcements: news ? [{ id: `${changes.state}-5`, at: AT, news }] : [],
});

const REQUEST = { number: 1, about: 'order', askedBy: 'U1', askedAt: 1, state: 'open' } as const;
const REFUND = {
  amount: LESS,
  confirmationCode: 'SCJ8JQ26SW',
  remarks: 'One bag',
  askedBy: 'U1',
  status: 'waiting',
} as const;
const because = (reason: Failure['reason']) => ({ failure: { reason, serviceMessage: '' } });

type Row = readonly [
  says: string,
  before: Partial<Order>,
  event: OrderEvent,
  changes: Partial<Order>,
  news: object | undefined,
];

const ROWS: readonly Row[] = [
  [
    'an accepted order keeps what the service said of it',
    { state: 'sending' },
    { event: 'accepted', service: { trackingId: 'track-a', redirectUrl: 'https://pay.test/1' } },
    { state: 'pending', service: { trackingId: 'track-a', redirectUrl: 'https://pay.test/1' } },
    undefined,
  ],
  [
    'an order that is accepted after a lost answer is announced as found',
    { state: 'sending', outcomeUnknownAt: 5 },
    { event: 'accepted', service: {} },
    { state: 'pending' },
    { kind: 'order_found' },
  ],
  [
    'a refused order keeps why, and that is announced',
    { state: 'sending' },
    { event: 'refused', failure: FAILURE },
    { state: 'not_sent', failure: FAILURE },
    { kind: 'not_sent', failure: FAILURE },
  ],
  [
    'a failed order keeps why, and that is announced',
    { state: 'pending' },
    { event: 'failed', trackingId: 'track-a', failure: FAILURE },
    { state: 'failed', failure: FAILURE, service: { trackingId: 'track-a' } },
    { kind: 'failed', failure: FAILURE },
  ],
  [
    'a paid order keeps its payment, which is announced with the state before',
    { state: 'failed' },
    { event: 'completed', payment: paymentOf(AMOUNT) },
    { state: 'paid', payments: [paymentOf(AMOUNT)] },
    { kind: 'paid', payment: paymentOf(AMOUNT), previousState: 'failed' },
  ],
  [
    'a payment of another amount is announced as one to review',
    { state: 'pending' },
    { event: 'completed', payment: paymentOf(LESS) },
    { state: 'review', payments: [paymentOf(LESS)] },
    { kind: 'review', payment: paymentOf(LESS), previousState: 'pending' },
  ],
  [
    'another amount under a known code takes the place of what was known, and that is announced',
    { state: 'review', payments: [paymentOf(LITTLE)] },
    { event: 'completed', payment: paymentOf(LESS) },
    { state: 'review', payments: [paymentOf(LESS)] },
    { kind: 'review', payment: paymentOf(LESS), previousState: 'review', before: LITTLE },
  ],
  [
    'a reversal of a payment that nobody knew keeps the payment of its record',
    { state: 'pending' },
    { event: 'reversed', payment: paymentOf(AMOUNT) },
    { state: 'reversed', payments: [{ ...paymentOf(AMOUNT), reversedAt: AT }] },
    { kind: 'reversed', payment: { ...paymentOf(AMOUNT), reversedAt: AT } },
  ],
  [
    'a reversal whose record says nothing of the payment says only that',
    { state: 'pending' },
    { event: 'reversed', payment: UNNAMED },
    { state: 'reversed', payments: [{ ...UNNAMED, reversedAt: AT }] },
    { kind: 'reversed', payment: { ...UNNAMED, reversedAt: AT } },
  ],
  [
    'a cancelled order keeps who cancelled it',
    { state: 'pending' },
    { event: 'cancelled', by: 'U7' },
    { state: 'cancelled', cancelledBy: 'U7' },
    { kind: 'cancelled', by: 'U7' },
  ],
  [
    'a review that a person ends keeps who did',
    { state: 'review', payments: [paymentOf(LESS)] },
    { event: 'accepted_as_paid', by: 'U7' },
    { state: 'paid', acceptedBy: 'U7' },
    { kind: 'accepted_as_paid', by: 'U7' },
  ],
  [
    'a review that the payment of the rest ends names that payment, and keeps its own',
    { state: 'review', payments: [paymentOf(LESS)] },
    { event: 'rest_paid', by: REST, brought: CENT, restPayment: paymentOf(CENT) },
    { state: 'paid', restBrought: CENT },
    { kind: 'rest_paid', by: REST, payment: paymentOf(CENT), brought: CENT },
  ],
  [
    'a review for which more comes than its rest stays one, and says how much is too much',
    { state: 'review', payments: [paymentOf(LESS)] },
    { event: 'rest_paid', by: REST, brought: AMOUNT, restPayment: paymentOf(AMOUNT) },
    { state: 'review', restBrought: AMOUNT },
    { kind: 'rest_paid', by: REST, payment: paymentOf(AMOUNT), brought: AMOUNT, tooMuch: LESS },
  ],
];

describe('what an event leaves in an order', () => {
  test.each(ROWS)('%s', (_, own, event, changes, news) => {
    const before = orderIn(own);
    expect(applyEvent(before, event, AT)).toStrictEqual(changed(before, changes, news));
  });

  test.each([
    [{ event: 'approved', by: 'U2' }, { state: 'sending' }, { state: 'approved', decidedBy: 'U2' }],
    [
      { event: 'approval_withdrawn', by: 'U1' },
      { state: 'not_sent', ...because('approval_withdrawn') },
      { state: 'withdrawn', decidedBy: 'U1' },
    ],
    [
      { event: 'approval_declined', by: 'U2', reason: 'No' },
      { state: 'not_sent', ...because('approval_declined') },
      { state: 'declined', decidedBy: 'U2', reason: 'No' },
    ],
    [
      { event: 'approval_ran_out' },
      { state: 'not_sent', ...because('approval_ran_out') },
      { state: 'run_out' },
    ],
  ] as const)('a request keeps how it ended, which is announced: $event', (event, changes, decided) => {
    const before = orderIn({ state: 'waiting', approval: REQUEST });
    const approval = { ...REQUEST, ...decided, decidedAt: AT };
    expect(applyEvent(before, event, AT)).toStrictEqual({
      ...before,
      ...changes,
      changedAt: AT,
      approval,
      announcements: [{ id: 'approval_decided-5', at: AT, news: { kind: 'approval_decided', approval } }],
    });
  });

  test('an order that cannot be sent while it waits ends its request', () => {
    const before = orderIn({ state: 'waiting', approval: REQUEST });
    const after = applyEvent(before, { event: 'refused', failure: FAILURE }, AT);
    expect(after).toMatchObject({ state: 'not_sent', failure: FAILURE, approval: { state: 'lapsed' } });
  });

  test('a request that was decided is not decided again, and a prompt is sent only once it was approved', () => {
    const approval = { ...REQUEST, state: 'approved', decidedBy: 'U2', decidedAt: 2 } as const;
    const late = orderIn({ state: 'waiting', approval });
    expect(applyEvent(late, { event: 'approved', by: 'U3' }, AT)).toBe(late);
    expect(applyEvent(late, { event: 'sent_now' }, AT)).toStrictEqual({
      ...late,
      state: 'sending',
      changedAt: AT,
    });
    const open = orderIn({ state: 'waiting', approval: REQUEST });
    expect(applyEvent(open, { event: 'sent_now' }, AT)).toBe(open);
  });

  test('a refund that an approver says was carried out reverses the order by the amount that was asked', () => {
    const refund = { ...REFUND, status: 'unknown', requestedAt: 2, repeatedAt: 3 } as const;
    const before = orderIn({ state: 'paid', payments: [paymentOf(AMOUNT)], refund });
    const after = applyEvent(before, { event: 'paid_back', by: 'U3' }, AT);
    expect(after).toMatchObject({ state: 'reversed', refund: { status: 'paid_back', endedBy: 'U3' } });
    expect(after.announcements.at(-1)?.news).toEqual({
      kind: 'reversed',
      payment: { ...paymentOf(AMOUNT), reversedAt: AT },
      refunded: LESS,
      by: 'U3',
    });
    const unasked = orderIn({ state: 'paid', payments: [paymentOf(AMOUNT)], refund: REFUND });
    expect(applyEvent(unasked, { event: 'paid_back', by: 'U3' }, AT)).toBe(unasked);
  });

  test('a reversal ends a request for a refund that nobody has decided', () => {
    const approval = { ...REQUEST, about: 'refund' } as const;
    const before = orderIn({ state: 'paid', payments: [paymentOf(AMOUNT)], approval, refund: REFUND });
    const after = applyEvent(before, { event: 'reversed', payment: UNNAMED }, AT);
    expect(after).toMatchObject({ approval: { state: 'lapsed' }, refund: { status: 'not_asked' } });
    const payment = { ...paymentOf(AMOUNT), reversedAt: AT };
    expect(after.announcements.at(-1)?.news).toEqual({ kind: 'reversed', payment });
  });

  test('an event that only brings a tracking id changes nothing but that, and announces nothing', () => {
    const before = orderIn({ state: 'paid', payments: [paymentOf(AMOUNT)] });
    const after = applyEvent(before, { event: 'failed', trackingId: 'track-a', failure: FAILURE }, AT);
    expect(after).toStrictEqual({ ...before, service: { trackingId: 'track-a' } });
  });

  test.each([
    ['paid', AMOUNT],
    ['review', LESS],
  ] as const)(
    'a payment whose code comes later gets it, once, without an announcement: %s',
    (state, paid) => {
      const coded = paymentOf(paid);
      const before = orderIn({ state, payments: [{ ...coded, confirmationCode: '', payer: '' }] });
      const after = applyEvent(before, { event: 'completed', payment: coded }, AT);
      expect(after).toStrictEqual({ ...before, payments: [coded] });
    },
  );

  test('the first tracking id stays, and what is new of the service is added to it', () => {
    const before = orderIn({ state: 'pending', service: { trackingId: 'track-a' } });
    const service = { trackingId: 'track-b', redirectUrl: 'https://pay.test/1' };
    const after = applyEvent(before, { event: 'accepted', service }, AT);
    expect(after.service).toStrictEqual({ trackingId: 'track-a', redirectUrl: 'https://pay.test/1' });
    expect(applyEvent(before, { event: 'pending', trackingId: 'track-b' }, AT)).toBe(before);
  });

  test('a new announcement stands behind those that are not delivered yet', () => {
    const waiting = orderIn({
      state: 'pending',
      announcements: [{ id: 'x-1', at: 1, news: { kind: 'order_found' } }],
    });
    const after = applyEvent(waiting, { event: 'cancelled', by: 'U7' }, AT);
    expect(after.announcements.map(({ id }) => id)).toEqual(['x-1', 'cancelled-5']);
  });
});

// The lines of the audit record that follow from changes of an order: one for each thing that somebody did, none for the rest.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askApproval } from '#orders/approval.ts';
import { TELLER } from '#orders/audit-line.ts';
import { type Decision, decide, runOut, sendNow } from '#orders/decisions.ts';
import { deedsOf } from '#orders/deeds.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import { ASKED_AGAIN_AFTER_MS, CALLED_WITHIN_MS } from '#orders/refund.ts';
import {
  askRefund,
  endUncalledRefund,
  endUnpaidRefund,
  markRefundCall,
  markRefundRepeated,
  markRefundRequested,
  type RefundOutcome,
  refundAnswered,
  withUnknownRefund,
} from '#orders/refunding.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, anyEvent, anyEvents, applyOne, asSaved, FAILURE, paymentOf, UNNAMED } from './any-event.ts';

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
  const late = { ...cancelled, cancelledBy: TELLER };
  expect(deedsOf(late, pending)).toEqual([
    { at: 9, who: TELLER, deed: 'cancelled_at_deadline', order: 'A-1', outcome: 'cancelled' },
  ]);
  const review: Order = { ...order, state: 'review' };
  const accepted = { ...review, state: 'paid' as const, acceptedBy: 'U3', changedAt: 8 };
  expect(deedsOf(accepted, review)).toEqual([
    { at: 8, who: 'U3', deed: 'accepted_as_paid', order: 'A-1', outcome: 'paid' },
  ]);
});

/** Whether a person brings about an event, and with it a line. */
const BY_PERSON = {
  accepted: false,
  refused: false,
  pending: false,
  completed: false,
  failed: false,
  reversed: false,
  rest_paid: false,
  rest_gone_back: false,
  cancelled: true,
  accepted_as_paid: true,
  approved: true,
  approval_declined: true,
  approval_withdrawn: true,
  approval_ran_out: true,
  sent_now: true,
  paid_back: true,
} as const satisfies Record<OrderEvent['event'], boolean>;

test('of any story each change of state by a person has exactly one line, and what the payment service says has none', () => {
  fc.assert(
    fc.property(anyEvents, anyEvent, (story, event) => {
      const before = story.reduce((known, one, index) => applyOne(known, one, index), order);
      const after = applyOne(before, event, 99);
      const deeds = deedsOf(after, before);
      const isByPerson = after.state !== before.state && BY_PERSON[event.event];
      expect(deeds).toHaveLength(isByPerson ? 1 : 0);
      expect(deeds).toMatchObject(isByPerson ? [{ at: 99, order: 'A-1', outcome: after.state }] : []);
      expect(deedsOf(after, after)).toEqual([]);
      expect(deedsOf({ ...after, checkedAt: 7, version: after.version + 1 }, after)).toEqual([]);
    }),
  );
});

describe('a request for approval', () => {
  const MINUTE = 60_000;
  const waiting: Order = {
    ...order,
    state: 'waiting',
    card: { channel: 'C1', ts: '1.2', contentHash: 'x' },
    approval: askApproval(undefined, { about: 'order', askedBy: 'U7', askedAt: 5 }),
  };
  const decided = (by: string, decision: Decision, at = 9) => decide(waiting, 1, decision, { by, at }).order;
  const late = decided('U8', { decision: 'approve' }, 20 * MINUTE);

  test('has the line of its order, and one when it is decided, by whoever decided it', () => {
    expect(deedsOf(waiting, undefined)).toMatchObject([{ deed: 'asked', who: 'U7', outcome: 'waiting' }]);
    expect(deedsOf(decided('U8', { decision: 'approve' }), waiting)).toEqual([
      { at: 9, who: 'U8', deed: 'approved', order: 'A-1', outcome: 'sending' },
    ]);
    expect(deedsOf(decided('U8', { decision: 'decline', reason: 'Wanjiru owes' }), waiting)).toEqual([
      { at: 9, who: 'U8', deed: 'declined', order: 'A-1', outcome: 'not_sent' },
    ]);
    expect(deedsOf(decided('U7', { decision: 'withdraw' }), waiting)).toEqual([
      { at: 9, who: 'U7', deed: 'withdrawn', order: 'A-1', outcome: 'not_sent' },
    ]);
    expect(deedsOf(decided('U7', { decision: 'approve' }), waiting)).toEqual([]);
  });

  test('that runs out, or comes to nothing, is a deed of Teller', () => {
    const over = runOut(waiting, 25 * 60 * MINUTE) ?? waiting;
    expect(deedsOf(over, waiting)).toMatchObject([{ who: 'teller', deed: 'ran_out', outcome: 'not_sent' }]);
    const refused = applyEvent(waiting, { event: 'refused', failure: FAILURE }, 9);
    expect(deedsOf(refused, waiting)).toMatchObject([{ who: 'teller', deed: 'lapsed', outcome: 'not_sent' }]);
  });

  test('that is approved late has one line for that and one when its asker sends it', () => {
    expect(deedsOf(late, waiting)).toMatchObject([{ who: 'U8', deed: 'approved', outcome: 'waiting' }]);
    const sent = sendNow(late, 'U7', 21 * MINUTE).order;
    expect(deedsOf(sent, late)).toEqual([
      { at: 21 * MINUTE, who: 'U7', deed: 'sent_now', order: 'A-1', outcome: 'sending' },
    ]);
  });
});

describe('a refund', () => {
  const paid: Order = asSaved(
    { ...order, state: 'paid', requestedAt: 1, payments: [paymentOf(AMOUNT)], service: { trackingId: 't' } },
    order,
  );
  const { status, order: asked } = askRefund(
    paid,
    { amount: AMOUNT, remarks: 'Wanjiru sent it back' },
    'U7',
    10,
  );
  if (!asked) throw new Error(status);
  const approved = decide(asked, 1, { decision: 'approve' }, { by: 'U8', at: 11 }).order;
  const requested = markRefundRequested(approved, 12) ?? approved;
  const answer = (outcome: RefundOutcome) => refundAnswered(requested, outcome, { isRepeat: false, at: 13 });

  test('has a line when it is asked for, approved, requested of the payment service, and answered', () => {
    expect(deedsOf(asked, paid)).toEqual([
      { at: 10, who: 'U7', deed: 'refund_asked', order: 'A-1', outcome: 'refund waiting' },
    ]);
    expect(deedsOf(approved, asked)).toEqual([
      { at: 11, who: 'U8', deed: 'approved', order: 'A-1', outcome: 'refund approved' },
    ]);
    expect(deedsOf(requested, approved)).toEqual([
      { at: 12, who: 'teller', deed: 'refund_requested', order: 'A-1', outcome: 'requested' },
    ]);
    for (const status of ['received', 'received_already'] as const)
      expect(deedsOf(answer({ status }) ?? requested, requested)).toMatchObject([
        { at: 13, who: 'teller', deed: 'refund_answered', outcome: status.replace('already', 'before') },
      ]);
    expect(deedsOf(answer({ status: 'refused', failure: FAILURE }) ?? requested, requested)).toMatchObject([
      { deed: 'refund_answered', outcome: 'refused' },
    ]);
    expect(deedsOf(answer({ status: 'lost', failure: FAILURE }) ?? requested, requested)).toEqual([]);
    const failure = { reason: 'interrupted', serviceMessage: '' } as const;
    expect(deedsOf(answer({ status: 'refused', failure }) ?? requested, requested)).toEqual([
      { at: 13, who: 'teller', deed: 'lapsed', order: 'A-1', outcome: 'refund refused' },
    ]);
  });

  test('has a line for each of two calls, one when nobody knows what came of them, and one for whoever ended it', () => {
    const repeated = markRefundRepeated(requested, 12 + ASKED_AGAIN_AFTER_MS) ?? requested;
    expect(deedsOf(repeated, requested)).toMatchObject([
      { at: 12 + ASKED_AGAIN_AFTER_MS, deed: 'refund_requested', outcome: 'once more' },
    ]);
    const unknown = withUnknownRefund(repeated, 99) ?? repeated;
    expect(deedsOf(unknown, repeated)).toMatchObject([{ deed: 'refund_answered', outcome: 'unknown' }]);
    const not = endUnpaidRefund(unknown, 'U8', 100) ?? unknown;
    expect(deedsOf(not, unknown)).toEqual([
      { at: 100, who: 'U8', deed: 'refund_ended', order: 'A-1', outcome: 'not_paid_back' },
    ]);
    const back = applyEvent(unknown, { event: 'paid_back', by: 'U9' }, 101);
    expect(deedsOf(back, unknown)).toEqual([
      { at: 101, who: 'U9', deed: 'refund_ended', order: 'A-1', outcome: 'paid_back' },
    ]);
  });

  test('that was approved and then not asked for has a line, whether the payment has changed or went back, or time has passed', () => {
    const changed = { ...approved, payments: [paymentOf(AMOUNT, 'NEW')] };
    const { status, order: ended = changed } = markRefundCall(changed, 15);
    expect(status).toBe('lapsed');
    expect(deedsOf(ended, changed)).toEqual([
      { at: 15, who: 'teller', deed: 'lapsed', order: 'A-1', outcome: 'refund not_asked' },
    ]);
    expect(
      deedsOf(applyEvent(approved, { event: 'reversed', payment: UNNAMED }, 16), approved),
    ).toMatchObject([{ at: 16, deed: 'lapsed', outcome: 'refund not_asked' }]);
    const late = endUncalledRefund(approved, 11 + CALLED_WITHIN_MS) ?? approved;
    expect(deedsOf(late, approved)).toEqual([
      { at: 11 + CALLED_WITHIN_MS, who: 'teller', deed: 'lapsed', order: 'A-1', outcome: 'refund not_asked' },
    ]);
    const open = applyEvent(asked, { event: 'reversed', payment: UNNAMED }, 16);
    expect(deedsOf(open, asked).map(({ deed }) => deed)).toEqual(['lapsed']);
  });

  test('that the payment service carries out has no line of a person', () => {
    const received = answer({ status: 'received' }) ?? requested;
    expect(deedsOf(applyEvent(received, { event: 'reversed', payment: UNNAMED }, 14), received)).toEqual([]);
  });

  test('that the payment service carries out after an approver said that it was not has no line of that person', () => {
    const repeated = markRefundRepeated(requested, 12 + ASKED_AGAIN_AFTER_MS) ?? requested;
    const not = endUnpaidRefund(withUnknownRefund(repeated, 99) ?? repeated, 'U8', 100) ?? repeated;
    expect(not.refund).toMatchObject({ status: 'not_paid_back', endedBy: 'U8' });
    const back = applyEvent(not, { event: 'reversed', payment: UNNAMED }, 101);
    expect(deedsOf(back, not)).toEqual([]);
    expect(back.refund).toMatchObject({ status: 'paid_back' });
    expect(back.refund).not.toHaveProperty('endedBy');
    expect(back.refund).not.toHaveProperty('endedAt');
  });

  test('of a payment made elsewhere begins with who wrote it down', () => {
    const elsewhere = { ...paid, kind: 'elsewhere' as const };
    expect(deedsOf(elsewhere, undefined)).toMatchObject([
      { who: 'U7', deed: 'written_down', outcome: 'paid' },
    ]);
  });
});

test('a line holds nothing of the customer', () => {
  const named = sampleOrder('A-1', {
    customer: { firstName: 'Wanjiru', lastName: 'Kamau', email: 'w@example.com' },
    description: 'Maize for Wanjiru',
  });
  expect(JSON.stringify(deedsOf(named, undefined))).not.toMatch(/Wanjiru|Kamau|example|Maize/);
});

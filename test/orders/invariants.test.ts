// What is true of every order that is saved: each rule refuses what breaks it, and nothing that events can make breaks any.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Approval } from '#orders/approval.ts';
import { TELLER } from '#orders/audit-line.ts';
import { erased } from '#orders/forgetting.ts';
import { brokenInvariant, INVARIANTS, type Invariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import type { Refund } from '#orders/refund.ts';
import { EVERY_STATE_AND_KIND, orderIn } from '#test/slack/every-order.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import {
  AMOUNT,
  anyEvent,
  anyEvents,
  applyAll,
  applyOne,
  asSaved,
  OTHER_MONEY,
  paymentOf,
} from './any-event.ts';

const PART = OTHER_MONEY[0] ?? AMOUNT;
const sending = sampleOrder('A');
const pending = sampleOrder('A', { state: 'pending', requestedAt: 1, provider: { trackingId: 'track-a' } });
const notSent = sampleOrder('A', { state: 'not_sent' });
const waiting = sampleOrder('A', { state: 'waiting', approval: asked('order') });
const card = { channel: 'C1', ts: '1', contentHash: 'x' };
const news = { id: 'paid-1', at: 1, news: { kind: 'cancelled', by: 'U1' } } as const;
const paid = asSaved({ ...pending, state: 'paid', payments: [paymentOf(AMOUNT)] });
const forgotten = erased(paid, 'U1', 9);
const { entries = [] } = paid;
const told = { announcements: [news] };
const refunding = { ...paid, ...refundAsked(), version: 1 };
const requestedRefund = { ...refunding, ...refundAsked('approved', 'requested', { requestedAt: 5 }) };
const repeatedRefund = {
  ...refunding,
  ...refundAsked('approved', 'requested', { requestedAt: 5, repeatedAt: 9 }),
};

/** For each rule a change that breaks it, and no rule before it. */
const BROKEN: Record<Invariant, readonly [before: Order | undefined, after: Order]> = {
  version_as_read: [pending, { ...pending, version: 1 }],
  new_order_is_unsent: [undefined, pending],
  identity_stays: [pending, { ...pending, amount: PART }],
  change_is_in_the_table: [paid, { ...paid, state: 'pending' }],
  state_is_what_the_money_comes_to: [
    pending,
    { ...pending, ...told, state: 'paid', payments: [paymentOf(PART)] },
  ],
  payments_stay: [paid, { ...paid, ...told, state: 'review', payments: [paymentOf(PART, 'OTHER')] }],
  payment_is_told: [paid, { ...paid, state: 'review', payments: [paymentOf(PART)] }],
  codes_are_different: [
    paid,
    { ...paid, ...told, state: 'review', payments: [paymentOf(AMOUNT), paymentOf(PART, 'scj8 jq26sw')] },
  ],
  failure_has_its_reason: [pending, { ...pending, ...told, state: 'failed' }],
  cancelled_by_somebody: [pending, { ...pending, ...told, state: 'cancelled' }],
  cancelled_by_teller_when_the_deadline_is_over: [
    pending,
    { ...pending, ...told, state: 'cancelled', cancelledBy: TELLER, changedAt: 2 },
  ],
  cancel_is_asked_while_open: [paid, { ...paid, cancelRequestedAt: 1 }],
  deadline_is_of_a_link_paid_once: [undefined, { ...sending, validUntil: '2030-01-01', deadlineAt: 1 }],
  reminded_once: [
    { ...pending, remindedAt: 1 },
    { ...pending, remindedAt: 2 },
  ],
  request_time_stays: [pending, { ...pending, requestedAt: 2 }],
  requested_while_sending: [notSent, { ...notSent, requestedAt: 2 }],
  tracking_id_stays: [pending, { ...pending, provider: { trackingId: 'track-b' } }],
  card_stays: [
    { ...pending, card },
    { ...pending, card: { ...card, ts: '2' } },
  ],
  announced_once: [pending, { ...pending, announcements: [news, news] }],
  change_is_announced: [pending, { ...pending, state: 'cancelled', cancelledBy: 'U1' }],
  follows_another: [
    pending,
    { ...pending, resentAs: { reference: referenceOf('A'), version: 0, state: 'sending' } },
  ],
  entries_stay: [paid, { ...paid, entries: entries.map((entry) => ({ ...entry })) }],
  entries_are_the_money: [paid, { ...paid, entries: [...entries, ...entries] }],
  erasing_erases_only: [paid, { ...erased(paid, 'U1', 9), state: 'reversed' }],
  stays_erased: [forgotten, { ...forgotten, failure: { reason: 'declined', providerMessage: 'Jane' } }],
  waits_for_its_request: [waiting, { ...waiting, approval: decidedOrder('declined') }],
  waiting_order_is_sent_when_approved: [
    waiting,
    { ...waiting, state: 'sending', approval: decidedOrder('withdrawn') },
  ],
  waiting_order_is_not_requested: [
    { ...waiting, requestedAt: 1 },
    { ...waiting, requestedAt: 1 },
  ],
  decided_by_another: [
    waiting,
    { ...waiting, ...told, state: 'sending', approval: { ...decidedOrder('approved'), decidedBy: 'U1' } },
  ],
  requests_follow_each_other: [refunding, { ...refunding, approval: { ...asked('refund'), askedAt: 4 } }],
  content_of_a_request_stays: [
    refunding,
    { ...refunding, ...refundAsked('open', 'waiting', { remarks: 'Something else' }) },
  ],
  refund_has_its_request: [refunding, { ...refunding, ...refundAsked('approved', 'waiting') }],
  refund_is_approved_before_it_is_asked: [
    refunding,
    { ...refunding, ...refundAsked('approved', 'requested', { requestedAt: 5 }) },
  ],
  refund_is_repeated_once: [
    repeatedRefund,
    { ...repeatedRefund, ...refundAsked('approved', 'requested', { requestedAt: 5, repeatedAt: 12 }) },
  ],
  refund_times_stay: [requestedRefund, { ...requestedRefund, ...refundAsked('approved', 'received') }],
  refund_is_of_the_payment: [
    paid,
    { ...paid, ...refundAsked('open', 'waiting', { amount: { amount: '1501', currency: 'KES' } }) },
  ],
  paid_back_is_reversed: [
    requestedRefund,
    { ...requestedRefund, ...refundAsked('approved', 'paid_back', { requestedAt: 5 }) },
  ],
};

function asked(about: Approval['about']): Approval {
  return { number: 1, about, requestedBy: 'U1', askedAt: 1, state: 'open' };
}

function decidedOrder(state: Approval['state']): Approval {
  return { ...asked('order'), state, decidedBy: 'U2', decidedAt: 2 };
}

function refundAsked(
  state: Approval['state'] = 'open',
  status: Refund['status'] = 'waiting',
  own: Partial<Refund> = {},
): Pick<Order, 'approval' | 'refund'> {
  const decided = state === 'open' ? {} : { decidedBy: 'U2', decidedAt: 2 };
  const refund = {
    amount: AMOUNT,
    confirmationCode: 'SCJ8JQ26SW',
    remarks: 'Sold out',
    requestedBy: 'U1',
    status,
    ...own,
  } as const;
  return { approval: { ...asked('refund'), state, ...decided }, refund };
}

describe('every rule', () => {
  test.each(INVARIANTS)('%s refuses what breaks it', (rule) => {
    const [before, after] = BROKEN[rule];
    expect(brokenInvariant(after, before)).toBe(rule);
  });

  test('a new order, and a save that changes nothing, break none', () => {
    expect(brokenInvariant(sending, undefined)).toBeUndefined();
    expect(brokenInvariant(paid, paid)).toBeUndefined();
  });

  test('an order that waits for approval, and a payment made elsewhere, are new orders as well', () => {
    expect(brokenInvariant(waiting, undefined)).toBeUndefined();
    const elsewhere = sampleOrder('B', { kind: 'elsewhere', state: 'paid', payments: [paymentOf(AMOUNT)] });
    expect(asSaved(elsewhere)).toBe(elsewhere);
    expect(brokenInvariant(elsewhere, undefined)).toBeUndefined();
  });

  test('a payment that went back stays so, and is told', () => {
    const back = { ...paid, state: 'reversed', payments: [{ ...paymentOf(AMOUNT), reversedAt: 2 }] } as const;
    expect(brokenInvariant(asSaved(back), paid)).toBe('payment_is_told');
    const reversed = asSaved({ ...back, ...told });
    expect(brokenInvariant(reversed, paid)).toBeUndefined();
    expect(brokenInvariant({ ...paid, ...told, announcements: [] }, reversed)).toBe('payments_stay');
  });
});

test('whatever events come in whatever order, what they make of an order breaks no rule', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(sending, waiting, refunding, requestedRefund),
      anyEvents,
      anyEvent,
      (start, story, last) => {
        const before = applyAll(start, story);
        const after = { ...applyOne(before, last, 1), version: before.version };
        expect(brokenInvariant(after, before)).toBeUndefined();
      },
    ),
    { numRuns: 500 },
  );
});

test('every event can happen to an order of every kind and state', () => {
  const orders = EVERY_STATE_AND_KIND.map(([state, kind]) => orderIn(state, kind));
  fc.assert(
    fc.property(fc.constantFrom(...orders), anyEvent, (order, event) => {
      const before = asSaved(order);
      const after = { ...asSaved(applyOne(before, event, 1)), version: before.version };
      expect(brokenInvariant(after, before)).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

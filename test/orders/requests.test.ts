// Requests for approval and refunds, whatever people, the provider and crashes do in whatever order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumMoney } from '#lib/money.ts';
import { isLate, needsApproval, RINGS_WITHIN_MS, RUNS_OUT_AFTER_MS } from '#orders/approval.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { decide, nextRunOut, runOut, sendNow } from '#orders/decisions.ts';
import { applyEvent } from '#orders/events.ts';
import { brokenInvariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import { CALLED_WITHIN_MS, mayBeAskedAnew, mayBeEnded, mayBePaidBackInPart } from '#orders/refund.ts';
import {
  askRefund,
  endRefundChecks,
  endUncalledRefund,
  endUnpaidRefund,
  markRefundCall,
  type RefundOutcome,
  refundAnswered,
  withUnknownRefund,
} from '#orders/refunding.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, asSaved, FAILURE, paymentOf, UNNAMED } from './any-event.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = 1_700_000_000_000;
const PEOPLE = ['U1', 'U2', 'U3'] as const;

const card = { ...paymentOf(AMOUNT), method: 'Visa' };
const unpaid = sampleOrder('A', { createdAt: START, changedAt: START });
const approval = { number: 1, about: 'order', requestedBy: 'U1', askedAt: START, state: 'open' } as const;
const posted = { ...unpaid, card: { channel: 'C1', ts: '1.2', contentHash: 'x' } };
const starts: readonly Order[] = [
  { ...unpaid, state: 'waiting', approval },
  { ...posted, state: 'waiting', approval },
  { ...posted, kind: 'link', state: 'waiting', approval },
  asSaved({ ...unpaid, state: 'paid', payments: [card] }),
  asSaved({ ...unpaid, state: 'review', payments: [{ ...card, paid: { ...AMOUNT, amount: '20' } }] }),
  { ...unpaid, kind: 'elsewhere', state: 'paid', payments: [card] },
];

type Act = (order: Order, at: number) => Order | undefined;

const person = fc.constantFrom(...PEOPLE);
const number = fc.integer({ min: 1, max: 3 });
const outcome: fc.Arbitrary<RefundOutcome> = fc.constantFrom(
  { status: 'received' },
  { status: 'received_already' },
  { status: 'refused', failure: FAILURE },
  { status: 'lost', failure: FAILURE },
);
const amounts = fc.constantFrom('0.5', '20', AMOUNT.amount, '1501').map((amount) => ({ ...AMOUNT, amount }));

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(person, number, fc.constantFrom('approve' as const, 'withdraw' as const)).map(
    ([by, which, decision]): Act =>
      (order, at) =>
        decide(order, which, { decision }, { by, at }).order,
  ),
  fc.tuple(person, number).map(
    ([by, which]): Act =>
      (order, at) =>
        decide(order, which, { decision: 'decline', reason: 'No' }, { by, at }).order,
  ),
  person.map(
    (by): Act =>
      (order, at) =>
        sendNow(order, by, at).order,
  ),
  fc.constant<Act>(runOut),
  fc.tuple(person, amounts).map(
    ([by, amount]): Act =>
      (order, at) =>
        askRefund(order, { amount, remarks: 'Sold out' }, by, at).order,
  ),
  fc.constant<Act>((order, at) => markRefundCall(order, at).order),
  fc.constant<Act>(endUncalledRefund),
  fc.constant<Act>((order, at) => withUnknownRefund(order, at)),
  fc.tuple(outcome, fc.boolean()).map(
    ([answer, isRepeat]): Act =>
      (order, at) =>
        refundAnswered(order, answer, { isRepeat, at }),
  ),
  fc.constant<Act>(endRefundChecks),
  person.map(
    (by): Act =>
      (order, at) =>
        endUnpaidRefund(order, by, at),
  ),
  person.map(
    (by): Act =>
      (order, at) =>
        order.refund && mayBeEnded(order.refund)
          ? applyEvent(order, { event: 'paid_back', by }, at)
          : undefined,
  ),
  fc.constant<Act>((order, at) => applyEvent(order, { event: 'reversed', payment: UNNAMED }, at)),
  fc.constant<Act>((order, at) => applyEvent(order, { event: 'refused', failure: FAILURE }, at)),
);

const anyStory = fc.record({
  start: fc.constantFrom(...starts),
  acts: fc.array(fc.tuple(anyAct, fc.constantFrom(0, MINUTE, 20 * MINUTE, DAY, 30 * DAY)), { maxLength: 25 }),
});

/** Each version of the order as it is saved, with when. */
function versionsOf({ start, acts }: typeof anyStory extends fc.Arbitrary<infer Story> ? Story : never) {
  let at = START;
  const versions: { readonly before: Order; readonly after: Order; readonly at: number }[] = [];
  for (const [act, later] of acts) {
    at += later;
    const before = versions.at(-1)?.after ?? start;
    const changed = act(before, at);
    if (!changed || changed === before) continue;
    const after = asSaved(changed);
    expect(brokenInvariant(after, before)).toBeUndefined();
    versions.push({ before, after: { ...after, version: before.version + 1 }, at });
  }
  return versions;
}

describe('whatever happens to a request', () => {
  test('no save breaks a rule, and every change of state or of a decision is announced once', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        for (const { before, after } of versionsOf(story)) {
          const added = after.announcements.length - before.announcements.length;
          expect(added).toBeLessThanOrEqual(1);
          const isDecided = before.approval?.state === 'open' && after.approval?.state !== 'open';
          if (isDecided) expect(added).toBe(1);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('the service is asked twice at most for one request, and only within a day after another person approved it', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const calls = new Map<number, number>();
        for (const { before, after, at } of versionsOf(story)) {
          const [known, refund] = [before.refund, after.refund];
          const isFirst = refund?.requestedAt !== undefined && known?.requestedAt !== refund.requestedAt;
          const isSecond = refund?.repeatedAt !== undefined && known?.repeatedAt !== refund.repeatedAt;
          if (!isFirst && !isSecond) continue;
          const which = after.approval?.number ?? 0;
          calls.set(which, (calls.get(which) ?? 0) + 1);
          if (isFirst) expect(at - (after.approval?.decidedAt ?? 0)).toBeLessThan(CALLED_WITHIN_MS);
          expect(after.approval?.decidedBy).not.toBe(after.approval?.requestedBy);
          expect(refund?.approvedBy).toBe(after.approval?.decidedBy);
        }
        for (const count of calls.values()) expect(count).toBeLessThanOrEqual(2);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a payment that the service may be paying back is never asked for anew', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        for (const { before, after } of versionsOf(story)) {
          if (before.approval?.number === after.approval?.number || !before.refund) continue;
          expect(mayBeAskedAnew(before.refund)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('the books hold what was paid less what was paid back', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const last = versionsOf(story).at(-1)?.after ?? story.start;
        const held = sumMoney(
          'KES',
          (last.entries ?? []).map(({ money }) => money),
        ).amount;
        const isOurs = last.kind !== 'elsewhere' && last.payments?.[0] !== undefined;
        const received = isOurs ? (last.payments?.[0]?.paid?.amount ?? '0') : '0';
        if (last.state !== 'reversed') expect(held).toBe(received);
        const { refund } = last;
        if (last.state !== 'reversed' || refund?.status !== 'paid_back') return;
        // Carried out for another request than ours: the whole payment went back.
        const isFull = (last.entries ?? []).every(({ kind }) => kind !== 'refund');
        const back = isFull ? received : refund.amount.amount;
        expect(Number(held)).toBeCloseTo(Number(received) - Number(back));
      }),
      { numRuns: 1_000 },
    );
  });

  test('what is under way is due at some time', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        for (const { after, at } of versionsOf(story)) {
          const isOpen = after.approval?.state === 'open' || after.state === 'waiting';
          const { status, overdueAt } = after.refund ?? {};
          const isUnderWay = ['approved', 'requested', 'received', 'received_before'].includes(status ?? '');
          if (isOpen || (isUnderWay && overdueAt === undefined))
            expect(nextCheck(after, at)).toEqual(expect.any(Number));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('approval', () => {
  test('is needed above the amount of the currency, and always in a currency that has none', () => {
    const above = [
      { amount: '50000', currency: 'KES' },
      { amount: '0', currency: 'UGX' },
    ];
    const needs = (amount: string, currency: string) => needsApproval({ amount, currency }, above);
    expect([needs('50000', 'KES'), needs('50000.01', 'KES'), needs('1', 'UGX')]).toEqual([false, true, true]);
    expect([needs('0.01', 'USD'), needsApproval(AMOUNT, undefined)]).toEqual([true, false]);
  });

  test('is late for a prompt after ten minutes, and a request runs out after 24 hours', () => {
    expect([RINGS_WITHIN_MS, RUNS_OUT_AFTER_MS]).toEqual([10 * MINUTE, DAY]);
    expect([isLate(approval, START + 10 * MINUTE), isLate(approval, START + 10 * MINUTE + 1)]).toEqual([
      false,
      true,
    ]);
    const [waiting = unpaid] = starts;
    expect(nextRunOut(waiting)).toBe(START + DAY);
    expect(runOut(waiting, START + DAY - 1)).toBeUndefined();
    expect(runOut(waiting, START + DAY)?.state).toBe('not_sent');
  });

  test('in part is for cards only', () => {
    const methods = [
      'Visa',
      'MasterCard',
      'Master Card',
      'Amex',
      'American Express',
      'MpesaKE',
      'M-PESA',
      '',
      'PayPal',
    ];
    expect(methods.filter((method) => mayBePaidBackInPart({ method }))).toEqual(methods.slice(0, 5));
  });
});

// When orders are checked: every step of the schedule, its end, after notifications, and when the clock jumps.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkAfterNotification,
  LINK_CHECKS,
  NOT_SENT_AFTER_MS,
  nextCheck,
  PROMPT_CHECKS,
} from '#orders/check-schedule.ts';
import { ORDER_STATES, type OrderState, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const REQUESTED_AT = 1_700_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function requested(own: Partial<Order>): Order {
  return sampleOrder('INV-1', {
    state: 'pending',
    createdAt: REQUESTED_AT - 500,
    requestedAt: REQUESTED_AT,
    ...own,
  });
}

/** All checks from `start`, each made exactly when it is due, in milliseconds after the request. */
function checksOf(order: Order, start = REQUESTED_AT): number[] {
  const checks: number[] = [];
  for (let at = nextCheck(order, start); at !== undefined && checks.length < 100; at = nextCheck(order, at))
    checks.push(at);
  return checks.map((at) => at - REQUESTED_AT);
}

describe('the schedule', () => {
  test('a prompt is checked at each step of its schedule, the last time after a day', () => {
    expect(checksOf(requested({ kind: 'prompt' }))).toEqual([
      20_000,
      45_000,
      90_000,
      3 * MINUTE,
      10 * MINUTE,
      HOUR,
      6 * HOUR,
      DAY,
    ]);
  });

  test('a link is checked less often than a prompt, and daily in the end, for thirty days', () => {
    const checks = checksOf(requested({ kind: 'link' }));
    expect(checks).toEqual(LINK_CHECKS);
    expect(checks.slice(0, 8)).toEqual([
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      HOUR,
      3 * HOUR,
      6 * HOUR,
      12 * HOUR,
      DAY,
    ]);
    expect(checks.at(-1)).toBe(30 * DAY);
  });

  test('a link whose answer was lost is checked as often as a prompt', () => {
    expect(checksOf(requested({ kind: 'link', state: 'sending' }))).toEqual(PROMPT_CHECKS);
  });

  test('the schedule counts from the creation of an order whose request was not sent yet', () => {
    const { requestedAt: _, ...order } = requested({ state: 'sending' });
    expect(nextCheck(order, order.createdAt)).toBe(order.createdAt + 20_000);
  });

  test('an order is checked exactly in those states in which money may still arrive', () => {
    const watched = ORDER_STATES.filter(
      (state) => nextCheck(requested({ state }), REQUESTED_AT) !== undefined,
    );
    expect(watched).toEqual(['sending', 'pending', 'failed', 'cancelled']);
  });

  test('a cancelled order is checked for a day after its cancel as well, however late that came', () => {
    for (const kind of ['prompt', 'link'] as const)
      for (const afterMs of [5 * MINUTE, 25 * HOUR, 31 * DAY]) {
        const cancelledAt = REQUESTED_AT + afterMs;
        const order = requested({ kind, state: 'cancelled', cancelledBy: 'U1', changedAt: cancelledAt });
        const checks = checksOf(order, cancelledAt);
        for (const ms of [10 * MINUTE, HOUR, 6 * HOUR, DAY]) expect(checks).toContain(afterMs + ms);
        const ofRequest = checksOf(requested({ kind }), cancelledAt);
        expect(checks).toEqual(expect.arrayContaining(ofRequest));
        expect(checks).toHaveLength(ofRequest.length + 4);
      }
  });

  test('an order that never arrived, as far as is known, is checked on as if it had, also beyond a deadline', () => {
    const failure = { reason: 'never_arrived', providerMessage: '' } as const;
    const lost = { state: 'not_sent', failure, changedAt: REQUESTED_AT + 3 * MINUTE } as const;
    const from = REQUESTED_AT + 3 * MINUTE;
    expect(checksOf(requested({ kind: 'prompt', ...lost }), from)).toEqual([
      10 * MINUTE,
      HOUR,
      6 * HOUR,
      DAY,
    ]);
    for (const own of [{}, { deadlineAt: REQUESTED_AT + HOUR }, { deadlineAt: REQUESTED_AT + 300 * DAY }])
      expect(checksOf(requested({ kind: 'link', ...lost, ...own }), from)).toEqual(LINK_CHECKS.slice(1));
    const declined = { ...lost, failure: { ...failure, reason: 'declined' } } as const;
    expect(checksOf(requested({ kind: 'prompt', ...declined }), from)).toEqual([]);
  });

  test('a prompt whose answer was lost is checked several times before it counts as not sent', () => {
    expect(PROMPT_CHECKS.filter((afterMs) => afterMs < NOT_SENT_AFTER_MS)).toHaveLength(3);
    expect(PROMPT_CHECKS).toContain(NOT_SENT_AFTER_MS);
  });

  const anyOrder = fc
    .record({ kind: fc.constantFrom('prompt', 'link', 'charge'), state: fc.constantFrom(...ORDER_STATES) })
    .map(requested);
  const anyTime = fc.integer({ min: -2 * DAY, max: 40 * DAY }).map((ms) => REQUESTED_AT + ms);

  test('the next check is never in the past, and never earlier for a later moment', () => {
    fc.assert(
      fc.property(anyOrder, anyTime, anyTime, (order, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        const first = nextCheck(order, early);
        const second = nextCheck(order, late);
        if (first !== undefined) expect(first).toBeGreaterThan(early);
        if (second !== undefined) expect(second).toBeGreaterThanOrEqual(first ?? Number.NaN);
      }),
    );
  });

  test('after the clock was set back the schedule begins again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * DAY }), (back) => {
        expect(checksOf(requested({ kind: 'prompt' }), REQUESTED_AT - back)).toEqual(PROMPT_CHECKS);
      }),
    );
  });
});

describe('a notification', () => {
  const NOW = REQUESTED_AT + HOUR;
  const looked = (state: OrderState, agoMs: number) => ({ state, checkedAt: NOW - agoMs });

  test('a notification makes a check due now when the order was never checked', () => {
    expect(checkAfterNotification({ state: 'sending' }, NOW)).toBe(NOW);
  });

  test.each(['paid', 'review', 'reversed'] as const)(
    'a notification within 10 s of the check that found the order %s makes a check due when these have passed',
    (state) => {
      expect(checkAfterNotification(looked(state, 0), NOW)).toBe(NOW + 10_000);
      expect(checkAfterNotification(looked(state, 9_999), NOW)).toBe(NOW + 1);
      expect(checkAfterNotification(looked(state, 10_000), NOW)).toBe(NOW);
    },
  );

  test.each(['sending', 'pending', 'failed', 'cancelled', 'not_sent'] as const)(
    'a notification of an order that is %s always makes a check due, two seconds after the last one',
    (state) => {
      expect(checkAfterNotification(looked(state, 0), NOW)).toBe(NOW + 2_000);
      expect(checkAfterNotification(looked(state, 1_500), NOW)).toBe(NOW + 500);
      expect(checkAfterNotification(looked(state, 5_000), NOW)).toBe(NOW);
    },
  );

  test('a notification makes a check due soon also when the clock was set back after the last check', () => {
    for (const state of ORDER_STATES)
      expect(checkAfterNotification(looked(state, -HOUR), NOW)).toBeLessThanOrEqual(NOW + 10_000);
  });

  test('a notification of a payment half a minute ago makes a check due two seconds after the last one', () => {
    const payment = (agoMs: number) => ({
      paid: { amount: '1500', currency: 'KES' },
      method: 'MpesaKE',
      confirmationCode: 'SCJ8JQ26SW',
      payer: '2547xxx56689',
      paidAt: NOW - agoMs,
    });
    const paid = (agoMs: number) => ({ ...looked('paid', 500), payments: [payment(agoMs)] });
    expect(checkAfterNotification(paid(30_000), NOW)).toBe(NOW + 1_500);
    expect(checkAfterNotification(paid(29_999), NOW)).toBe(NOW + 9_500);
  });

  test('every notification makes a check due, never in the past, within ten seconds, or two while nothing is paid', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATES), fc.integer({ min: -DAY, max: DAY }), (state, ago) => {
        const at = checkAfterNotification(looked(state, ago), NOW);
        expect(at).toBeGreaterThanOrEqual(NOW);
        expect(at).toBeLessThanOrEqual(NOW + (wasPaid(state) ? 10_000 : 2_000));
      }),
    );
  });
});

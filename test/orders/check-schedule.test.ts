// When the service is asked without being told to: every step of the pace, its end, and clocks that jump.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkAfterNotification,
  LINK_CHECKS,
  nextCheck,
  PROMPT_CHECKS,
  SEARCH_MS,
} from '#orders/check-schedule.ts';
import { ORDER_STATES, type OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const CALLED_AT = 1_700_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function called(own: Partial<Order>): Order {
  return sampleOrder('INV-1', {
    state: 'pending',
    createdAt: CALLED_AT - 500,
    requestedAt: CALLED_AT,
    ...own,
  });
}

/** All looks from `start`, each taken exactly when it was due. */
function looksOf(order: Order, start = CALLED_AT): number[] {
  const looks: number[] = [];
  for (let at = nextCheck(order, start); at !== undefined && looks.length < 100; at = nextCheck(order, at))
    looks.push(at);
  return looks.map((at) => at - CALLED_AT);
}

describe('watching', () => {
  test('a prompt follows its pace step by step and ends after a day', () => {
    expect(looksOf(called({ kind: 'prompt' }))).toEqual([
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

  test('a link goes slower, daily in the end, for thirty days', () => {
    const looks = looksOf(called({ kind: 'link' }));
    expect(looks).toEqual(LINK_CHECKS);
    expect(looks.slice(0, 8)).toEqual([
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      HOUR,
      3 * HOUR,
      6 * HOUR,
      12 * HOUR,
      DAY,
    ]);
    expect(looks.at(-1)).toBe(30 * DAY);
  });

  test('a link whose answer was lost is in as much hurry as a prompt', () => {
    expect(looksOf(called({ kind: 'link', state: 'sending' }))).toEqual(PROMPT_CHECKS);
  });

  test('counts from the writing down when nobody was called yet', () => {
    const { requestedAt: _, ...order } = called({ state: 'sending' });
    expect(nextCheck(order, order.createdAt)).toBe(order.createdAt + 20_000);
  });

  test('goes on exactly while money may still come', () => {
    const watched = ORDER_STATES.filter((state) => nextCheck(called({ state }), CALLED_AT) !== undefined);
    expect(watched).toEqual(['sending', 'pending', 'failed', 'cancelled']);
  });

  test('has looked several times before a lost prompt counts as never sent', () => {
    expect(PROMPT_CHECKS.filter((afterMs) => afterMs < SEARCH_MS)).toHaveLength(3);
    expect(PROMPT_CHECKS).toContain(SEARCH_MS);
  });

  const anyOrder = fc
    .record({ kind: fc.constantFrom('prompt', 'link', 'charge'), state: fc.constantFrom(...ORDER_STATES) })
    .map(called);
  const anyTime = fc.integer({ min: -2 * DAY, max: 40 * DAY }).map((ms) => CALLED_AT + ms);

  test('never looks in the past, nor earlier for being asked later', () => {
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

  test('a clock that was set back only begins the pace anew', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 * DAY }), (back) => {
        expect(looksOf(called({ kind: 'prompt' }), CALLED_AT - back)).toEqual(PROMPT_CHECKS);
      }),
    );
  });
});

describe('a notification', () => {
  const NOW = CALLED_AT + HOUR;
  const looked = (state: OrderState, agoMs: number) => ({ state, checkedAt: NOW - agoMs });

  test('makes it worth asking at once when nobody has asked before', () => {
    expect(checkAfterNotification({ state: 'sending' }, NOW)).toBe(NOW);
  });

  test.each(['paid', 'review', 'reversed'] as const)(
    'within 10 s of having seen it %s is only a copy',
    (state) => {
      expect(checkAfterNotification(looked(state, 0), NOW)).toBeUndefined();
      expect(checkAfterNotification(looked(state, 9_999), NOW)).toBeUndefined();
      expect(checkAfterNotification(looked(state, 10_000), NOW)).toBe(NOW);
    },
  );

  test.each(['sending', 'pending', 'failed', 'cancelled', 'not_sent'] as const)(
    'for one that is %s is always worth a look, two seconds after the last',
    (state) => {
      expect(checkAfterNotification(looked(state, 0), NOW)).toBe(NOW + 2_000);
      expect(checkAfterNotification(looked(state, 1_500), NOW)).toBe(NOW + 500);
      expect(checkAfterNotification(looked(state, 5_000), NOW)).toBe(NOW);
    },
  );

  test('is heard at once when the last look lies in the future, because the clock was set back', () => {
    for (const state of ORDER_STATES) expect(checkAfterNotification(looked(state, -HOUR), NOW)).toBe(NOW);
  });

  test('never asks for a look in the past, nor for one more than two seconds away', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATES), fc.integer({ min: -DAY, max: DAY }), (state, ago) => {
        const at = checkAfterNotification(looked(state, ago), NOW);
        if (at === undefined) return;
        expect(at).toBeGreaterThanOrEqual(NOW);
        expect(at).toBeLessThanOrEqual(NOW + 2_000);
      }),
    );
  });
});

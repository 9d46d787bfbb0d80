// What a recurring order knows of its charges: counted once whatever happens to them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharge, missedCheck, progressOf } from '#orders/charges.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { chargeOf, counted, noon, parentOf, paymentOn } from './sample-charges.ts';

describe('the count', () => {
  test('the count says how many were paid with the link’s own first payment, what that comes to, and when the next is expected', () => {
    const none = { paid: 1, expected: 12, total: { amount: '1500', currency: 'KES' }, nextDay: '2030-01-01' };
    expect(progressOf(parentOf())).toEqual(none);
    const [one] = counted(parentOf(), chargeOf('2030-01-01'));
    const [two] = counted(one, chargeOf('2030-02-01'));
    expect(progressOf(two)).toEqual({
      paid: 3,
      expected: 12,
      total: { amount: '4500', currency: 'KES' },
      nextDay: '2030-03-01',
    });
  });

  test('the count has a charge once, however often it is counted', () => {
    const [parent, charge] = counted(parentOf(), chargeOf('2030-01-01'));
    expect(charge.countedAs).toEqual({ amount: '1500', currency: 'KES' });
    expect(countCharge(parent, charge)).toBeUndefined();
  });

  test.each(['failed', 'review', 'reversed', 'cancelled'] as const)(
    'the count does not have a charge that is %s, but it was heard of',
    (state) => {
      const [parent, charge] = counted(parentOf(), chargeOf('2030-01-01', { state }));
      expect(parent.charges).toEqual({ paid: 0, total: '0', lastAt: noon('2030-01-01') });
      expect(charge).not.toHaveProperty('countedAs');
      expect(progressOf(parent)?.nextDay).toBe('2030-02-01');
    },
  );

  test.each(['sending', 'not_sent'] as const)(
    'the count hears nothing of a charge that is %s: it may be somebody else’s',
    (state) => {
      expect(countCharge(parentOf(), chargeOf('2030-01-01', { state }))).toBeUndefined();
    },
  );

  test('the count of any charges in any order, each counted again and again, is that of those that are paid now', () => {
    const day = fc.integer({ min: 1, max: 9 }).map((number) => `2030-01-0${number}`);
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => `${cents / 100}`);
    const steps = fc.array(fc.tuple(day, fc.constantFrom(...ORDER_STATES)), { maxLength: 40 });
    fc.assert(
      fc.property(fc.dictionary(day, amount), steps, (amounts, changes) => {
        let parent = parentOf();
        const charges = new Map<string, Order>();
        for (const [on, state] of changes) {
          const money = { amount: amounts[on] ?? '1500', currency: 'KES' };
          const known = charges.get(on);
          // No state leads back to these two.
          if (
            known &&
            !['sending', 'not_sent'].includes(known.state) &&
            ['sending', 'not_sent'].includes(state)
          )
            continue;
          const charge = {
            ...(known ?? chargeOf(on, { amount: money, payments: [paymentOn(on, money)] })),
            state,
          };
          const [after, kept] = counted(parent, charge);
          expect(countCharge(after, kept)).toBeUndefined();
          parent = after;
          charges.set(on, kept);
        }
        const paid = [...charges.values()].filter(({ state }) => state === 'paid');
        const cents = paid.reduce((sum, one) => sum + Math.round(Number(one.amount.amount) * 100), 0);
        expect(parent.charges?.paid).toBe(paid.length);
        expect(Math.round(Number(parent.charges?.total) * 100)).toBe(cents);
      }),
    );
  });

  test('the count expects nothing more once all are paid, or after the last day', () => {
    const all = parentOf({ charges: { paid: 11, total: '16500', lastAt: noon('2030-11-01') } });
    expect(progressOf(all)).toMatchObject({ paid: 12, expected: 12, nextDay: undefined });
    expect(missedCheck(all, noon('2030-11-02'))).toBeUndefined();
    const over = parentOf({ charges: { paid: 5, total: '7500', lastAt: noon('2030-12-01') } });
    expect(progressOf(over)).toMatchObject({ paid: 6, nextDay: undefined });
    expect(missedCheck(over, noon('2030-12-02'))).toBeUndefined();
  });

  test('the count does not have a first payment that is under review or paid back, nor expects anything before it', () => {
    const review = { payments: [paymentOn('2029-12-20', { amount: '1' })] };
    expect(progressOf(parentOf({ state: 'review', ...review }))).toMatchObject({
      paid: 0,
      nextDay: '2030-01-01',
    });
    expect(progressOf(parentOf({ state: 'reversed' }))).toMatchObject({ paid: 0, nextDay: undefined });
    expect(progressOf(parentOf({ state: 'pending' }))).toMatchObject({ paid: 0, nextDay: undefined });
    const accepted = progressOf(parentOf({ acceptedBy: 'U2', ...review }));
    expect(accepted).toMatchObject({ paid: 1, total: { amount: '1' } });
  });
});

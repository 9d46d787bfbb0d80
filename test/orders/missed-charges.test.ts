// A charge that was expected and did not come is told once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDay } from '#lib/time.ts';
import { missedCheck, progressOf, tellMissedCharge } from '#orders/charges.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { chargeOf, counted, DAY, noon, parentOf, paymentOn } from './sample-charges.ts';

describe('a missed charge', () => {
  const JAN_3 = startOfDay('2030-01-03');

  test('a missed charge is looked for two days after its day began in East Africa', () => {
    expect(missedCheck(parentOf(), noon('2029-12-21'))).toBe(JAN_3);
    expect(nextCheck(parentOf(), noon('2029-12-21'))).toBe(JAN_3);
    expect(tellMissedCharge(parentOf(), JAN_3 - 1)).toBeUndefined();
    expect(tellMissedCharge(parentOf(), JAN_3)?.announcements).toEqual([
      { id: 'charge_missed-1', at: JAN_3, news: { kind: 'charge_missed', day: '2030-01-01' } },
    ]);
  });

  test('a charge that the service dates on the evening before its day is not missed, and the one after it is', () => {
    const early = { ...paymentOn('2030-01-31'), paidAt: startOfDay('2030-02-01') - 2 * 60_000 };
    const [first] = counted(parentOf(), chargeOf('2030-01-01'));
    const [parent] = counted(first, chargeOf('2030-02-01', { payments: [early] }));
    expect(tellMissedCharge(parent, startOfDay('2030-02-03'))).toBeUndefined();
    expect(progressOf(parent)?.nextDay).toBe('2030-03-01');
    expect(missedCheck(parent, noon('2030-02-01'))).toBe(startOfDay('2030-03-03'));
    expect(tellMissedCharge(parent, startOfDay('2030-03-03'))?.charges?.missedDay).toBe('2030-03-01');
  });

  test('a charge of every day is missed although one came late on the day before', () => {
    const recurring = {
      accountNumber: 'ACC-7',
      startDay: '2030-01-01',
      endDay: '2030-12-31',
      frequency: 'DAILY',
    } as const;
    const late = { ...paymentOn('2030-01-05'), paidAt: startOfDay('2030-01-06') - 2 * 60_000 };
    const [parent] = counted(parentOf({ recurring }), chargeOf('2030-01-06', { payments: [late] }));
    expect(tellMissedCharge(parent, startOfDay('2030-01-08'))?.charges?.missedDay).toBe('2030-01-06');
  });

  test('a missed charge of the last day is told, and nothing after it', () => {
    const told = tellMissedCharge(parentOf(), startOfDay('2033-01-01')) ?? parentOf();
    expect(told.charges?.missedDay).toBe('2030-12-01');
    expect(tellMissedCharge(told, startOfDay('2040-01-01'))).toBeUndefined();
    expect(missedCheck(told, startOfDay('2033-01-01'))).toBeUndefined();
    expect(progressOf(told)?.nextDay).toBeUndefined();
  });

  test('whenever it is looked for, every missed charge is told at the first look after its second day, and none twice', () => {
    const waits = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(waits, (daysBetween) => {
        let parent = parentOf();
        let now = noon('2029-12-21');
        const told: string[] = [];
        for (const days of daysBetween) {
          const due = missedCheck(parent, now);
          if (due !== undefined) expect(due).toBeGreaterThan(now);
          now += days * DAY;
          const after = tellMissedCharge(parent, now);
          // It is due exactly when there is something to tell.
          expect(after !== undefined).toBe(due !== undefined && due <= now);
          parent = after ?? parent;
          if (after?.charges?.missedDay) told.push(after.charges.missedDay);
        }
        expect(new Set(told).size).toBe(told.length);
        expect([...told].sort()).toEqual(told);
      }),
    );
  });
});

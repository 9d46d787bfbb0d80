// A charge that was expected and did not come is told once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EAST_AFRICA, startOfDay } from '#lib/days.ts';
import { missedCheck, progressOf, tellMissedCharge } from '#orders/charges.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import { withEntries } from '#orders/entries.ts';
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

  test('a missed charge is told once, and the next is then expected a month later', () => {
    const told = tellMissedCharge(parentOf(), JAN_3) ?? parentOf();
    expect(tellMissedCharge(told, JAN_3 + 20 * DAY)).toBeUndefined();
    expect(progressOf(told)?.nextDay).toBe('2030-02-01');
    expect(missedCheck(told, JAN_3)).toBe(startOfDay('2030-02-03'));
  });

  test('a charge is missed also where the first payment has no date and was accepted only after the charge’s day', () => {
    const { paidAt: _, ...dateless } = paymentOn('2029-12-20');
    const review = parentOf({ state: 'review', payments: [dateless], changedAt: noon('2029-12-20') });
    const parent = {
      ...withEntries(review, undefined, EAST_AFRICA),
      state: 'paid',
      changedAt: JAN_3,
    } as const;
    expect(tellMissedCharge(parent, JAN_3 + DAY)?.charges).toMatchObject({ missedDay: '2030-01-01' });
  });

  test('a charge that was heard of is not missed, paid or not', () => {
    for (const state of ['paid', 'failed'] as const) {
      const [parent] = counted(parentOf(), chargeOf('2030-01-02', { state }));
      expect(tellMissedCharge(parent, JAN_3 + 20 * DAY)).toBeUndefined();
      expect(missedCheck(parent, JAN_3)).toBe(startOfDay('2030-02-03'));
    }
  });

  test('a charge that is still pending after its second day is missed, and may be paid all the same', () => {
    const pending = chargeOf('2030-01-01', { state: 'pending' });
    const [parent] = counted(parentOf(), pending);
    expect(missedCheck(parent, noon('2030-01-01'))).toBe(JAN_3);
    const told = tellMissedCharge(parent, JAN_3) ?? parent;
    expect(told.charges?.missedDay).toBe('2030-01-01');
    const [paid] = counted(told, { ...pending, state: 'paid' });
    expect(progressOf(paid)).toMatchObject({ paid: 2, nextDay: '2030-02-01' });
    expect(tellMissedCharge(paid, JAN_3 + DAY)).toBeUndefined();
  });

  test('a charge is missed after the first payment went back only if another one has come since', () => {
    const reversed = parentOf({ state: 'reversed', changedAt: noon('2030-01-10') });
    const [before] = counted(reversed, chargeOf('2030-01-01'));
    expect(missedCheck(before, noon('2030-01-10'))).toBeUndefined();
    const [since] = counted(before, chargeOf('2030-02-01'));
    expect(missedCheck(since, noon('2030-02-01'))).toBe(startOfDay('2030-03-03'));
    expect(tellMissedCharge(since, startOfDay('2030-03-03'))?.charges?.missedDay).toBe('2030-03-01');
    expect(progressOf(since)).toMatchObject({ paid: 2, nextDay: '2030-03-01' });
  });

  test('a charge that was not paid stands for the day on which the service made it, whenever Teller hears of it', () => {
    const { payments: _, ...unpaid } = chargeOf('2030-02-01', { state: 'failed' });
    const [found] = counted(parentOf(), { ...unpaid, madeAt: noon('2030-01-01') });
    expect(progressOf(found)?.nextDay).toBe('2030-02-01');
    // Of a record without a date, and of orders of before, only the day is known on which Teller heard of it.
    expect(progressOf(counted(parentOf(), unpaid)[0])?.nextDay).toBe('2030-03-01');
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

  test('of several missed charges only the latest is told', () => {
    const told = tellMissedCharge(parentOf(), startOfDay('2030-06-20'));
    expect(told?.announcements.map(({ news }) => news)).toEqual([
      { kind: 'charge_missed', day: '2030-06-01' },
    ]);
    expect(told && missedCheck(told, startOfDay('2030-06-20'))).toBe(startOfDay('2030-07-03'));
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

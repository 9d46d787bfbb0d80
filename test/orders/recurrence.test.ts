// The calendar of recurring orders, compared with one that counts day by day.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countExpectedDays, lastExpectedDay, nextExpectedDay } from '#orders/recurrence.ts';
import { FREQUENCIES, type Frequency } from '#provider/limits.ts';

type Calendar = { startDay: string; endDay: string; frequency: Frequency };

/** All expected days, in their order. */
function daysOf(calendar: Calendar): string[] {
  const days: string[] = [];
  for (let day = nextExpectedDay(calendar, ''); day; day = nextExpectedDay(calendar, day)) days.push(day);
  return days;
}

/** The same by walking through every day and asking whether it is one. */
function walkedDaysOf({ startDay, endDay, frequency }: Calendar): string[] {
  const days: string[] = [];
  for (let day = startDay, count = 0; day <= endDay; day = addDays(day, 1), count += 1)
    if (isExpected(day, startDay, frequency, count)) days.push(day);
  return days;
}

function isExpected(day: string, startDay: string, frequency: Frequency, daysSince: number): boolean {
  if (frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return daysSince % 7 === 0;
  const months = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 }[frequency];
  const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  if ((monthOf(day) - monthOf(startDay)) % months !== 0) return false;
  const isLastOfMonth = addDays(day, 1).endsWith('-01');
  const [own, wanted] = [day.slice(8), startDay.slice(8)];
  return own === wanted || (isLastOfMonth && own < wanted);
}

const anyDay = fc.integer({ min: 0, max: 3 * 366 }).map((days) => addDays('2027-01-01', days));
const anyCalendar = fc
  .record({
    startDay: fc.oneof(anyDay, fc.constantFrom('2027-01-31', '2028-02-29', '2027-08-30', '2027-12-31')),
    length: fc.integer({ min: 0, max: 1_200 }),
    frequency: fc.constantFrom(...FREQUENCIES),
  })
  .map(({ startDay, length, frequency }) => ({ startDay, endDay: addDays(startDay, length), frequency }));

describe('the expected days', () => {
  test.each([
    ['MONTHLY', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['MONTHLY', '2028-01-30', ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
    ['QUARTERLY', '2027-11-30', ['2027-11-30', '2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30']],
    ['YEARLY', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['WEEKLY', '2027-12-20', ['2027-12-20', '2027-12-27', '2028-01-03', '2028-01-10', '2028-01-17']],
    ['DAILY', '2028-02-27', ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']],
  ] as const)(
    'the expected days %s from %s go to the end of short months and come back',
    (frequency, startDay, days) => {
      const endDay = days[4];
      expect(daysOf({ startDay, endDay, frequency })).toEqual(days);
      expect(countExpectedDays({ startDay, endDay: addDays(endDay, -1), frequency })).toBe(4);
    },
  );

  test('the expected days are those that a walk through the calendar finds, and are counted rightly', () => {
    fc.assert(
      fc.property(anyCalendar, (calendar) => {
        const days = daysOf(calendar);
        expect(days).toEqual(walkedDaysOf(calendar));
        expect(countExpectedDays(calendar)).toBe(days.length);
      }),
    );
  });

  test('the next and the last expected day of any day are the nearest ones after it and up to it', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, (calendar, day) => {
        const days = daysOf(calendar);
        expect(nextExpectedDay(calendar, day)).toBe(days.find((one) => one > day));
        expect(lastExpectedDay(calendar, day)).toBe(days.findLast((one) => one <= day));
      }),
    );
  });

  test('the expected days of a calendar that hardly ends are counted without walking through them', () => {
    const calendar: Calendar = { startDay: '2027-01-31', endDay: '9999-12-31', frequency: 'DAILY' };
    expect(countExpectedDays(calendar)).toBe(2_912_048);
    expect(nextExpectedDay(calendar, '9999-12-30')).toBe('9999-12-31');
    expect(nextExpectedDay({ ...calendar, frequency: 'MONTHLY' }, '9999-12-31')).toBeUndefined();
  });

  test('a last day before the first leaves no expected day', () => {
    const calendar: Calendar = { startDay: '2027-01-31', endDay: '2027-01-30', frequency: 'MONTHLY' };
    expect([countExpectedDays(calendar), daysOf(calendar)]).toEqual([0, []]);
    expect(lastExpectedDay(calendar, '2028-01-01')).toBeUndefined();
  });
});

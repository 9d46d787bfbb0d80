// The period of a report, read from words: days of the time zone that is asked for, whatever the machine's own zone.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf } from '#lib/time.ts';
import { MAX_DAYS, type Period, periodBefore, readPeriod } from '#payments/reports/period.ts';

/** A Saturday; in East Africa it is half past midnight, in UTC still Friday. */
const NOW = Date.parse('2026-11-20T21:30:00Z');
const EAT = 'Africa/Nairobi';
const DAY_MS = 24 * 60 * 60_000;

describe('the period of a report', () => {
  test.each([
    ['', '2026-11-21', '2026-11-21'],
    ['today', '2026-11-21', '2026-11-21'],
    ['  ToDay ', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['week', '2026-11-16', '2026-11-21'],
    ['this week', '2026-11-16', '2026-11-21'],
    ['month', '2026-11-01', '2026-11-21'],
    ['last week', '2026-11-09', '2026-11-15'],
    ['Last  Month', '2026-10-01', '2026-10-31'],
    ['2026-10', '2026-10-01', '2026-10-31'],
    ['2026-11', '2026-11-01', '2026-11-30'],
    ['2025-12', '2025-12-01', '2025-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['november', '2026-11-01', '2026-11-30'],
    ['Nov', '2026-11-01', '2026-11-30'],
    ['sept.', '2026-09-01', '2026-09-30'],
    ['december', '2025-12-01', '2025-12-31'],
    ['november 2025', '2025-11-01', '2025-11-30'],
    ['Feb, 2024', '2024-02-01', '2024-02-29'],
    ['sep to nov', '2026-09-01', '2026-11-30'],
    ['2026-10-31', '2026-10-31', '2026-10-31'],
    ['2026-10-01..2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01 .. 2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01…2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01 to 2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01 - 2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01 -2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01-2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-10-01 -- 2026-10-15', '2026-10-01', '2026-10-15'],
    ['2026-09..2026-10', '2026-09-01', '2026-10-31'],
    ['2026-09 - 2026-10', '2026-09-01', '2026-10-31'],
    ['2026-09-2026-10', '2026-09-01', '2026-10-31'],
    ['2025-11-21..2026-11-21', '2025-11-21', '2026-11-21'],
  ])('the period %j is %s to %s', (words, firstDay, lastDay) => {
    expect(periodIn(words)).toMatchObject({ firstDay, lastDay });
  });

  test('a period begins and ends at midnight in East Africa', () => {
    expect(periodIn('2026-10-01..2026-10-15')).toEqual({
      from: Date.parse('2026-10-01T00:00:00+03:00'),
      to: Date.parse('2026-10-16T00:00:00+03:00'),
      firstDay: '2026-10-01',
      lastDay: '2026-10-15',
      unit: 'days',
    });
  });

  test('a period begins and ends at midnight in the time zone that is asked for', () => {
    const read = readPeriod('2026-03-08', { now: NOW, timeZone: 'America/New_York' });
    // A day of 23 hours, because the clocks go forward.
    expect(read).toMatchObject({
      value: { from: Date.parse('2026-03-08T00:00-05:00'), to: Date.parse('2026-03-09T00:00-04:00') },
    });
    const today = readPeriod('today', { now: NOW, timeZone: 'America/New_York' });
    expect(today).toMatchObject({ value: { firstDay: '2026-11-20' } });
  });

  test('a period keeps the word that was typed for it', () => {
    expect(periodIn('this Month').name).toBe('month');
    expect(periodIn('').name).toBe('today');
    expect(periodIn('2026-11')).not.toHaveProperty('name');
  });

  test('a week begins on Monday: on a Monday it has one day, on a Sunday seven', () => {
    const at = (words: string, iso: string) => readPeriod(words, { now: Date.parse(iso), timeZone: EAT });
    expect(at('week', '2026-11-16T09:00:00Z')).toMatchObject({ value: { firstDay: '2026-11-16' } });
    expect(at('week', '2026-11-22T20:59:59Z')).toMatchObject({ value: { firstDay: '2026-11-16' } });
    expect(at('week', '2026-11-22T21:00:00Z')).toMatchObject({ value: { firstDay: '2026-11-23' } });
  });

  test.each([
    ['tuesday', 'not_understood'],
    ['last year', 'not_understood'],
    ['01/10/2026', 'not_understood'],
    ['2026', 'not_understood'],
    ['2026-1-5', 'not_understood'],
    ['..', 'not_understood'],
    ['2026-10-01..', 'not_understood'],
    ['..2026-10-01', 'not_understood'],
    ['2026-10..today', 'not_understood'],
    ['2026-10-01..2026-10-02..2026-10-03', 'not_understood'],
    ['<!channel> 2026-10', 'not_understood'],
    ['2026-10 - 15', 'not_understood'],
    ['2026-10-01-15', 'not_understood'],
    ['2026-10 -', 'not_understood'],
    ['2026-10-01 - 2026-10-02 - 2026-10-03', 'not_understood'],
    ['2026-02-30', 'no_such_day'],
    ['2026-13', 'no_such_day'],
    ['2026-00', 'no_such_day'],
    ['2026-10-15..2026-10-32', 'no_such_day'],
    ['2026-10-15..2026-10-14', 'backwards'],
    ['2025-11-20..2026-11-21', 'too_long'],
    ['0001-01..9999-12', 'too_long'],
    ['2026-11-22', 'not_begun'],
    ['2026-12', 'not_begun'],
    ['december 2026', 'not_begun'],
    ['no', 'not_understood'],
    ['novem ber', 'not_understood'],
  ])('the period %j is refused as %s', (words, fault) => {
    expect(readPeriod(words, { now: NOW, timeZone: EAT })).toEqual({ ok: false, fault });
  });

  test('the period of any two days is exactly those days, or refused', () => {
    const day = fc
      .date({ min: new Date('1970-01-02'), max: new Date(NOW), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.nat(500), (first, length) => {
        const last = new Date(Date.parse(first) + length * DAY_MS).toISOString().slice(0, 10);
        const read = readPeriod(`${first}..${last}`, { now: NOW, timeZone: EAT });
        if (length >= MAX_DAYS) {
          expect(read).toEqual({ ok: false, fault: 'too_long' });
          return;
        }
        const { from, to } = periodIn(`${first}..${last}`);
        expect(to - from).toBe((length + 1) * DAY_MS);
        expect([dayOf(from - 1) < first, dayOf(from), dayOf(to - 1), dayOf(to) > last]).toEqual([
          true,
          first,
          last,
          true,
        ]);
      }),
    );
  });

  test('any words are a period or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d.\-o t]{0,24}$/)),
        (words) => {
          const read = readPeriod(words, { now: NOW, timeZone: EAT });
          if (read.ok) expect(read.value.from).toBeLessThan(read.value.to);
          else expect(read.fault).toMatch(/^[a-z_]+$/);
        },
      ),
    );
  });
});

describe('the period before', () => {
  test.each([
    ['yesterday', '2026-11-19', '2026-11-19', '2026-11-20T00:00'],
    ['2026-10-31', '2026-10-30', '2026-10-30', '2026-10-31T00:00'],
    ['last week', '2026-11-02', '2026-11-08', '2026-11-09T00:00'],
    ['last month', '2026-09-01', '2026-09-30', '2026-10-01T00:00'],
    ['2026-03', '2026-02-01', '2026-02-28', '2026-03-01T00:00'],
    ['2026-10-01..2026-10-15', '2026-09-16', '2026-09-30', '2026-10-01T00:00'],
  ])('of %j, which is over, is all of %s to %s', (words, firstDay, lastDay, to) => {
    const before = { firstDay, lastDay, to: Date.parse(`${to}+03:00`), until: undefined };
    expect(asComparedWith(words)).toMatchObject(before);
  });

  test.each([
    ['today', '2026-11-20', '2026-11-20T00:30'],
    ['week', '2026-11-09', '2026-11-14T00:30'],
    ['month', '2026-10-01', '2026-10-21T00:30'],
    ['2026-11', '2026-10-01', '2026-10-21T00:30'],
    ['2026-11-21..2026-11-22', '2026-11-19', '2026-11-19T00:30'],
  ])('of %j, which is not over, is as much of the one from %s on: up to %s', (words, firstDay, until) => {
    expect(asComparedWith(words)).toMatchObject({ firstDay, until: Date.parse(`${until}+03:00`) });
  });

  test('of a week up to a day that is over stays as long when it is asked for again later', () => {
    const later = { now: NOW + 5 * DAY_MS, timeZone: EAT };
    const until = Date.parse('2026-11-15T00:00+03:00');
    expect(periodBefore(periodIn('week'), later)).toMatchObject({ firstDay: '2026-11-09', until });
  });

  test('of a long month that is not over is no longer than the month before', () => {
    const now = Date.parse('2026-03-31T12:00+03:00');
    const read = readPeriod('month', { now, timeZone: EAT });
    const before = { lastDay: '2026-02-28', to: Date.parse('2026-03-01T00:00+03:00'), until: undefined };
    expect(read.ok && periodBefore(read.value, { now, timeZone: EAT })).toMatchObject(before);
  });

  test.each([
    ['today', '2026-11-01T15:00:30-05:00', '2026-10-31T15:00:30-04:00'],
    ['today', '2026-11-02T15:00-05:00', '2026-11-01T15:00-05:00'],
    ['today', '2026-11-02T00:30-05:00', '2026-11-01T00:30-04:00'],
    ['today', '2026-03-08T15:00-04:00', '2026-03-07T15:00-05:00'],
    ['today', '2026-03-09T15:00-04:00', '2026-03-08T15:00-04:00'],
    ['week', '2026-11-04T09:30-05:00', '2026-10-28T09:30-04:00'],
    ['month', '2026-11-20T09:30-05:00', '2026-10-20T09:30-04:00'],
  ])('of %j at %s ends when clocks showed the same time, also where they were moved', (words, now, until) => {
    const how = { now: Date.parse(now), timeZone: 'America/New_York' };
    const read = readPeriod(words, how);
    expect(read.ok && periodBefore(read.value, how)).toMatchObject({ until: Date.parse(until) });
  });

  test('of a day on which clocks skip the time of now ends when the skipped hour does', () => {
    const how = { now: Date.parse('2026-03-09T02:30-04:00'), timeZone: 'America/New_York' };
    const read = readPeriod('today', how);
    const until = Date.parse('2026-03-08T03:00-04:00');
    expect(read.ok && periodBefore(read.value, how)).toMatchObject({ until });
  });
});

function asComparedWith(words: string) {
  return periodBefore(periodIn(words), { now: NOW, timeZone: EAT });
}

function periodIn(words: string): Period {
  const read = readPeriod(words, { now: NOW, timeZone: EAT });
  if (!read.ok) throw new Error(`${words}: ${read.fault}`);
  return read.value;
}

// When digests are due, also where clocks are moved, and that nothing falls between two of them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, timeOfDay } from '#lib/time.ts';
import {
  type DigestSchedule,
  lastDue,
  nextDue,
  spansOf,
  WEEKDAYS,
} from '#payments/reports/digest-schedule.ts';

const NAIROBI = 'Africa/Nairobi';
const NEW_YORK = 'America/New_York';
const HOUR_MS = 60 * 60_000;

const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
const next = (schedule: DigestSchedule, now: string, zone: string) =>
  iso(nextDue(schedule, Date.parse(now), zone));

describe('when a digest is due', () => {
  test('a daily digest is due at its minute, and from then on a day later', () => {
    const daily = { time: '18:00' };
    expect(next(daily, '2026-11-22T14:59:59Z', NAIROBI)).toBe('2026-11-22T15:00');
    expect(next(daily, '2026-11-22T15:00:00Z', NAIROBI)).toBe('2026-11-23T15:00');
    expect(iso(lastDue(daily, Date.parse('2026-11-22T15:00:00Z'), NAIROBI))).toBe('2026-11-22T15:00');
    expect(iso(lastDue(daily, Date.parse('2026-11-22T14:59:59Z'), NAIROBI))).toBe('2026-11-21T15:00');
  });

  test('a weekly digest is due on its day of the week in the time zone', () => {
    // A Sunday; in Nairobi it is Monday from 21:00 UTC on.
    expect(next({ time: '01:00', weekday: 'monday' }, '2026-11-22T12:00:00Z', NAIROBI)).toBe(
      '2026-11-22T22:00',
    );
    expect(next({ time: '08:00', weekday: 'sunday' }, '2026-11-22T12:00:00Z', NAIROBI)).toBe(
      '2026-11-29T05:00',
    );
  });

  test('a time that clocks skip is due at the minute after the gap', () => {
    expect(next({ time: '02:30' }, '2026-03-08T00:00:00Z', NEW_YORK)).toBe('2026-03-08T07:00');
    expect(next({ time: '02:10' }, '2026-10-03T00:00:00Z', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30');
  });

  test('where clocks skip midnight, a digest of midnight is due when the day begins', () => {
    expect(next({ time: '00:00' }, '2021-09-04T12:00:00Z', 'America/Santiago')).toBe('2021-09-05T04:00');
  });

  test('a time that comes twice is due the first time only', () => {
    expect(next({ time: '01:30' }, '2026-11-01T00:00:00Z', NEW_YORK)).toBe('2026-11-01T05:30');
    expect(next({ time: '01:30' }, '2026-11-01T05:30:00Z', NEW_YORK)).toBe('2026-11-02T06:30');
    expect(next({ time: '01:45' }, '2026-04-04T14:45:00Z', 'Australia/Lord_Howe')).toBe('2026-04-05T15:15');
  });
});

describe('what a digest covers', () => {
  test('a daily digest covers the 24 hours up to its minute, and is compared with those before', () => {
    const { span, before } = spansOf({ time: '18:00' }, Date.parse('2026-11-22T15:00:00Z'), NAIROBI);
    expect([before.from, before.to, span.from, span.to].map(iso)).toEqual([
      '2026-11-20T15:00',
      '2026-11-21T15:00',
      '2026-11-21T15:00',
      '2026-11-22T15:00',
    ]);
  });

  test('a weekly digest covers seven days', () => {
    const due = Date.parse('2026-11-23T05:00:00Z');
    const { span, before } = spansOf({ time: '08:00', weekday: 'monday' }, due, NAIROBI);
    expect([before.from, span.from, span.to].map(iso)).toEqual([
      '2026-11-09T05:00',
      '2026-11-16T05:00',
      '2026-11-23T05:00',
    ]);
  });

  test('on a day on which clocks are moved it covers 23 or 25 hours, so that nothing falls between two digests', () => {
    const hours = (due: string) => {
      const { span } = spansOf({ time: '08:00' }, Date.parse(due), NEW_YORK);
      return (span.to - span.from) / HOUR_MS;
    };
    expect([hours('2026-03-08T12:00Z'), hours('2026-11-01T13:00Z'), hours('2026-11-02T13:00Z')]).toEqual([
      23, 25, 24,
    ]);
  });
});

describe('at any time, in any zone', () => {
  const zone = fc.constantFrom(
    NAIROBI,
    'UTC',
    NEW_YORK,
    'Australia/Lord_Howe',
    'Europe/London',
    'Africa/Cairo',
    'America/Santiago',
    'Asia/Kolkata',
  );
  const schedule: fc.Arbitrary<DigestSchedule> = fc
    .record({
      minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
      weekday: fc.option(fc.constantFrom(...WEEKDAYS), { nil: undefined }),
    })
    .map(({ minute, weekday }) => ({
      time: new Date(minute * 60_000).toISOString().slice(11, 16),
      ...(weekday && { weekday }),
    }));
  const now = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2045-01-01') });

  test('the next digest is after now, the last is not, and no other lies between them', () => {
    fc.assert(
      fc.property(schedule, now, zone, (of, at, where) => {
        const [last, following] = [lastDue(of, at, where), nextDue(of, at, where)];
        expect(last).toBeLessThanOrEqual(at);
        expect(following).toBeGreaterThan(at);
        expect([nextDue(of, last, where), lastDue(of, following - 1, where)]).toEqual([following, last]);
      }),
    );
  });

  test('each day, or each week, has one digest, at its time or right after the gap in which that lies', () => {
    fc.assert(
      fc.property(schedule, now, zone, (of, at, where) => {
        const dues = [nextDue(of, at, where)];
        for (let count = 0; count < 9; count += 1) dues.push(nextDue(of, dues.at(-1) ?? 0, where));
        const days = dues.map((due) => dayOf(due, where));
        const apart = days
          .slice(1)
          .map((day, index) => (Date.parse(day) - Date.parse(days[index] ?? '')) / (24 * HOUR_MS));
        expect(apart).toEqual(apart.map(() => (of.weekday ? 7 : 1)));
        for (const due of dues) {
          const shown = timeOfDay(due, where);
          const minuteBefore = `${dayOf(due - 60_000, where)} ${timeOfDay(due - 60_000, where)}`;
          if (shown !== of.time) expect(minuteBefore < `${dayOf(due, where)} ${of.time}`).toBe(true);
          expect(shown >= of.time).toBe(true);
        }
      }),
    );
  });

  test('the spans of digests follow each other without a gap or an overlap', () => {
    fc.assert(
      fc.property(schedule, now, zone, (of, at, where) => {
        const due = lastDue(of, at, where);
        const following = nextDue(of, at, where);
        const { span, before } = spansOf(of, following, where);
        expect(span).toEqual({ from: due, to: following });
        expect(before).toEqual(spansOf(of, due, where).span);
      }),
    );
  });
});

// Calendar days and the moments at which they begin in East Africa.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, EAST_AFRICA, isDay, startOfDay, timeOfDay } from '#lib/time.ts';

const moments = fc.integer({
  min: Date.parse('2000-01-01T00:00:00Z'),
  max: Date.parse('2100-01-01T00:00:00Z'),
});

describe('a calendar day', () => {
  test('a calendar day is a text in the form yyyy-MM-dd that names an existing day', () => {
    for (const text of ['2026-02-28', '2028-02-29', '2026-12-31']) expect(isDay(text)).toBe(true);
    for (const text of [
      '2026-02-29',
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '21-11-2026',
      '2026-11-21T00',
      '',
    ]) {
      expect(isDay(text)).toBe(false);
    }
  });

  test('a calendar day begins at 21:00 UTC of the day before', () => {
    expect(startOfDay('2026-11-21')).toBe(Date.parse('2026-11-20T21:00:00Z'));
    expect(dayOf(Date.parse('2026-11-20T20:59:59.999Z'))).toBe('2026-11-20');
    expect(dayOf(Date.parse('2026-11-20T21:00:00Z'))).toBe('2026-11-21');
  });

  test('the calendar day of any moment contains that moment, in any time zone', () => {
    fc.assert(
      fc.property(
        moments,
        fc.constantFrom('Africa/Nairobi', 'UTC', 'Africa/Lagos', 'Asia/Kolkata', 'America/New_York'),
        (at, zone) => {
          const day = dayOf(at, zone);
          expect(isDay(day)).toBe(true);
          expect(startOfDay(day, zone)).toBeLessThanOrEqual(at);
          expect(at - startOfDay(day, zone)).toBeLessThan(25 * 3_600_000);
        },
      ),
    );
  });

  test('a calendar day turned into a moment and back is the same day', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const day = new Date(at).toISOString().slice(0, 10);
        expect(dayOf(startOfDay(day))).toBe(day);
        expect(dayOf(startOfDay(day) - 1) < day).toBe(true);
      }),
    );
  });
});

test('the time of day has two digits for hours and minutes, and is that of the zone that is asked for', () => {
  const at = Date.parse('2026-11-21T06:05:59Z');
  expect([
    timeOfDay(at, EAST_AFRICA),
    timeOfDay(at, 'UTC'),
    timeOfDay(at + 12 * 3_600_000, EAST_AFRICA),
  ]).toEqual(['09:05', '06:05', '21:05']);
});

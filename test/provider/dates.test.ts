// The provider's ways of writing dates and times.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromProviderDay, parseEastAfricaTime, parseUtcTime, toProviderDay } from '#provider/dates.ts';

const moments = fc.integer({
  min: Date.parse('2000-01-01T00:00:00Z'),
  max: Date.parse('2100-01-01T00:00:00Z'),
});
const HOURS_3 = 3 * 3_600_000;

describe('East Africa Time', () => {
  test('East Africa Time is three hours ahead of UTC, with no, two, three or seven fraction digits', () => {
    expect(parseEastAfricaTime('2024-03-19T20:08:46')).toBe(Date.parse('2024-03-19T17:08:46Z'));
    expect(parseEastAfricaTime('2024-03-19T20:08:46.39')).toBe(Date.parse('2024-03-19T17:08:46.390Z'));
    expect(parseEastAfricaTime('2024-03-19T20:08:46.393')).toBe(Date.parse('2024-03-19T17:08:46.393Z'));
    expect(parseEastAfricaTime('2024-03-19T20:08:46.3931234')).toBe(Date.parse('2024-03-19T17:08:46.393Z'));
    expect(parseEastAfricaTime('2024-03-19T20:08:46.9999999')).toBe(Date.parse('2024-03-19T17:08:46.999Z'));
    expect(parseEastAfricaTime(' 2024-03-19T20:08:46 ')).toBe(Date.parse('2024-03-19T17:08:46Z'));
  });

  test('East Africa Time is read across midnight and the new year', () => {
    expect(parseEastAfricaTime('2025-01-01T02:59:59')).toBe(Date.parse('2024-12-31T23:59:59Z'));
  });

  test('the empty date of the service’s platform is no time, so that no payment lies in the year 1', () => {
    expect(parseEastAfricaTime('0001-01-01T00:00:00')).toBeUndefined();
    expect(parseUtcTime('0001-01-01T00:00:00Z')).toBeUndefined();
    expect(parseUtcTime('1999-12-31T23:59:59Z')).toBeUndefined();
    expect(parseUtcTime('2000-01-01T00:00:00Z')).toBe(Date.UTC(2000, 0, 1));
  });

  test('a time zone in a time counts, should one be there', () => {
    expect(parseEastAfricaTime('2024-03-19T20:08:46Z')).toBe(Date.parse('2024-03-19T20:08:46Z'));
    expect(parseEastAfricaTime('2024-03-19T20:08:46+01:00')).toBe(Date.parse('2024-03-19T19:08:46Z'));
  });

  test('any moment written in East Africa Time is read back', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const written = new Date(at + HOURS_3).toISOString().replace('Z', '');
        expect(parseEastAfricaTime(written)).toBe(at);
      }),
    );
  });
});

describe('UTC', () => {
  test('a UTC time is read with seven fraction digits and Z, and with its zeros trimmed and no Z', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const iso = new Date(at).toISOString();
        expect(parseUtcTime(iso.replace('Z', '0000Z'))).toBe(at);
        expect(parseUtcTime(iso.replace(/\.?0*Z$/, ''))).toBe(at);
      }),
    );
  });
});

test.each([
  '',
  ' ',
  'yesterday',
  '2024-03-19',
  '20:08:46',
  '19-03-2024T20:08:46',
  '2024-13-01T00:00:00',
  '2024-02-30T00:00:00',
  '2024-03-19T25:00:00',
  '2024-03-19T20:08:46 o’clock',
])('%j is not read as a time', (text) => {
  expect(parseEastAfricaTime(text)).toBeUndefined();
  expect(parseUtcTime(text)).toBeUndefined();
});

test('a calendar day is written for the service with the day first, and read back', () => {
  expect(toProviderDay('2026-11-21')).toBe('21-11-2026');
  expect(fromProviderDay('21-11-2026')).toBe('2026-11-21');
  for (const text of ['2026-11-21', '1-1-2026', '21-11-2026 ', '121-11-2026', ''])
    expect(fromProviderDay(text)).toBe('');
});

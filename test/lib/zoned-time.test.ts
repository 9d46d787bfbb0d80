// Moments at which clocks of a time zone show a time of day, also where clocks are moved.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, isTimeZone, momentOf, startOfDay, timeOfDay } from '#lib/time.ts';

const ZONES = [
  'Africa/Nairobi',
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Europe/London',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Etc/GMT-3',
];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const iso = (...[day, time, zone]: Parameters<typeof momentOf>) =>
  new Date(momentOf(day, time, zone)).toISOString().replace(':00.000Z', 'Z');

describe('the moment of a time of day', () => {
  test.each([
    ['2026-11-22', '18:00', 'Africa/Nairobi', '2026-11-22T15:00Z'],
    ['2026-01-10', '00:00', 'UTC', '2026-01-10T00:00Z'],
    ['2026-07-10', '08:30', 'America/New_York', '2026-07-10T12:30Z'],
    // The database counts these from the other side: they are ahead of UTC.
    ['2026-11-22', '18:00', 'Etc/GMT-3', '2026-11-22T15:00Z'],
    ['2026-11-22', '00:00', 'Etc/GMT-14', '2026-11-21T10:00Z'],
    ['2026-11-22', '00:00', 'Etc/GMT+12', '2026-11-22T12:00Z'],
  ])('%s %s in %s is %s', (day, time, zone, expected) => {
    expect(iso(day, time, zone)).toBe(expected);
  });

  test.each([
    ['2026-03-08', '02:00', 'America/New_York', '2026-03-08T07:00Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:00Z'],
    ['2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-03T15:30Z'],
    ['2026-03-29', '01:30', 'Europe/London', '2026-03-29T01:00Z'],
    ['2026-04-24', '00:00', 'Africa/Cairo', '2026-04-23T22:00Z'],
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00Z'],
    ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T10:00Z'],
  ])('a time that clocks skip, %s %s in %s, is the minute after the gap, %s', (day, time, zone, expected) => {
    expect(iso(day, time, zone)).toBe(expected);
  });

  test.each([
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45Z'],
    ['2026-10-25', '01:30', 'Europe/London', '2026-10-25T00:30Z'],
    ['2026-11-01', '00:30', 'America/Havana', '2026-11-01T04:30Z'],
  ])('a time that comes twice, %s %s in %s, is the first of the two, %s', (day, time, zone, expected) => {
    expect(iso(day, time, zone)).toBe(expected);
  });

  const zone = fc.constantFrom(...ZONES);
  const day = fc
    .integer({ min: 0, max: 365 * 60 })
    .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10));
  const time = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minutes) => new Date(minutes * MINUTE_MS).toISOString().slice(11, 16));

  test('clocks show that time or later then, and an earlier one a minute before', () => {
    fc.assert(
      fc.property(day, time, zone, (on, at, where) => {
        const moment = momentOf(on, at, where);
        const shown = (when: number) => `${dayOf(when, where)} ${timeOfDay(when, where)}`;
        expect(shown(moment) >= `${on} ${at}`).toBe(true);
        expect(shown(moment - MINUTE_MS) < `${on} ${at}`).toBe(true);
      }),
    );
  });

  test('it is the only such minute, or the first of two', () => {
    fc.assert(
      fc.property(day, time, zone, (on, at, where) => {
        const moment = momentOf(on, at, where);
        for (let before = MINUTE_MS; before <= 3 * HOUR_MS; before += 15 * MINUTE_MS)
          expect(`${dayOf(moment - before, where)} ${timeOfDay(moment - before, where)}`).not.toBe(
            `${on} ${at}`,
          );
      }),
      { numRuns: 50 },
    );
  });

  test('days follow each other without a gap, and each has 23 to 25 hours unless a country changes its date', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...ZONES.slice(0, 8)), (on, where) => {
        const next = new Date(Date.parse(`${on}T00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10);
        const [start, end] = [startOfDay(on, where), startOfDay(next, where)];
        expect((end - start) / HOUR_MS).toBeGreaterThanOrEqual(23);
        expect((end - start) / HOUR_MS).toBeLessThanOrEqual(25);
        expect([dayOf(start, where), dayOf(end - 1, where)]).toEqual([on, on]);
      }),
    );
  });
});

test('names of the time zone database are time zones; offsets, cities alone and abbreviations are not', () => {
  for (const name of [...ZONES, 'africa/nairobi', 'Etc/UTC', 'UTC', 'GMT'])
    expect(isTimeZone(name), name).toBe(true);
  for (const name of [
    '',
    '!',
    'Nairobi',
    '+03:00',
    '-0300',
    'UTC+3',
    'Africa/',
    'Africa/Nairobi ',
    'BST',
    'EST',
    'ist',
  ])
    expect(isTimeZone(name), name).toBe(false);
});

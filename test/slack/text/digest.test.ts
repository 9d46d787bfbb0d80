// The words for time zones and schedules, as people say them.
import { expect, test } from 'vitest';
import { describeSchedule, digestSpan } from '#slack/text/digest.ts';
import { calendarOf, placeOf } from '#slack/text/time-zone.ts';

test.each([
  ['Africa/Nairobi', 'Nairobi'],
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['Etc/GMT-3', 'GMT+3'],
  ['Etc/GMT+11', 'GMT-11'],
  ['etc/gmt-0', 'GMT'],
])('the time zone %s is said to be that of %s', (zone, place) => {
  expect(placeOf(zone)).toBe(place);
  expect(calendarOf(zone)).toBe(`Days start at midnight, ${place} time.`);
});

test('a schedule is said in words', () => {
  expect(describeSchedule({ time: '18:00' })).toBe('Daily summary at 18:00');
  expect(describeSchedule({ time: '08:00', weekday: 'monday' })).toBe('Weekly summary on Mondays at 08:00');
});

test('a span is named by the clock of its time zone', () => {
  const span = { from: Date.parse('2026-11-21T23:00Z'), to: Date.parse('2026-11-22T23:00Z') };
  expect(digestSpan(span, 'Africa/Nairobi')).toBe('Payments from 22 Nov, 02:00 to 23 Nov, 02:00 (Nairobi)');
  expect(digestSpan(span, 'America/New_York')).toBe(
    'Payments from 21 Nov, 18:00 to 22 Nov, 18:00 (New York)',
  );
});

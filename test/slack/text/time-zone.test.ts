// Times of day in forms and plain texts are those of the setting TIME_ZONE, which is named.
import { expect, test } from 'vitest';
import { describeWrongRow } from '#slack/bulk/check-file.ts';
import { newsReply } from '#slack/card/news.ts';
import { tooManyPrompts } from '#slack/order/order.ts';
import { calendarOf } from '#slack/report/card.ts';
import { placeOf } from '#slack/text/time-zone.ts';
import { orderIn } from '#test/slack/every-order.ts';

const AT = Date.parse('2026-11-21T06:05:00Z');
const MINUTE = 60_000;

test.each([
  ['Africa/Nairobi', '09:05 (Nairobi)'],
  ['America/New_York', '01:05 (New York)'],
  ['UTC', '06:05 (UTC)'],
])('in %s a time of day is said to be %s', (timeZone, said) => {
  const now = AT - 3 * MINUTE;
  expect(tooManyPrompts(AT, now, timeZone)).toContain(`send another at ${said}, in 3 min.`);
  const wrong = { row: 2, status: 'too_many_prompts', retryAt: AT } as const;
  expect(describeWrongRow(wrong, now, timeZone)).toContain(`can be sent from ${said}, in 3 min.`);
});

test('from when a number may be prompted again is a date of Slack in the thread', () => {
  const failure = { reason: 'too_many_prompts', providerMessage: '', retryAt: AT } as const;
  const order = { ...orderIn('not_sent', 'prompt'), failure };
  const news = { kind: 'not_sent', failure } as const;
  const { blocks } = newsReply(order, { id: 'n', at: AT, news } as Parameters<typeof newsReply>[1]);
  expect(JSON.stringify(blocks)).toMatch(
    new RegExp(`next prompt from "\\}.*"type":"date","timestamp":${AT / 1_000}`),
  );
});

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

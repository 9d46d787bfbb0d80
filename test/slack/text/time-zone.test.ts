// Times of day in forms and plain texts are those of the setting TIME_ZONE, which is named.
import { expect, test } from 'vitest';
import { newsReply } from '#slack/cards/news.ts';
import { sameFileBefore } from '#slack/text/bulk.ts';
import { describeWrongRow } from '#slack/text/bulk-rows.ts';
import { tooManyPrompts } from '#slack/text/fields.ts';
import { orderIn } from '#test/slack/every-order.ts';

const AT = Date.parse('2026-11-21T06:05:00Z');
const MINUTE = 60_000;

test.each([
  ['Africa/Nairobi', '09:05 (Nairobi)'],
  ['America/New_York', '01:05 (New York)'],
  ['UTC', '06:05 (UTC)'],
])('in %s a time of day is said to be %s', (timeZone, said) => {
  const now = AT - 3 * MINUTE;
  expect(tooManyPrompts(AT, { now, timeZone })).toContain(`send another at ${said}, in 3 min.`);
  const wrong = { row: 2, status: 'too_many_prompts', retryAt: AT } as const;
  expect(describeWrongRow(wrong, { now, timeZone })).toContain(`can be sent from ${said}, in 3 min.`);
  expect(sameFileBefore({ begunAt: AT }, 'Amina', timeZone)).toContain(`was sent at ${said} by Amina`);
});

test('from when a number may be prompted again is a date of Slack in the thread', () => {
  const failure = { reason: 'too_many_prompts', serviceMessage: '', retryAt: AT } as const;
  const order = { ...orderIn('not_sent', 'prompt'), failure };
  const news = { kind: 'not_sent', failure } as const;
  const { blocks } = newsReply(order, { id: 'n', at: AT, news } as Parameters<typeof newsReply>[1]);
  expect(JSON.stringify(blocks)).toMatch(
    new RegExp(`next prompt from "\\}.*"type":"date","timestamp":${AT / 1_000}`),
  );
});

// Which addresses are Slack's own: what is not may be handed no token without a warning.
import { expect, test } from 'vitest';
import { isOfSlack } from '#slack/bolt/clients.ts';

test.each([
  'https://slack.com/api/',
  'https://acme.slack.com/api/',
  'https://slack-gov.com/api/',
  'https://files.slack-gov.com/x',
])('%s is Slack’s', (url) => {
  expect(isOfSlack(new URL(url))).toBe(true);
});

test.each([
  'http://slack.com/api/',
  'https://slack.com:8443/api/',
  'https://slack.com.example.com/api/',
  'https://notslack.com/api/',
  'https://slack.example.com/slack.com/',
  'https://slack.com@example.com/',
  'http://127.0.0.1:3000/api/',
])('%s is not Slack’s', (url) => {
  expect(isOfSlack(new URL(url))).toBe(false);
});

// What posts: when Slack counts as there again.
import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { plainMessage } from '#slack/cards/message.ts';
import { createOutbound } from '#slack/delivery/outbound.ts';
import { createChannelPaces } from '#slack/delivery/rate-limit.ts';
import { silentLogger } from '#test/sandbox/slack/silent-logger.ts';

const clock = createMovingClock();

let slack: SlackSandbox;
let client: WebClient;
beforeEach(async () => {
  slack = await startSlackSandbox({ signingSecret: 'secret', botToken: 'xoxb-1', now: clock.now });
  client = new WebClient('xoxb-1', {
    slackApiUrl: slack.apiUrl,
    logger: silentLogger,
    retryConfig: { retries: 0 },
  });
});
afterEach(() => slack.stop());

const message = () => ({
  channel: slack.channels.sales,
  ...plainMessage('Paid'),
  metadata: { reference: 'INV-1', news: 'card' },
});

test('Slack has answered once it has taken a message or an edit, and not when it has refused one', async () => {
  let answered = 0;
  const outbound = createOutbound(client, {
    clock,
    paces: createChannelPaces(clock),
    answered() {
      answered += 1;
    },
  });
  const posted = await outbound.post(message());
  expect(answered).toBe(1);
  await outbound.update(posted.status === 'posted' ? posted.ts : '', message());
  expect(answered).toBe(2);
  await outbound.postToPerson(slack.users.agent, message());
  expect(answered).toBe(3);
  await outbound.postEphemeral(slack.users.agent, message());
  expect(answered).toBe(4);
  slack.faults.always('chat.postMessage', { kind: 'http500' });
  slack.faults.always('chat.postEphemeral', { kind: 'error', code: 'internal_error' });
  await outbound.post(message());
  await expect(outbound.postEphemeral(slack.users.agent, message())).rejects.toThrow();
  expect(answered).toBe(4);
});

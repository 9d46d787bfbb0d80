// How a process ends that waits for something. Slow, because the payment service takes one registration in a few seconds.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { until } from './journeys/rig.ts';
import { type Settings, start } from './teller-process.ts';

let provider: ProviderSandbox;
let slack: SlackSandbox;
let folder: string;

beforeEach(async () => {
  provider = await startProviderSandbox();
  slack = await startSlackSandbox({
    signingSecret: 'a-signing-secret-of-the-stand-in',
    botToken: 'xoxb-stand-in-token',
    appToken: 'xapp-stand-in-token',
  });
  folder = await mkdtemp(join(tmpdir(), 'teller-start-'));
});

afterEach(async () => {
  await Promise.all([provider.stop(), slack.stop()]);
  await rm(folder, { recursive: true, force: true });
});

it('a process that is told to stop while it waits for another try ends what it has in hand, and says so', async () => {
  const first = start({ ...goodSettings(), IPN_KEY: 'the-first-key-of-this-test' });
  await until(async () => (await first.ask('/readyz')).status === 200);
  first.child.kill('SIGTERM');
  await first.ended;
  // So soon after the first one the service takes no other registration, which is waited out.
  const second = start({ ...goodSettings(), IPN_KEY: 'the-second-key-of-this-test' });
  await until(() => second.log().includes('Connected to Slack'));
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.log()).toContain('Teller has stopped');
}, 20_000);

function goodSettings(): Settings {
  return {
    SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
    SLACK_APP_TOKEN: 'xapp-stand-in-token',
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: 'https://teller.test',
    SLACK_API_URL: slack.apiUrl,
    PORT: '0',
    STORE_URL: `sqlite:${join(folder, 'teller.sqlite')}`,
  };
}

// What a Teller in a process of its own has around it: both stand-ins and a folder for its store, new for each test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { ANSWER_MS, TRIGGER_MS } from './patience.ts';
import type { Settings } from './teller-process.ts';

export type Surroundings = {
  readonly provider: ProviderSandbox;
  readonly slack: SlackSandbox;
  readonly folder: string;
  /** With which everything is right, over Socket Mode and over HTTP. */
  readonly goodSettings: Settings;
  readonly httpSettings: Settings;
};

/** Call it outside of tests; inside of one, the returned function gives that test's own. */
export function surroundEachTest(): () => Surroundings {
  let current: Surroundings | undefined;
  beforeEach(async () => {
    const provider = await startProviderSandbox();
    const slack = await startSlackSandbox({
      signingSecret: 'a-signing-secret-of-the-stand-in',
      botToken: 'xoxb-stand-in-token',
      appToken: 'xapp-stand-in-token',
      triggerMs: TRIGGER_MS,
      ackTimeoutMs: ANSWER_MS,
      pictureMs: ANSWER_MS,
    });
    const folder = await mkdtemp(join(tmpdir(), 'teller-process-'));
    const settings = {
      SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
      PROVIDER_BASE_URL: provider.baseUrl,
      PROVIDER_CONSUMER_KEY: provider.consumerKey,
      PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
      PUBLIC_URL: 'https://teller.test',
      SLACK_API_URL: slack.apiUrl,
      PORT: '0',
      STORE_URL: `sqlite:${join(folder, 'teller.sqlite')}`,
    };
    const goodSettings = { ...settings, SLACK_APP_TOKEN: 'xapp-stand-in-token' };
    const httpSettings = { ...settings, SLACK_SIGNING_SECRET: 'a-signing-secret-of-the-stand-in' };
    current = { provider, slack, folder, goodSettings, httpSettings };
  });
  afterEach(async () => {
    if (!current) return;
    const { provider, slack, folder } = current;
    await Promise.all([provider.stop(), slack.stop()]);
    await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (!current) throw new Error('there are surroundings only inside of a test');
    return current;
  };
}

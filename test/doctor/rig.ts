// The doctor between both stand-ins, with good settings to be spoilt by a test.
import '#test/invalid-names.ts';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { examine } from '#doctor/examine.ts';
import type { CHECKS } from '#doctor/teller-at.ts';
import type { Clock } from '#lib/clock.ts';
import { freePort } from '#sandbox/environment/free-port.ts';
import { startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandboxOptions, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { BOT_SCOPES } from '#slack/bolt/identity.ts';

export type Settings = Record<string, string | undefined>;
type Name = (typeof CHECKS)[number];

export const BOT_TOKEN = 'xoxb-stand-in-token';
export const APP_TOKEN = 'xapp-stand-in-token';

/** Everything ends with the test. */
export async function startDoctor(own: Partial<SlackSandboxOptions> & { saysScopes?: boolean } = {}) {
  const { saysScopes = true, ...options } = own;
  const provider = await startProviderSandbox();
  const slack = await startSlackSandbox({
    signingSecret: 'a-signing-secret-of-the-stand-in',
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    ...(saysScopes && { scopes: BOT_SCOPES }),
    ...options,
  });
  const folder = await mkdtemp(join(tmpdir(), 'teller-doctor-'));
  onTestFinished(async () => {
    await Promise.all([provider.stop(), slack.stop()]);
    await rm(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'data', 'teller.sqlite');
  const port = await freePort();
  const settings: Settings = {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_APP_TOKEN: APP_TOKEN,
    SLACK_API_URL: slack.apiUrl,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    STORE_URL: `sqlite:${file}`,
  };
  return {
    provider,
    slack,
    folder,
    file,
    settings,
    hasStore: () => existsSync(join(folder, 'data')),
    examine: (spoilt: Settings = {}, clock?: Clock) => examine({ ...settings, ...spoilt }, clock),
    /** The lines of one check, each as `status: what is so → what to do`. */
    async linesOf(name: Name, spoilt: Settings = {}, clock?: Clock): Promise<string[]> {
      const findings = await examine({ ...settings, ...spoilt }, clock);
      return findings
        .filter(({ check }) => check === name)
        .map(({ status, found, next }) => `${status}: ${found}${next === undefined ? '' : ` → ${next}`}`);
    },
  };
}

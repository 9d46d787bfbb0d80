// What `npm start` says in its log when something outside is not as it should be, and what to do about it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { BOT_SCOPES } from '#slack/connect/scopes.ts';
import { until } from './journeys/rig.ts';
import { type Settings, start } from './teller-process.ts';

const scopes = BOT_SCOPES.filter((scope) => scope !== 'im:write');

let provider: ProviderSandbox;
let slack: SlackSandbox;
let folder: string;

beforeEach(async () => {
  provider = await startProviderSandbox();
  slack = await startSlackSandbox({ signingSecret: 'a-secret', botToken: 'xoxb-stand-in-token', scopes });
  folder = await mkdtemp(join(tmpdir(), 'teller-start-'));
});

afterEach(async () => {
  await Promise.all([provider.stop(), slack.stop()]);
  await rm(folder, { recursive: true, force: true });
});

describe('at its start', () => {
  it('Teller says which scope its token lacks and what to do, and works all the same', async () => {
    const teller = start(settings());
    await until(async () => (await teller.ask('/readyz')).status === 200);
    await until(() => teller.log().includes('SLACK_BOT_TOKEN lacks the scope im:write. Paste the present'));
  });
});

function settings(): Settings {
  return {
    SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
    SLACK_SIGNING_SECRET: 'a-secret',
    SLACK_API_URL: slack.apiUrl,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: 'https://teller.test',
    PORT: '0',
    STORE_URL: `sqlite:${join(folder, 'teller.sqlite')}`,
  };
}

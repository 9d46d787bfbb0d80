// A town of three for one sandbox: the stand-ins for Slack and for the payment service, and the bot between them,
// over real HTTP on this machine and on one clock that can be moved. The bot comes from outside.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { freePort } from './free-port.ts';
import { manifestScopes } from './manifest-scopes.ts';
import { createMovingClock } from './moving-clock.ts';
import { type ProviderSandbox, startProviderSandbox } from './provider/provider.ts';
import { type SlackSandbox, startSlackSandbox } from './slack/workspace.ts';

/** Starts a bot that listens with these settings, named as in the README's table. */
export type StartBot = (settings: Record<string, string>, clock: Clock) => Promise<RunningBot>;

export type RunningBot = { stop(): Promise<void> };

export type Town = {
  readonly slack: SlackSandbox;
  readonly provider: ProviderSandbox;
  /** Holds the bot's store; removed at the end. */
  readonly folder: string;
  now(): number;
  /** Moves everybody's clock forward. */
  skip(ms: number): void;
  isBotRunning(): boolean;
  stopBot(): Promise<void>;
  /** On the same store and at the same address as before. */
  startBot(): Promise<void>;
  /** Ends all three and removes the folder; a second call waits for the first. */
  stop(): Promise<void>;
};

/** A bot that is in the middle of something is not waited for longer than this when the town ends. */
const LAST_WAIT_MS = 2_000;

export async function startTown({ startBot }: { startBot: StartBot }): Promise<Town> {
  const clock = createMovingClock();
  const signingSecret = 'a-signing-secret-of-the-sandbox';
  const botToken = 'xoxb-sandbox-token';
  const [folder, port, provider, slack] = await Promise.all([
    mkdtemp(join(tmpdir(), 'teller-sandbox-')),
    freePort(),
    startProviderSandbox({ now: clock.now }),
    manifestScopes().then((scopes) => startSlackSandbox({ signingSecret, botToken, scopes, now: clock.now })),
  ]);
  const botUrl = `http://127.0.0.1:${port}`;
  const settings = {
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: slack.apiUrl,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: botUrl,
    PORT: String(port),
    STORE_URL: `sqlite:${join(folder, 'teller.sqlite')}`,
    MERCHANT_NAME: 'Duka la Amina',
  };
  slack.connect(`${botUrl}/slack/events`);

  let bot: RunningBot | undefined;
  let ending: Promise<void> | undefined;

  async function stopBot() {
    const running = bot;
    bot = undefined;
    await running?.stop();
  }

  async function end() {
    // All at once: with the stand-ins gone the bot has nothing left to wait for.
    const stopped = Promise.allSettled([stopBot(), slack.stop(), provider.stop()]);
    const patience = new AbortController();
    const enough = sleep(LAST_WAIT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([stopped, enough]);
    patience.abort();
    await rm(folder, { recursive: true, force: true });
  }

  const town: Town = {
    slack,
    provider,
    folder,
    now: clock.now,
    skip: clock.advance,
    isBotRunning: () => bot !== undefined,
    stopBot,
    async startBot() {
      if (!bot && !ending) bot = await startBot(settings, clock);
    },
    stop() {
      ending ??= end();
      return ending;
    },
  };
  try {
    await town.startBot();
    return town;
  } catch (error) {
    await town.stop();
    throw error;
  }
}

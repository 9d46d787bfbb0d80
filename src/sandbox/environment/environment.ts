// What one sandbox consists of: the stand-ins for Slack and for the provider, and the bot between them, over
// real HTTP on this machine and on one clock that can be moved. The caller says how the bot is started.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandbox, type SlackSandboxOptions, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { freePort } from './free-port.ts';
import { type AppManifest, readManifest } from './manifest.ts';
import { createMovingClock } from './moving-clock.ts';

/** Starts a bot that listens with these settings, named as in docs/operations.md (Settings). */
export type StartBot = (settings: Record<string, string>, clock: Clock) => Promise<RunningBot>;

type RunningBot = { stop(): Promise<void> };

export type Environment = {
  readonly manifest: AppManifest;
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
  /** Ends the bot and both stand-ins and removes the folder; a second call waits for the first. */
  stop(): Promise<void>;
};

/** How long the end waits for a bot that is still at work. */
const MAX_STOP_MS = 2_000;

/** `limits`: as the stand-in for Slack has them. */
export async function startEnvironment({
  startBot,
  ...limits
}: {
  startBot: StartBot;
} & Pick<SlackSandboxOptions, 'triggerMs' | 'ackTimeoutMs' | 'pictureMs'>): Promise<Environment> {
  const clock = createMovingClock();
  const manifest = await readManifest();
  const signingSecret = 'a-signing-secret-of-the-sandbox';
  const botToken = 'xoxb-sandbox-token';
  const [folder, port, provider, slack] = await Promise.all([
    mkdtemp(join(tmpdir(), 'teller-sandbox-')),
    freePort(),
    startProviderSandbox({ now: clock.now }),
    startSlackSandbox({
      signingSecret,
      botToken,
      scopes: manifest.oauth_config.scopes.bot,
      events: manifest.settings.event_subscriptions.bot_events,
      escapesCommands: manifest.features.slash_commands[0].should_escape,
      functions: manifest.functions,
      now: clock.now,
      ...limits,
    }),
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
    // Each approves what the other asks for.
    APPROVER_USERGROUPS: `${slack.users.agent}, ${slack.users.secondAgent}`,
    APPROVAL_ABOVE: 'KES 50000, UGX 1500000, USD 400',
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
    // All at once: with the stand-ins gone, no request of the bot's is left waiting for an answer.
    const stopped = Promise.allSettled([stopBot(), slack.stop(), provider.stop()]);
    const timeout = new AbortController();
    const timedOut = sleep(MAX_STOP_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([stopped, timedOut]);
    timeout.abort();
    await rm(folder, { recursive: true, force: true });
  }

  const environment: Environment = {
    manifest,
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
    await environment.startBot();
    return environment;
  } catch (error) {
    await environment.stop();
    throw error;
  }
}

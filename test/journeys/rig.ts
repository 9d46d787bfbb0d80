// Everything that one journey needs: the provider's and Slack's stand-ins with the real bot between them, over real HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { freePort } from '#sandbox/environment/free-port.ts';
import { createMovingClock, type MovingClock } from '#sandbox/environment/moving-clock.ts';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { type BotThread, startBotThread } from '#test/bot-thread.ts';
import { readManifest } from '#test/manifest.ts';
import { ANSWER_MS, NOTIFICATION_MS, TRIGGER_MS } from '#test/patience.ts';
import { createStoreReader } from '#test/peek.ts';
import type { RedisServer } from '#test/store/redis-server.ts';
import { startBalancer } from './balancer.ts';
import { withMorePressed } from './more-fields.ts';
import { type Reading, readingOf } from './reading.ts';
import { watchRequests } from './under-way.ts';
import { type Running, type Signal, startWholeProcess } from './whole-process.ts';

export type Rig = Reading & {
  readonly clock: MovingClock;
  readonly slack: SlackSandbox;
  readonly provider: ProviderSandbox;
  readonly agent: Person;
  /** Where the bot is reached. */
  readonly botUrl: string;
  readonly ipnUrl: string;
  readonly storeUrl: string;
  /** The bot ends (as on SIGTERM) and later another begins on the same store. */
  stopBot(): Promise<void>;
  startBot(replica?: number): Promise<void>;
  /** Stops the bot and starts it with these settings in place of its own. */
  restartWith(env: Record<string, string>): Promise<void>;
  /** Ends a bot in a thread of its own at once, wherever it is, as `kill -9` does. */
  killBot(replica?: number): Promise<void>;
  /** To a bot in a process of its own: it stands still, or goes on. */
  signal(replica: number, signal: Signal): void;
  /** Of several, what Slack and everybody else send goes to this one while it is there; `undefined`: to each in turn. */
  sendTo(replica: number | undefined): void;
  /** Of several, the one that answered the newest request over HTTP. */
  lastToAnswer(): number;
  /**
   * Resolves when nothing more will happen before time passes or somebody acts: no request is open and no order is due.
   * A test waits for this before it says that something did not happen. Never resolves while a request hangs or the bot
   * is stopped. `pause`: what passes between two looks, of which several in a row must see nothing.
   */
  idle(pause?: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
};

/** So many times in a row nothing is seen to happen; more while an order is claimed, whose work may be between two requests. */
const CALM_TURNS = 8;
const CALM_TURNS_OF_CLAIMED = 40;

/**
 * The app has exactly what manifest.yml asks for. `apart`: the bot runs in a thread of its own, so that it can be killed.
 * `processes`: in a process of its own, by the real clock. `socket`: it works in Socket Mode; all journeys run both ways
 * (vitest.config.ts). `replicas`: several bots behind a load balancer, on the `redis` that they share. `sendsAgain`: Slack sends
 * an event that was not accepted again and again, and not only after a minute. `withoutScope`: the app was installed before it
 * asked for that. `aheadMs`: how far the clock of a bot in this thread is ahead of everybody else's. `ackMs`: how long Slack waits
 * for an answer, where a test is about one that does not come, or comes late.
 */
export async function startRig(
  env: Record<string, string> = {},
  options: {
    apart?: boolean;
    processes?: boolean;
    socket?: boolean;
    replicas?: number;
    redis?: RedisServer | undefined;
    sendsAgain?: boolean;
    withoutScope?: string;
    aheadMs?: () => number;
    ackMs?: number;
  } = {},
): Promise<Rig> {
  const { processes = false, apart = processes, replicas = 1, redis, aheadMs = () => 0 } = options;
  const { socket = process.env.JOURNEYS_OVER === 'socket' } = options;
  const ownClock = createMovingClock();
  const threads = new Set<BotThread>();
  const clock: MovingClock = {
    ...ownClock,
    advance(ms) {
      ownClock.advance(ms);
      for (const bot of threads) bot.advance(ms);
    },
  };
  const botClock = { ...clock, now: () => clock.now() + aheadMs() };
  const folder = await mkdtemp(join(tmpdir(), 'teller-'));
  const sqliteFile = join(folder, 'teller.sqlite');
  const requests = watchRequests();
  const provider = await startProviderSandbox({
    now: clock.now,
    notificationRetries: { timeoutMs: NOTIFICATION_MS },
  });
  const signingSecret = 'a-signing-secret-of-the-stand-in';
  const botToken = 'xoxb-stand-in-token';
  const appToken = 'xapp-stand-in-token';
  const manifest = readManifest();
  const workspace = await startSlackSandbox({
    signingSecret,
    botToken,
    now: clock.now,
    triggerMs: TRIGGER_MS,
    ackTimeoutMs: options.ackMs ?? ANSWER_MS,
    pictureMs: ANSWER_MS,
    scopes: manifest.oauth_config.scopes.bot.filter((scope) => scope !== options.withoutScope),
    events: manifest.settings.event_subscriptions.bot_events,
    escapesCommands: manifest.features.slash_commands[0]?.should_escape ?? false,
    functions: manifest.functions,
    ...(options.sendsAgain && { eventRetryDelaysMs: Array<number>(600).fill(100) }),
    ...(socket && { appToken }),
  });
  const slack = withMorePressed(workspace);
  const port = await freePort();
  const botUrl = `http://127.0.0.1:${port}`;
  const settings = {
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: signingSecret,
    ...(socket && { SLACK_APP_TOKEN: appToken }),
    SLACK_API_URL: slack.apiUrl,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: botUrl,
    PORT: String(port),
    STORE_URL: redis?.url ?? `sqlite:${sqliteFile}`,
    MERCHANT_NAME: 'Duka la Amina',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...env,
  };
  let config = readConfig(settings);
  if (!socket) slack.connect(`${botUrl}/slack/events`);
  const agent = slack.person(slack.users.agent);

  const ports = replicas === 1 ? [port] : await Promise.all(Array.from({ length: replicas }, freePort));
  const balancer = replicas === 1 ? undefined : await startBalancer(port, ports);

  /** By the number of the replica. */
  const running = new Map<number, Running>();
  /** By the replica's number, its first connection. */
  const sockets = new Map<number, number | undefined>();
  async function startOne(replica: number) {
    const own = { ...config, port: ports[replica] ?? port };
    if (processes) {
      running.set(replica, startWholeProcess({ ...settings, PORT: String(own.port) }));
      await until(async () => (await fetch(`http://127.0.0.1:${own.port}/readyz`)).status === 200);
    } else if (apart) {
      const bot = await startBotThread(own, clock.now() - Date.now(), undefined, ANSWER_MS);
      threads.add(bot);
      running.set(replica, { stop: bot.kill, kill: bot.kill });
    } else {
      const bot = await createBot(own, { clock: botClock, answerMs: ANSWER_MS });
      await bot.start();
      running.set(replica, { stop: () => bot.stop(), kill: () => bot.stop() });
    }
    if (!socket) return;
    await until(() => slack.sockets.count() >= running.size);
    sockets.set(replica, slack.sockets.open().at(-1));
  }
  async function startBot(only?: number) {
    for (const replica of only === undefined ? ports.keys() : [only]) await startOne(replica);
  }
  async function stopBot() {
    await Promise.all([...running.values()].map((bot) => bot.stop()));
    running.clear();
    threads.clear();
  }
  async function killBot(replica = 0) {
    await running.get(replica)?.kill();
    running.delete(replica);
  }

  const reader = createStoreReader({ redis, sqliteFile, now: clock.now });
  /** How often nothing may be seen to happen before nothing does; undefined while something certainly does. */
  async function calmTurns(): Promise<number | undefined> {
    if (requests.open() > 0) return undefined;
    const { entries } = await reader.unfinished();
    const now = botClock.now();
    if (entries.some(({ claimed, at }) => (claimed ? apart : at <= now))) return undefined;
    // In this thread the work on a claimed order has an open request, is about to have one, or waits for the clock.
    return entries.some(({ claimed }) => claimed) ? CALM_TURNS_OF_CLAIMED : CALM_TURNS;
  }
  async function idle(pause: () => Promise<unknown> = () => sleep(5)): Promise<void> {
    await until(async () => {
      for (let calm = 0; ; calm += 1) {
        const needed = await calmTurns();
        if (needed === undefined) return false;
        if (calm >= needed) return true;
        await pause();
      }
    });
  }

  await startBot();
  await until(() => provider.registrations().length === 1);

  return {
    clock,
    slack,
    provider,
    agent,
    botUrl,
    get ipnUrl() {
      return `${config.publicUrl}/ipn/${config.ipn.key}`;
    },
    storeUrl: config.storeUrl,
    startBot,
    stopBot,
    async restartWith(changed) {
      await stopBot();
      config = readConfig({ ...settings, ...changed });
      await startBot();
    },
    killBot,
    signal: (replica, signal) => running.get(replica)?.signal?.(signal),
    sendTo(replica) {
      balancer?.prefer(replica);
      slack.sockets.prefer(replica === undefined ? undefined : sockets.get(replica));
    },
    lastToAnswer: () => balancer?.lastToAnswer() ?? 0,
    ...readingOf(slack, agent),
    idle,
    async stop() {
      await stopBot();
      requests.stop();
      await Promise.all([slack.stop(), provider.stop(), balancer?.stop()]);
      reader.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until `check` is true; rejects after `limitMs`, with its last error as the cause. What takes long is asked about less
 * often: on a busy machine the questions of all tests would take the time of what they wait for.
 */
export async function until(check: () => unknown, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (let tries = 0; ; tries += 1) {
    let trouble: unknown = new Error('it never became true');
    try {
      if (await check()) return;
    } catch (error) {
      trouble = error;
    }
    if (Date.now() > deadline)
      throw new Error(`waited ${limitMs} ms in vain for: ${check.toString()}`, { cause: trouble });
    await new Promise((resolve) => setTimeout(resolve, tries < 40 ? 5 : 25));
  }
}

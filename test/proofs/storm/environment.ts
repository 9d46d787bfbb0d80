// Everything that a storm needs: the two stand-ins, the proxies between them and the bot, the store, and a bot that can be killed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#config.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import type { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import type { BotThread, startBotThread } from '#test/bot-thread.ts';
import { readManifest } from '#test/manifest.ts';
import { createStoreReader, type StoreReader } from '#test/peek.ts';
import type { RedisServer } from '#test/store/redis-server.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { APPROVAL_ABOVE } from './plan.ts';

export type Environment = {
  readonly slack: SlackSandbox;
  readonly provider: ProviderSandbox;
  /** What passed between the bot and Slack, the bot and the provider, and the world and the bot. */
  readonly proxies: { readonly slack: FaultyProxy; readonly service: FaultyProxy; readonly bot: FaultyProxy };
  readonly store: Store;
  readonly reader: StoreReader;
  readonly redis: RedisServer | undefined;
  readonly sqliteFile: string;
  now(): number;
  advance(ms: number): void;
  start(): Promise<void>;
  kill(): Promise<void>;
  readonly approvalAbove: Config['approvalAbove'];
  /** Channels that were archived. */
  readonly closed: Set<string>;
  /** When bots were killed. */
  readonly stops: number[];
  /** Bots that ended without being killed, and why. */
  readonly deaths: readonly string[];
  /** Lets what is under way come to its end. False when `limitMs` were not enough. */
  idle(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

export type Surroundings = {
  readonly startBot: typeof startBotThread;
  /** Whether something is under way that the proxies do not see. */
  isBusy(): boolean;
  /** How the storm opens the store itself. */
  readonly openStore: typeof openStore;
  /** In place of SQLite. */
  startRedis?(): Promise<RedisServer>;
  /** A port on which a bot can listen. */
  freePort(): Promise<number>;
  /** Beside those of every storm. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** The user group of those who approve. */
export const APPROVERS = 'S0APPROVERS';

/** How often in a row nothing may be under way until everything counts as settled. */
const CHECK_MS = 15;
const CALM = 3;
const CALM_FOR_THE_DEAD = 25;

export async function startEnvironment(
  dice: Dice,
  faults: Faults,
  { startBot, isBusy, settings = {}, ...open }: Surroundings,
): Promise<Environment> {
  const clock = createMovingClock();
  const { now } = clock;
  const folder = await mkdtemp(join(tmpdir(), 'teller-storm-'));
  const redis = await open.startRedis?.();
  const provider = await startProviderSandbox({
    port: await open.freePort(),
    now,
    random: dice.of('service').random,
    notificationRetries: { tries: 3, delayMs: 200, timeoutMs: 3_000 },
  });
  const manifest = readManifest();
  const secrets = { signingSecret: 'a-signing-secret-of-the-stand-in', botToken: 'xoxb-stand-in-token' };
  const slack = await startSlackSandbox({
    port: await open.freePort(),
    ...secrets,
    now,
    scopes: manifest.oauth_config.scopes.bot,
    functions: manifest.functions,
    // A request that no bot accepted comes again soon, so that a storm need not wait for it.
    eventRetryDelaysMs: [0, 500, 2_000],
  });
  const port = await open.freePort();
  const portOf = (url: string) => Number(new URL(url).port);
  const proxies = {
    slack: await startFaultyProxy({
      now,
      target: portOf(slack.apiUrl),
      faultFor: (what) => faults.faultFor('slack', what),
    }),
    service: await startFaultyProxy({
      now,
      target: portOf(provider.baseUrl),
      faultFor: (what) => faults.faultFor('service', what),
    }),
    bot: await startFaultyProxy({ now, target: port, faultFor: (what) => faults.faultFor('bot', what) }),
  };
  slack.serveFilesAt(`http://127.0.0.1:${proxies.slack.port}`);
  const sqliteFile = join(folder, 'teller.sqlite');
  const config = readConfig({
    SLACK_BOT_TOKEN: secrets.botToken,
    SLACK_SIGNING_SECRET: secrets.signingSecret,
    SLACK_API_URL: through(proxies.slack, slack.apiUrl),
    PROVIDER_BASE_URL: through(proxies.service, provider.baseUrl),
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: `http://127.0.0.1:${proxies.bot.port}`,
    STORE_URL: redis?.url ?? `sqlite:${sqliteFile}`,
    APPROVER_USERGROUPS: APPROVERS,
    APPROVAL_ABOVE: ['KES', 'UGX', 'USD'].map((currency) => `${currency} ${APPROVAL_ABOVE}`).join(', '),
    ...settings,
    IPN_METHOD: dice.of('ipn').pick(['GET', 'POST']),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  });
  slack.connect(`http://127.0.0.1:${proxies.bot.port}/slack/events`);
  const store = await open.openStore(config.storeUrl, { clock });
  const reader = createStoreReader({ redis, sqliteFile, now });
  let bot: BotThread | undefined;
  const deaths: string[] = [];
  const stops: number[] = [];

  async function start(): Promise<void> {
    bot = await startBot({ ...config, port }, now() - Date.now(), (why) => deaths.push(why));
  }

  async function kill(): Promise<void> {
    const victim = bot;
    bot = undefined;
    stops.push(now());
    await victim?.kill();
  }

  /** Nothing on the proxies, and nothing due that somebody could be working on. */
  async function isIdle(): Promise<boolean> {
    if (isBusy() || Object.values(proxies).some((proxy) => proxy.underWay() > 0)) return false;
    try {
      const due = await Promise.all([store.orders.nextDue('check'), store.orders.nextDue('deliver')]);
      return due.every((at) => at === undefined || at > now());
    } catch {
      return false;
    }
  }

  /** Whoever has claimed an order may be between two requests, or may have been killed: so it is waited for. */
  async function isClaimed(): Promise<boolean> {
    const { entries } = await reader.unfinished();
    return entries.some(({ claimed }) => claimed);
  }

  return {
    slack,
    provider,
    proxies,
    store,
    reader,
    redis,
    sqliteFile,
    approvalAbove: config.approvalAbove,
    now,
    advance(ms) {
      clock.advance(ms);
      bot?.advance(ms);
    },
    start,
    kill,
    closed: new Set(),
    stops,
    deaths,
    async idle(limitMs) {
      const deadline = Date.now() + limitMs;
      for (let calm = 0; ; ) {
        calm = (await isIdle()) ? calm + 1 : 0;
        if (calm === CALM || calm === CALM_FOR_THE_DEAD) {
          const claimed = await isClaimed().catch(() => undefined);
          // A store that did not answer is asked again after as long.
          if (claimed === undefined) calm = 0;
          else if (!claimed || calm > CALM) return true;
        }
        if (Date.now() > deadline) return false;
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      }
    },
    async stop() {
      await bot?.kill();
      await store.close();
      reader.close();
      await Promise.all([
        slack.stop(),
        provider.stop(),
        ...Object.values(proxies).map((proxy) => proxy.stop()),
      ]);
      await redis?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same address with the line in between. */
function through({ port }: FaultyProxy, url: string): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}

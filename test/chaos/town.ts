// Everything that a storm needs: the two stand-ins, the lines to and from them, the store, and bots that can be killed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#config.ts';
import { freePort } from '#sandbox/environment/environment.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { readManifest } from '#test/manifest.ts';
import { type RedisServer, startRedis } from '#test/store/redis-server.ts';
import type { Dice } from './dice.ts';
import type { Weather } from './faults.ts';
import { createLedgerReader } from './ledger-reader.ts';
import { type Line, startLine } from './line.ts';
import type { ChaosOptions } from './options.ts';
import { type Replica, startReplica } from './replica.ts';

export type Town = {
  readonly slack: SlackSandbox;
  readonly provider: ProviderSandbox;
  /** What passed between the bots and Slack, the bots and the service, and the world and the bots. */
  readonly lines: { readonly slack: Line; readonly service: Line; readonly bot: Line };
  readonly store: Store;
  readonly redis: RedisServer | undefined;
  readonly sqliteFile: string;
  readonly replicas: number;
  now(): number;
  advance(ms: number): void;
  start(replica: number): Promise<void>;
  kill(replica: number): Promise<void>;
  isUp(replica: number): boolean;
  /** Channels that were archived. */
  readonly closed: Set<string>;
  /** Bots that ended without being killed, and why. */
  readonly deaths: readonly string[];
  /** Lets what is under way come to its end. False when `limitMs` (real time) were not enough. */
  settle(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

/** How often in a row nothing may be under way until everything counts as settled. */
const CHECK_MS = 15;
const CALM = 3;
const CALM_FOR_THE_DEAD = 25;

export async function startTown(options: ChaosOptions, dice: Dice, weather: Weather): Promise<Town> {
  const clock = createMovingClock();
  const { now } = clock;
  const folder = await mkdtemp(join(tmpdir(), 'teller-chaos-'));
  const redis = options.store === 'redis' ? await startRedis(['--appendfsync', 'always']) : undefined;
  const provider = await startProviderSandbox({
    now,
    random: dice.of('service').random,
    notificationRetries: { tries: 3, delayMs: 200, timeoutMs: 3_000 },
  });
  const manifest = readManifest();
  const secrets = { signingSecret: 'a-signing-secret-of-the-stand-in', botToken: 'xoxb-stand-in-token' };
  const slack = await startSlackSandbox({
    ...secrets,
    now,
    scopes: manifest.oauth_config.scopes.bot,
    functions: manifest.functions,
    // A request that no bot accepted comes again soon, so that a storm need not wait for it.
    eventRetryDelaysMs: [0, 500],
  });
  const ports = await Promise.all(Array.from({ length: options.replicas }, freePort));
  const portOf = (url: string) => [Number(new URL(url).port)];
  const lines = {
    slack: await startLine({
      now,
      targets: portOf(slack.apiUrl),
      strike: (what) => weather.strike('slack', what),
    }),
    service: await startLine({
      now,
      targets: portOf(provider.baseUrl),
      strike: (what) => weather.strike('service', what),
    }),
    bot: await startLine({ now, targets: ports, strike: (what) => weather.strike('bot', what) }),
  };
  const sqliteFile = join(folder, 'teller.sqlite');
  const config = readConfig({
    SLACK_BOT_TOKEN: secrets.botToken,
    SLACK_SIGNING_SECRET: secrets.signingSecret,
    SLACK_API_URL: through(lines.slack, slack.apiUrl),
    PROVIDER_BASE_URL: through(lines.service, provider.baseUrl),
    PROVIDER_CONSUMER_KEY: provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: provider.consumerSecret,
    PUBLIC_URL: `http://127.0.0.1:${lines.bot.port}`,
    STORE_URL: redis?.url ?? `sqlite:${sqliteFile}`,
    IPN_METHOD: dice.of('ipn').pick(['GET', 'POST']),
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  });
  slack.connect(`http://127.0.0.1:${lines.bot.port}/slack/events`);
  const store = await openStore(config.storeUrl, { clock });
  const reader = createLedgerReader({ redis, sqliteFile, now });
  const up = new Map<number, Replica>();
  const deaths: string[] = [];

  async function start(replica: number): Promise<void> {
    const own: Config = { ...config, port: ports[replica] ?? 0 };
    up.set(replica, await startReplica(own, now() - Date.now(), (why) => deaths.push(why)));
  }

  async function kill(replica: number): Promise<void> {
    const bot = up.get(replica);
    up.delete(replica);
    await bot?.kill();
  }

  /** Nothing on the lines, and nothing due that somebody could be working on. */
  async function isSettled(): Promise<boolean> {
    if (Object.values(lines).some((line) => line.underWay() > 0)) return false;
    try {
      const due = await Promise.all([store.ledger.nextDue('look'), store.ledger.nextDue('announce')]);
      return due.every((at) => at === undefined || at > now());
    } catch {
      return false;
    }
  }

  /** Whoever has claimed an order may be between two requests, or may have been killed: only waiting tells. */
  async function isClaimed(): Promise<boolean> {
    const { turns } = await reader.unfinished();
    return turns.some(({ claimed }) => claimed);
  }

  return {
    slack,
    provider,
    lines,
    store,
    redis,
    sqliteFile,
    replicas: options.replicas,
    now,
    advance(ms) {
      clock.advance(ms);
      for (const bot of up.values()) bot.advance(ms);
    },
    start,
    kill,
    isUp: (replica) => up.has(replica),
    closed: new Set(),
    deaths,
    async settle(limitMs) {
      const deadline = Date.now() + limitMs;
      for (let calm = 0; ; ) {
        calm = (await isSettled()) ? calm + 1 : 0;
        if (calm === CALM || calm === CALM_FOR_THE_DEAD) {
          const isSure = await isClaimed().then((claimed) => !claimed || calm > CALM);
          if (isSure) return true;
        }
        if (Date.now() > deadline) return false;
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      }
    },
    async stop() {
      await Promise.all([...up.keys()].map(kill));
      await store.close();
      await Promise.all([slack.stop(), provider.stop(), ...Object.values(lines).map((line) => line.stop())]);
      await redis?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same address with the line in between. */
function through({ port }: Line, url: string): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}

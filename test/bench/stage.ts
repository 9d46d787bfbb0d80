// Where the bench takes place: the world outside, a store for Teller, and Teller itself, all on 127.0.0.1.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { type Filling, fillStore, makeDueLater } from './fill.ts';
import { type Process, startProcess } from './processes.ts';
import { IPN_KEY, type TellerOrder } from './teller.ts';

export type StoreName = 'SQLite' | 'Redis';

export type Stage = {
  readonly url: string;
  fill(filling: Filling): Promise<void>;
  /** Makes the check of each of the first `open` orders due in an hour again, so that the next notification has work to do. */
  resetDueTimes(open: number): Promise<void>;
  /** How much the store holds, on its disk or in its memory. */
  bytes(): Promise<number>;
  remove(): Promise<void>;
};

/** Redis as docs/operations.md tells people to run it: it answers when what was written is on the disk. */
const REDIS_SETTINGS = ['--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];

/** After a fill Redis tidies its file up, which keeps a processor busy. In life orders come slower. */
async function writtenAnew(redis: RedisServer): Promise<void> {
  for (;;) {
    const info = String(await redis.ask('INFO', 'persistence'));
    if (!/aof_rewrite_(in_progress|scheduled):1/.test(info)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function openStage(name: StoreName): Promise<Stage> {
  if (name === 'Redis') {
    const redis = await startRedis(REDIS_SETTINGS);
    return {
      url: redis.url,
      async fill(filling) {
        await fillStore(redis.url, filling);
        await writtenAnew(redis);
      },
      resetDueTimes: (open) => makeDueLater(redis.url, open),
      async bytes() {
        return Number(/used_memory:(\d+)/.exec(String(await redis.ask('INFO', 'memory')))?.[1]);
      },
      remove: redis.remove,
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'teller-bench-'));
  const file = join(folder, 'teller.sqlite');
  const url = `sqlite:${file}`;
  return {
    url,
    fill: (filling) => fillStore(url, filling),
    resetDueTimes: (open) => makeDueLater(url, open),
    async bytes() {
      const raw = new DatabaseSync(file, { timeout: 5_000 });
      const row = raw
        .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
        .get();
      raw.close();
      return Number(row?.['bytes']);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export type Services = Process & { readonly port: number };

export async function startServices(): Promise<Services> {
  const services = startProcess('services.ts');
  const { port } = await services.ask<{ port: number }>({ do: 'listen' });
  return { ...services, port };
}

export const SECRET = 'a-signing-secret-of-the-bench';

export function settings(servicesPort: number, storeUrl: string): Record<string, string> {
  const services = `http://127.0.0.1:${servicesPort}`;
  return {
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_SIGNING_SECRET: SECRET,
    SLACK_API_URL: `${services}/api/`,
    PROVIDER_BASE_URL: services,
    PROVIDER_CONSUMER_KEY: 'key',
    PROVIDER_CONSUMER_SECRET: 'secret',
    PUBLIC_URL: 'http://127.0.0.1:1',
    PORT: '0',
    STORE_URL: storeUrl,
    IPN_KEY,
    LOG_LEVEL: 'warn',
  };
}

export type Server = Process & { readonly port: number };

/** The whole of it, or only its notification endpoint. */
export async function startTeller(
  what: TellerOrder['do'] & ('start' | 'start_endpoint'),
  env: Record<string, string>,
): Promise<Server> {
  const teller = startProcess('teller.ts', [], { flags: ['--expose-gc'] });
  const { port } = await teller.ask<{ port: number }>({ do: what, env } satisfies TellerOrder);
  return { ...teller, port };
}

export async function startYardstick(which: string, servicesPort = 0): Promise<Server> {
  const yardstick = startProcess('yardsticks.ts', [which]);
  const { port } = await yardstick.ask<{ port: number }>({ secret: SECRET, servicesPort });
  return { ...yardstick, port };
}

// `npm run store -- copy` from and to Redis.
import { afterAll, describe } from 'vitest';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { copyContract } from './copy-contract.ts';
import { redisPlace, sqlitePlace } from './place.ts';

let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

async function fresh(): Promise<RedisServer> {
  shared ??= await startRedis();
  await shared.ask('FLUSHALL');
  return shared;
}

describe.skipIf(NO_REDIS)(`moving house${LEFT_OUT}`, () => {
  copyContract('from SQLite to Redis', async () => ({
    from: sqlitePlace(),
    to: redisPlace(await fresh(), 'north'),
  }));
  copyContract('from Redis to SQLite', async () => ({ from: redisPlace(await fresh()), to: sqlitePlace() }));
  copyContract('from one namespace of a Redis to another', async () => {
    const server = await fresh();
    return { from: redisPlace(server, 'north'), to: redisPlace(server) };
  });
});

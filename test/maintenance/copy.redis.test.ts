// `npm run store -- copy` from and to Redis.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
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
  test('a Teller that did not hear of a move at its start stops working on the orders', async () => {
    const server = await fresh();
    const store = await openStore(server.url, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.serve();
    expect(await store.orders.nextDue('check')).toBeUndefined();
    await server.ask('SET', '{teller}:layout', 'moved to sqlite:/new.sqlite');
    const seen = () => store.orders.nextDue('check').then(() => 'works', String);
    await expect.poll(seen, { timeout: 30_000 }).toContain('moved to sqlite:/new.sqlite');
  });

  copyContract('from one namespace of a Redis to another', async () => {
    const server = await fresh();
    return { from: redisPlace(server, 'north'), to: redisPlace(server) };
  });
});

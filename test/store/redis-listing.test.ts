// What Redis holds is listed as a whole, or not at all: a server that is started anew lists its keys in another order, and what
// had its place behind would be left out of a copy or a check without a word.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { ORDERS, VALUES } from '#store/documents.ts';
import { openStore, withReader } from '#store/open.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { sampleOrder } from './sample-order.ts';

const HOW_MANY = 3_000;

const PLACES: readonly (readonly [string, () => Promise<RedisServer>])[] = [
  ['one server', startRedis],
  ['a node of a cluster', startRedisCluster],
];

async function filled(start: () => Promise<RedisServer>): Promise<RedisServer> {
  const server = await start();
  onTestFinished(() => server.remove());
  const store = await openStore(server.url, { clock: systemClock });
  onTestFinished(() => store.close());
  const values = store.keyValues('threads');
  for (let number = 0; number < HOW_MANY; number += 1) {
    const name = `A-${number}`;
    await Promise.all([store.orders.insert(sampleOrder(name)), values.set(name, name)]);
  }
  return server;
}

describe.skipIf(NO_REDIS)(`listing everything in Redis${LEFT_OUT}`, () => {
  test.each(PLACES)('is refused when %s was started again meanwhile', async (_, start) => {
    const server = await filled(start);
    for (const prefix of [ORDERS, VALUES]) {
      const readOverRestart = () =>
        withReader(server.url, async ({ scan }) => {
          let isFirst = true;
          for await (const page of scan(prefix)) {
            if (!isFirst || page.length === 0) continue;
            isFirst = false;
            await server.kill();
            await server.start();
          }
        });
      // The client of a cluster may be too slow to hear that its node is back.
      await expect(readOverRestart()).rejects.toThrow(
        /^Redis (was started again while its keys were being listed|at \S+ refused|can’t be reached at)/,
      );
    }
  });
});

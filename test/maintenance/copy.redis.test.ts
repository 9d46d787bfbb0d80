// `npm run store -- copy` from and to Redis.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { move } from '#maintenance/copy.ts';
import { runCommand } from '#maintenance/main.ts';
import { markerDoc } from '#store/marker.ts';
import { openStore, withPair, withReader } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { copyContract, makeStore, moveAll } from './copy-contract.ts';
import { fill } from './full-store.ts';
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
  test('a Teller that did not hear of a move at its start changes no order any more', async () => {
    const server = await fresh();
    const store = await openStore(server.url, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.ping();
    await store.serve();
    const key = await withReader(server.url, async ({ marker }) => marker.key);
    const { rev, text } = markerDoc({ status: 'moved', to: 'sqlite:/new.sqlite' }, key);
    await server.ask('HSET', '{teller}:store', 'rev', rev, 'text', text);
    for (const ending of [store.orders.insert(sampleOrder('LATE-1')), store.ping()])
      await expect(ending).rejects.toThrow('moved to sqlite:/new.sqlite');
  });

  test('a copy that stood still until a Teller could begin does not mark the source as moved, and has all when it is run again', async () => {
    const server = await fresh();
    const pair = { from: server.url, to: sqlitePlace().url };
    await makeStore(pair.from);
    const copying = withPair(pair.from, pair.to, ({ source, target }) => {
      const stalled = {
        ...source,
        async *scan(prefix: string) {
          yield* source.scan(prefix);
          // As ten seconds after it was renewed for the last time.
          await server.ask('DEL', '{teller}:lease:copying');
          const store = await openStore(pair.from, { clock: systemClock });
          await store.serve();
          await store.orders.insert(sampleOrder('LATE-1'));
          await store.close();
        },
      };
      return move({ source: stalled, target }, { say: () => {}, progress: () => {} });
    });
    await expect(copying).rejects.toThrow(
      /^The copy stalled, and Teller may have used redis:\S+ in the meantime\. Run it again\.$/,
    );
    expect(await moveAll(pair)).toMatchObject({ orders: 1 });
  });

  test('a copy that ends does not end what another one holds by then', async () => {
    const server = await fresh();
    await makeStore(server.url);
    await withPair(server.url, sqlitePlace().url, () =>
      server.ask('HSET', '{teller}:lease:copying', 'rev', 'another'),
    );
    expect(await server.ask('HGET', '{teller}:lease:copying', 'rev')).toBe('another');
  });

  test.each([
    {
      refusal: 'has no memory left',
      make: ['CONFIG', 'SET', 'maxmemory', '1'],
      said: /: its memory is full \(OOM .+\)\. Give it more memory, then try again\.$/,
    },
    {
      refusal: 'is a replica',
      make: ['REPLICAOF', '127.0.0.1', '1'],
      said: /: it’s a read-only replica \(READONLY .+\)\. Point the address to its primary\.$/,
    },
    {
      refusal: 'does not let its user write',
      make: ['ACL', 'SETUSER', 'default', '-@write', '+set', '+mset', '+del'],
      said: /: its user isn’t allowed to \(.*user executing the script.*\)\. Give that user all rights to Teller’s keys\.$/,
    },
    {
      refusal: 'does not take the key of the store',
      make: ['ACL', 'SETUSER', 'default', 'resetkeys', '%R~*', '~{teller}:[^s]*'],
      said: /: its user isn’t allowed to \(NOPERM .+\)\. Give that user all rights to Teller’s keys\.$/,
    },
  ])(
    'a copy into a Redis that $refusal says so with what to do, and can be run again',
    async ({ make, said }) => {
      const server = await startRedis();
      onTestFinished(() => server.remove());
      const from = sqlitePlace().url;
      const store = await openStore(from, { clock: systemClock });
      await fill(store);
      await store.close();
      async function copy() {
        const lines: string[] = [];
        const add = (line: string) => void lines.push(line);
        const code = await runCommand(['copy', from, server.url], {
          storeUrl: 'sqlite:none',
          out: add,
          error: add,
        });
        return { code, said: lines.join('\n') };
      }
      await server.ask(...make);
      expect(await copy()).toEqual({ code: 1, said: expect.stringMatching(said) });
      for (const command of [
        ['CONFIG', 'SET', 'maxmemory', '0'],
        ['REPLICAOF', 'NO', 'ONE'],
        ['ACL', 'SETUSER', 'default', '+@all', 'allkeys'],
      ])
        await server.ask(...command);
      expect(await copy()).toMatchObject({ code: 0 });
    },
  );

  copyContract('from one namespace of a Redis to another', async () => {
    const server = await fresh();
    return { from: redisPlace(server, 'north'), to: redisPlace(server) };
  });
});

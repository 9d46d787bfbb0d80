// `npm run store -- copy` from and to Redis.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { copyCommand, copyInto } from '#maintenance/copy.ts';
import { runCommand } from '#maintenance/run-command.ts';
import { openForCopy, openPair, openStore } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { copyContract, moveAll } from './copy-contract.ts';
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
  test('a Teller that did not hear of a move at its start stops working on the orders', async () => {
    const server = await fresh();
    const store = await openStore(server.url, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.serve();
    expect(await store.orders.nextDue('check')).toBeUndefined();
    await server.ask('SET', '{teller}:layout', '1 moved to sqlite:/new.sqlite');
    const seen = () => store.orders.nextDue('check').then(() => 'works', String);
    await expect.poll(seen, { timeout: 30_000 }).toContain('moved to sqlite:/new.sqlite');
  });

  test('a copy that stood still until a Teller could begin does not mark the source as moved, and has all when it is run again', async () => {
    const server = await fresh();
    const pair = { from: server.url, to: sqlitePlace().url };
    await (await openStore(pair.from, { clock: systemClock })).close();
    const { source, target } = await openPair(pair.from, pair.to);
    await copyInto(source, target, () => {});
    // As ten seconds after it was renewed for the last time.
    await server.ask('DEL', '{teller}:copying');
    const store = await openStore(pair.from, { clock: systemClock });
    await store.serve();
    await store.orders.insert(sampleOrder('LATE-1'));
    await store.close();
    await expect(source.markMoved(target.address)).rejects.toThrow(
      /^The copy stalled, and Teller may have used redis:\S+ in the meantime, so .+ Run it again\.$/,
    );
    await target.close();
    await source.close();
    expect(await moveAll(pair)).toMatchObject({ orders: 1 });
  });

  test('a copy that ends does not end what another one holds by then', async () => {
    const server = await fresh();
    await (await openStore(server.url, { clock: systemClock })).close();
    const source = await openForCopy(server.url, { isTarget: false });
    await server.ask('SET', '{teller}:copying', 'another');
    await source.close();
    expect(await server.ask('GET', '{teller}:copying')).toBe('another');
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
      make: ['ACL', 'SETUSER', 'default', 'resetkeys', '%R~*', '~{teller}:[^k]*'],
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
        const code = await runCommand({ copy: copyCommand }, ['copy', from, server.url], {
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

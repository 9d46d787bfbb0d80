// `npm run store -- copy` from and to Redis.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { copyCommand } from '#maintenance/copy.ts';
import { runCommand } from '#maintenance/run-command.ts';
import { openStore } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { copyContract } from './copy-contract.ts';
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
    await server.ask('SET', '{teller}:layout', 'moved to sqlite:/new.sqlite');
    const seen = () => store.orders.nextDue('check').then(() => 'works', String);
    await expect.poll(seen, { timeout: 30_000 }).toContain('moved to sqlite:/new.sqlite');
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
      said: /: it is a replica and takes no writes \(READONLY .+\)\. Let the address lead to its primary\.$/,
    },
    {
      refusal: 'does not let its user write',
      make: ['ACL', 'SETUSER', 'default', '-set', '-@write'],
      said: /: its user may not do that \(.*user executing the script.*\)\. Give the user of the address all rights to Teller’s keys\.$/,
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
        ['ACL', 'SETUSER', 'default', '+@all'],
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

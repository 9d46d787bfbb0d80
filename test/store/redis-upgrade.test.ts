// A Redis that version 0.1 has written: everything is moved to where it is kept today, once, also when the move is cut off.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import { successorFrom } from '#orders/successor.ts';
import { openStore } from '#store/open.ts';
import { createLeases } from '#store/redis/leases.ts';
import { moveAll } from '#test/maintenance/copy-contract.ts';
import { verified } from '#test/maintenance/verify-contract.ts';
import { expectRejections } from './contract-outage.ts';
import { expectIndexed, expectOldOrders, expectSavedAsToday } from './old-orders.ts';
import { INTENDED, writeOldLayout } from './redis-layout-1.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { expectMoved, fillAsOld, KEYS, keysOf, LATER, openNew, upgradeOver } from './redis-upgrade-rig.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

async function fresh() {
  shared ??= await startRedis();
  return fillAsOld(shared);
}

describe.skipIf(NO_REDIS)(`a Redis of version 0.1${LEFT_OUT}`, () => {
  test('has everything at the first start: orders, indexes, turns, attempts and key values', async () => {
    const { server, layout } = await fresh();
    const warnings: string[] = [];
    const store = await openNew(server, (message) => warnings.push(message));
    await expectMoved(server, store, layout);
    expect(warnings).toContainEqual(expect.stringContaining('version 0.1 are moved'));
  });

  test('has its orders searched by all of their terms once they have been indexed', async () => {
    const { server } = await fresh();
    await expectIndexed(await openNew(server));
  });

  test('has its orders written as they are today with their next save, and not before', async () => {
    const { server } = await fresh();
    const { orders } = await openNew(server);
    const documentOf = async (reference: string) =>
      String(await server.ask('HGET', KEYS.order(reference), 'doc'));
    await expectSavedAsToday(orders, documentOf);
  });

  test('is moved once: a later start moves nothing and says nothing', async () => {
    const { server, layout } = await fresh();
    await openNew(server);
    const before = await keysOf(server);
    const warnings: string[] = [];
    const store = await openNew(server, (message) => warnings.push(message));
    expect((await keysOf(server)).sort()).toEqual(before.sort());
    expect(warnings.filter((message) => message.includes('0.1'))).toEqual([]);
    await expectMoved(server, store, layout);
  });

  test('is moved once by replicas that start together, and whole also if both move at the same time', async () => {
    const { server, layout } = await fresh();
    const [store, other] = await Promise.all([openNew(server), openNew(server)]);
    await Promise.all([store.ping(), other.ping()]);
    await expectMoved(server, store, layout);

    const second = await fresh();
    const always: Leases = {
      acquire: async () => 'token',
      renew: async () => true,
      release: async () => {},
    };
    await Promise.all([1, 2, 3].map(() => upgradeOver(second.connection, always)()));
    await expectMoved(server, await openNew(server), second.layout);
  });

  test('is no store before it has been moved: every use of the orders rejects, and works afterwards', async () => {
    const { server, connection, layout } = await fresh();
    const leases = createLeases(connection, KEYS);
    const elsewhere = (await leases.acquire('upgrade', 600_000)) ?? '';
    const store = await openNew(server);
    await expectRejections({
      ping: () => store.ping(),
      get: () => store.orders.get(referenceOf('INV-9.a_b:c')),
      insert: () => store.orders.insert(sampleOrder('INV-9.a_b:c')),
      claim: () => store.orders.claim('check', { now: 1, leaseMs: 1, limit: 1 }),
    });
    expect(await store.keyValues('threads').get('C1:1.2')).toBe('INV-3');
    await leases.release('upgrade', elsewhere);
    await expect.poll(() => store.ping().then(() => 'up', String), { timeout: 30_000 }).toBe('up');
    await expectMoved(server, store, layout);
  });

  test('that an old process wrote to once more, after it had been moved, has that moved by the next start', async () => {
    const { server, connection } = await fresh();
    const first = await openNew(server);
    const [claim] = await first.orders.claim('check', { now: Date.now(), leaseMs: 60_000, limit: 1 });
    if (!claim) throw new Error('nothing is due');
    await first.orders.complete(claim, { at: undefined, atIfTriggered: undefined });
    const { check } = await writeOldLayout(connection);
    await server.ask(
      'HSET',
      'teller:{order:LATE-1}',
      'version',
      '0',
      'stamp',
      's',
      'found',
      '{"open":true}',
      'doc',
      '{}',
    );
    await server.ask('ZADD', 'teller:{work}:due:look', '7', 'LATE-1');
    const { orders } = await openNew(server);
    await expectOldOrders(orders);
    expect(await orders.nextDue('check')).toBe(7);
    expect(await orders.claim('check', { now: 7, leaseMs: LATER, limit: 9 })).toMatchObject([
      { reference: 'LATE-1' },
    ]);
    const waiting = await orders.claim('check', { now: LATER - 1, leaseMs: LATER, limit: 999 });
    expect(new Set(waiting.map(({ reference }) => reference))).toEqual(new Set([...check.keys(), INTENDED]));
  });

  test('is neither read nor copied as a whole before it has been moved, and is whole afterwards', async () => {
    const { server } = await fresh();
    const to = `${server.url}?namespace=north`;
    await expect(verified(server.url)).rejects.toThrow(
      'earlier version of Teller. Start this version on it once',
    );
    await expect(moveAll({ from: server.url, to })).rejects.toThrow('earlier version of Teller');
    await (await openNew(server)).close();
    expect((await verified(server.url)).said[1]).toBe('Indexes and queues: as the orders want them.');
    await moveAll({ from: server.url, to });
    expect((await verified(to)).said[1]).toBe('Indexes and queues: as the orders want them.');
    const moved = await openStore(to, { clock: systemClock });
    onTestFinished(() => moved.close());
    await expectOldOrders(moved.orders);
    expect(await moved.keyValues('provider').get('token')).toEqual({ token: 'x' });
  });

  test('that lists an order as open from which another one was made lists it with the ended ones', async () => {
    const { server } = await fresh();
    const { orders } = await openNew(server);
    const failed = sampleOrder('FAILED-1', { agent: 'U7', state: 'failed' });
    await orders.insert(failed);
    const followed = { ...failed, successor: successorFrom(sampleOrder('AGAIN-1')) };
    await server.ask('HSET', KEYS.order('FAILED-1'), 'doc', JSON.stringify(followed));
    expect(await orders.openOf('U7', 9)).toEqual([]);
    expect(await orders.closedOf('U7', 9)).toEqual([followed]);
  });

  test('is left alone by a namespace', async () => {
    const { server } = await fresh();
    const before = await keysOf(server);
    const store = await openStore(`${server.url}?namespace=shop`, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.ping();
    expect((await keysOf(server)).sort()).toEqual(
      [...before, '{teller:shop}:key', '{teller:shop}:pulse'].sort(),
    );
  });

  test('of a newer version is not touched', async () => {
    const { server } = await fresh();
    await server.ask('SET', KEYS.layout, '3');
    const before = await keysOf(server);
    const store = await openNew(server);
    await expect(store.orders.get(referenceOf('INV-9.a_b:c'))).rejects.toThrow('newer version of Teller');
    expect((await keysOf(server)).sort()).toEqual(before.sort());
  });
});

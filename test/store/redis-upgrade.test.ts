// A Redis that version 0.1 has written: everything is moved to where it is kept today, once, also when the move is cut off.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { type Connection, connect } from '#store/redis/connection.ts';
import { createKeys } from '#store/redis/keys.ts';
import { createLeases } from '#store/redis/leases.ts';
import { createUpgrade } from '#store/redis/upgrade.ts';
import type { Leases, Store } from '#store/store.ts';
import { expectRejections } from './contract-outage.ts';
import { expectOldOrders, expectSavedAsToday } from './old-orders.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { INTENDED, type OldLayout, writeOldLayout } from './redis-layout-1.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { sampleOrder } from './sample-order.ts';

const KEYS = createKeys(undefined);
/** When every turn is due. */
const LATER = 3e12;
let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

/** A server with what version 0.1 left in it. */
async function fresh(given?: RedisServer) {
  shared ??= given ?? (await startRedis());
  const server = given ?? shared;
  await server.ask('FLUSHALL');
  const connection = connect(readRedisAddress(server.url));
  onTestFinished(() => connection.close());
  await connection.established;
  return { server, connection, layout: await writeOldLayout(connection) };
}

async function open(server: RedisServer, warn?: (message: string) => void): Promise<Store> {
  const store = await openStore(server.url, { clock: systemClock, ...(warn ? { warn } : {}) });
  onTestFinished(() => store.close());
  return store;
}

/** The move as one process does it. */
function upgradeOver(connection: Connection, leases: Leases = createLeases(connection, KEYS)) {
  return createUpgrade({ connection, keys: KEYS, leases, clock: systemClock, warn: () => {} });
}

async function expectMoved(server: RedisServer, store: Store, layout: OldLayout): Promise<void> {
  const { orders } = store;
  await expectOldOrders(orders);
  await expect(orders.get('BAD-1')).rejects.toThrow('BAD-1');
  await expect(orders.get('BAD-2')).rejects.toThrow('BAD-2');
  expect(await orders.get('NEVER-1')).toBeUndefined();
  for (const queue of ['check', 'deliver'] as const) {
    const turns = layout[queue];
    expect(await orders.nextDue(queue)).toBeLessThanOrEqual(Date.now());
    const [intended] = await orders.claim(queue, { now: Date.now(), leaseMs: LATER, limit: 999 });
    expect(intended).toMatchObject({ reference: INTENDED, attempt: 1 });
    expect(await orders.nextDue(queue)).toBe(Math.min(...[...turns.values()].map(({ at }) => at)));
    for (const at of new Set([...turns.values()].map((turn) => turn.at).sort())) {
      const claims = await orders.claim(queue, { now: at, leaseMs: LATER, limit: 999 });
      const due = [...turns].filter(([, turn]) => turn.at === at);
      expect(new Map(claims.map(({ reference, attempt }) => [reference, { at, attempt }]))).toEqual(
        new Map(due),
      );
    }
  }
  expect(await store.keyValues('provider').get('token')).toEqual({ token: 'x' });
  expect(await store.keyValues('alerts').get('channels')).toEqual({ C1: { mode: 'on', by: 'U1' } });
  expect(await store.keyValues('threads').get('C1:1.2')).toBe('INV-3');
  const keys = await keysOf(server);
  expect(keys.filter((key) => !/^(\{teller\}|teller:note):/.test(key))).toEqual([]);
}

async function keysOf(server: RedisServer): Promise<string[]> {
  const keys = await server.ask('KEYS', '*');
  return Array.isArray(keys) ? keys.map(String) : [];
}

describe.skipIf(NO_REDIS)(`a Redis of version 0.1${LEFT_OUT}`, () => {
  test('has everything at the first start: orders, indexes, turns, attempts and key values', async () => {
    const { server, layout } = await fresh();
    const warnings: string[] = [];
    const store = await open(server, (message) => warnings.push(message));
    await expectMoved(server, store, layout);
    expect(warnings).toContainEqual(expect.stringContaining('version 0.1 are moved'));
  });

  test('has its orders written as they are today with their next save, and not before', async () => {
    const { server } = await fresh();
    const { orders } = await open(server);
    const documentOf = async (reference: string) =>
      String(await server.ask('HGET', KEYS.order(reference), 'doc'));
    await expectSavedAsToday(orders, documentOf);
  });

  test('is moved once: a later start moves nothing and says nothing', async () => {
    const { server, layout } = await fresh();
    await open(server);
    const before = await keysOf(server);
    const warnings: string[] = [];
    const store = await open(server, (message) => warnings.push(message));
    expect((await keysOf(server)).sort()).toEqual(before.sort());
    expect(warnings.filter((message) => message.includes('0.1'))).toEqual([]);
    await expectMoved(server, store, layout);
  });

  test('is moved whole after a move that was cut off, wherever that was', async () => {
    let total = 0;
    const { connection: counted } = await fresh();
    await upgradeOver(
      diesAfter(counted, Number.POSITIVE_INFINITY, () => {
        total += 1;
      }),
    )();
    // Every step at both ends, where one kind of step follows another, and every eleventh of the many alike in between.
    const cuts = Array.from({ length: total }, (_, cut) => cut).filter(
      (cut) => cut < 10 || cut >= total - 8 || cut % 11 === 0,
    );
    for (const steps of cuts) {
      const { server, connection, layout } = await fresh();
      // Giving the lease back is the last step, and nobody minds when that fails.
      const ending = upgradeOver(diesAfter(connection, steps))();
      if (steps < total - 1) await expect(ending).rejects.toThrow('dead');
      else await ending;
      // The lease of the dead one runs out.
      await server.ask('DEL', KEYS.lease('upgrade'));
      const store = await open(server);
      await expectMoved(server, store, layout);
      await store.close();
      await connection.close();
    }
  }, 60_000);

  test('is moved whole when the server is killed in the middle and started again', async () => {
    const server = await startRedis(['--appendfsync', 'always']);
    onTestFinished(() => server.remove());
    const { connection, layout } = await fresh(server);
    const moving = upgradeOver(
      diesAfter(connection, 60, (left) => {
        if (left === 0) void server.kill();
      }),
    )();
    await expect(moving).rejects.toThrow();
    await server.kill();
    await server.start();
    await server.ask('DEL', KEYS.lease('upgrade'));
    await expectMoved(server, await open(server), layout);
  });

  test('is moved once by replicas that start together, and whole also if both move at the same time', async () => {
    const { server, layout } = await fresh();
    const [store, other] = await Promise.all([open(server), open(server)]);
    await Promise.all([store.ping(), other.ping()]);
    await expectMoved(server, store, layout);

    const second = await fresh();
    const always: Leases = { acquire: async () => 'token', release: async () => {} };
    await Promise.all([1, 2, 3].map(() => upgradeOver(second.connection, always)()));
    await expectMoved(server, await open(server), second.layout);
  });

  test('is no store before it has been moved: every use of the orders rejects, and works afterwards', async () => {
    const { server, connection, layout } = await fresh();
    const leases = createLeases(connection, KEYS);
    const elsewhere = (await leases.acquire('upgrade', 600_000)) ?? '';
    const store = await open(server);
    await expectRejections({
      ping: () => store.ping(),
      get: () => store.orders.get('INV-9.a_b:c'),
      insert: () => store.orders.insert(sampleOrder('INV-9.a_b:c')),
      claim: () => store.orders.claim('check', { now: 1, leaseMs: 1, limit: 1 }),
    });
    expect(await store.keyValues('threads').get('C1:1.2')).toBe('INV-3');
    await leases.release('upgrade', elsewhere);
    await expect.poll(() => store.ping().then(() => 'up', String), { timeout: 5_000 }).toBe('up');
    await expectMoved(server, store, layout);
  });

  test('that an old process wrote to once more, after it had been moved, has that moved by the next start', async () => {
    const { server, connection } = await fresh();
    const first = await open(server);
    const [claim] = await first.orders.claim('check', { now: Date.now(), leaseMs: 60_000, limit: 1 });
    if (!claim) throw new Error('nothing is due');
    await first.orders.complete(claim, { at: undefined, ifTriggeredAt: undefined });
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
    const { orders } = await open(server);
    await expectOldOrders(orders);
    expect(await orders.nextDue('check')).toBe(7);
    expect(await orders.claim('check', { now: 7, leaseMs: LATER, limit: 9 })).toMatchObject([
      { reference: 'LATE-1' },
    ]);
    const waiting = await orders.claim('check', { now: LATER - 1, leaseMs: LATER, limit: 999 });
    expect(new Set(waiting.map(({ reference }) => reference))).toEqual(new Set([...check.keys(), INTENDED]));
  });

  test('is left alone by a namespace', async () => {
    const { server } = await fresh();
    const before = await keysOf(server);
    const store = await openStore(`${server.url}?namespace=shop`, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.ping();
    expect((await keysOf(server)).sort()).toEqual([...before, '{teller:shop}:pulse'].sort());
  });

  test('on a cluster is moved too, also after a move that was cut off', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.remove());
    const { connection, layout } = await fresh(cluster);
    const { promise: died, resolve: dies } = Promise.withResolvers<void>();
    const dying = diesAfter(connection, 140, (left) => {
      if (left === 0) dies();
    });
    await expect(upgradeOver(dying)()).rejects.toThrow();
    await died;
    await connection.ask(KEYS.lease('upgrade'), 'DEL', KEYS.lease('upgrade'));
    const store = await open(cluster);
    await expect.poll(() => store.ping().then(() => 'up', String), { timeout: 10_000 }).toBe('up');
    await expectOldOrders(store.orders);
    const claims = await store.orders.claim('check', { now: LATER - 1, leaseMs: 1, limit: 999 });
    expect(new Set(claims.map(({ reference }) => reference))).toEqual(
      new Set([...layout.check.keys(), INTENDED]),
    );
  }, 40_000);

  test('of a newer version is not touched', async () => {
    const { server } = await fresh();
    await server.ask('SET', KEYS.layout, '3');
    const before = await keysOf(server);
    const store = await open(server);
    await expect(store.orders.get('INV-9.a_b:c')).rejects.toThrow('newer version of Teller');
    expect((await keysOf(server)).sort()).toEqual(before.sort());
  });
});

/** The connection of a process that is gone after `steps` commands: whatever it would ask then is never asked. */
function diesAfter(connection: Connection, steps: number, onStep = (_left: number) => {}): Connection {
  let left = steps;
  async function alive<Value>(work: () => Promise<Value>): Promise<Value> {
    onStep(left);
    left -= 1;
    if (left < 0) throw new Error('dead');
    return work();
  }
  return {
    ...connection,
    ask: (...command) => alive(() => connection.ask(...command)),
    run: (...script) => alive(() => connection.run(...script)),
    guard: (work) => alive(() => connection.guard(work)),
  };
}

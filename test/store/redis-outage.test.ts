// Redis that is away: at the start, suddenly, or standing still. Every call says so soon, and everything resumes by itself.
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { withLease } from '#lib/with-lease.ts';
import type { Reference } from '#orders/reference.ts';
import { openStore } from '#store/open.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { connect } from '#store/redis/connection.ts';
import { stallThread } from '#test/stall-thread.ts';
import { callsOf, expectRejections } from './contract-outage.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './redis-server.ts';
import { startRelay } from './relay.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

/** Far above the two seconds that an answer may take, and far below a hang. */
const SOON_MS = 15_000;

async function fresh(settings: readonly string[] = []) {
  const server = await startRedis(settings);
  onTestFinished(() => server.remove());
  return server;
}

async function open(url: string) {
  const warnings: string[] = [];
  const store = await openStore(url, { clock: systemClock, warn: (message) => warnings.push(message) });
  onTestFinished(() => store.close());
  return { store, warnings };
}

const resumed = { timeout: 30_000, interval: 50 };

describe.skipIf(NO_REDIS)(`Redis that is away${LEFT_OUT}`, () => {
  test('killed and started again: what was acknowledged is there, and every method works again', async () => {
    const server = await fresh();
    const { store } = await open(server.url);
    const { orders, leases } = store;
    const calls = callsOf(store);
    await orders.insert(sampleOrder('A-1'), { check: 5 });
    await orders.insert(sampleOrder('A-2'), { check: 6 });
    const [claim] = await orders.claim('check', { now: 5, leaseMs: 1_000, limit: 1 });
    const lease = await leases.acquire('job', 600_000);
    await store.keyValues('token').set('key', 'value', 600_000);
    await server.kill();
    await expectRejections(calls);
    await expectRejections(calls);

    await server.start();
    await expect.poll(() => store.ping().then(() => 'up'), resumed).toBe('up');
    expect(await orders.get(referenceOf('A-1'))).toEqual(sampleOrder('A-1'));
    if (!claim) throw new Error('nothing was claimed');
    await orders.complete(claim, { at: 900, atIfTriggered: undefined });
    expect(await orders.nextDue('check')).toBe(6);
    expect(await leases.acquire('job', 1_000)).toBeUndefined();
    await leases.release('job', lease ?? '');
    expect(await leases.acquire('job', 1_000)).toEqual(expect.any(String));
    expect(await store.keyValues('token').get('key')).toBe('value');
  });

  test('killed in the middle of work, again and again: nothing that was acknowledged is lost', async () => {
    const server = await fresh();
    const { store } = await open(server.url);
    const { orders } = store;
    const acknowledged: Reference[] = [];
    for (let round = 0; round < 3; round++) {
      let isKilled = false;
      const workers = Array.from({ length: 4 }, async (_, worker) => {
        for (let count = 0; ; count++) {
          const order = sampleOrder(`R${round}-${worker}-${count}`, { agent: `U${round}` });
          try {
            await orders.insert(order, { check: 1 });
            acknowledged.push(order.reference);
          } catch {
            // A server that only stood still for a while goes on.
            if (isKilled) return;
            await wait(5);
          }
        }
      });
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before).toBeGreaterThan(30);
      isKilled = true;
      await server.kill();
      await Promise.all(workers);
      await server.start();
      await expect.poll(() => store.ping().then(() => 'up'), resumed).toBe('up');
    }
    for (const reference of acknowledged) {
      expect(await orders.get(reference)).toMatchObject({ reference, version: 0 });
    }
    const claims = await orders.claim('check', { now: 1, leaseMs: 60_000, limit: 1e6 });
    const waiting = new Set(claims.map((claim) => claim.reference));
    expect(acknowledged.filter((reference) => !waiting.has(reference))).toEqual([]);
    const listed = await Promise.all([0, 1, 2].map((round) => orders.openOf(`U${round}`, 1e6)));
    const found = new Set(listed.flat().map((order) => order.reference));
    expect(acknowledged.filter((reference) => !found.has(reference))).toEqual([]);
  });

  test('standing still: every method rejects soon, and works when it goes on', async () => {
    const server = await fresh();
    const { store } = await open(server.url);
    const calls = callsOf(store);
    server.signal('SIGSTOP');
    const since = performance.now();
    await expectRejections(calls);
    await expectRejections(calls);
    expect(performance.now() - since).toBeLessThan(SOON_MS);
    server.signal('SIGCONT');
    await expect.poll(() => store.ping().then(() => 'up'), resumed).toBe('up');
    expect(await store.orders.insert(sampleOrder('B-1'))).toBe(true);
  });

  test('a process that stood still for five seconds reads the answer that came meanwhile, on the same connection', async () => {
    const server = await fresh();
    const connection = connect(readRedisAddress(server.url));
    onTestFinished(() => connection.close());
    await connection.established;
    const ask = () => connection.ask(['CLIENT', 'ID']);
    const before = await ask();
    const asked = ask();
    // The client writes commands together, one turn after they were asked for.
    await setImmediate();
    await setImmediate();
    stallThread(5_000);
    expect(await asked).toEqual(before);
    expect(await ask()).toEqual(before);
  });

  test('a connection that was lost a moment ago: a call waits for the next one', async () => {
    const server = await fresh();
    const relay = await startRelay(server.port);
    onTestFinished(() => relay.stop());
    const connection = connect(readRedisAddress(`redis://127.0.0.1:${relay.port}`));
    onTestFinished(() => connection.close());
    await connection.established;
    for (let time = 0; time < 2; time++) {
      relay.switchTo(server.port);
      while (connection.isReady()) await setImmediate();
      expect(await connection.ask(['PING'])).toEqual(['PONG']);
    }
  });

  test('standing still while a lease is asked for: once it goes on, the lease is soon free', async () => {
    const server = await fresh();
    const { store } = await open(server.url);
    await expect.poll(() => store.ping().then(() => 'up'), resumed).toBe('up');
    const options = { waitMs: 0, pollMs: 50, clock: systemClock, onBusy: () => 'busy' };
    const ask = () => withLease(store.leases, 'prompts', options, async () => 'done');
    server.signal('SIGSTOP');
    await expect(ask()).rejects.toThrow('no answer');
    server.signal('SIGCONT');
    const wentOnAt = performance.now();
    await expect.poll(() => ask().catch(() => 'down'), resumed).toBe('done');
    expect(performance.now() - wentOnAt).toBeLessThan(SOON_MS);
  });

  test('standing still while the store is closed: it closes all the same', async () => {
    const server = await fresh();
    const { store } = await open(server.url);
    server.signal('SIGSTOP');
    const since = performance.now();
    await Promise.all([expect(store.ping()).rejects.toThrow(), store.close()]);
    expect(performance.now() - since).toBeLessThan(SOON_MS);
    server.signal('SIGCONT');
  });

  test('away at the start: the store opens, says so without its password, and works once Redis is there', async () => {
    const server = await fresh(['--requirepass', 'hunter2']);
    await server.kill();
    const url = server.url.replace('://', '://:hunter2@');
    const { store, warnings } = await open(url);
    expect(warnings).toEqual([expect.stringContaining('Redis can’t be reached at')]);
    await expectRejections(callsOf(store));
    const error = await store.ping().catch((reason: unknown) => reason);
    expect(String(error)).toContain('ECONNREFUSED');
    expect(`${warnings} ${error}`).not.toContain('hunter2');

    await server.start();
    await expect.poll(() => store.ping().then(() => 'up'), resumed).toBe('up');
    expect(await store.orders.insert(sampleOrder('A-1'), { check: 5 })).toBe(true);
    expect(await store.orders.nextDue('check')).toBe(5);
    await store.keyValues('token').set('key', 1);
    expect(await store.keyValues('token').get('key')).toBe(1);
  });

  test('closed while it is away: it stays closed when Redis comes', async () => {
    const server = await fresh();
    await server.kill();
    const { store } = await open(server.url);
    const calls = callsOf(store);
    await store.close();
    await server.start();
    await expectRejections(calls);
    const others = async () =>
      String(await server.ask('CLIENT', 'LIST'))
        .split('\n')
        .filter(Boolean).length - 1;
    await expect.poll(others).toBe(0);
  });

  test('with another password: every method says what is wrong, and neither password', async () => {
    const server = await fresh(['--requirepass', 'right-secret']);
    const { store, warnings } = await open(server.url.replace('://', '://:hunter2@'));
    const error = await store.orders.get(referenceOf('A-1')).catch((reason: unknown) => reason);
    expect(String(error)).toContain('WRONGPASS');
    expect(`${warnings} ${error}`).not.toMatch(/hunter2|right-secret/);
  });

  test('made a replica, which takes no writes: writes reject until it leads again', async () => {
    const server = await fresh();
    const { store } = await open(server.url);
    await server.ask('REPLICAOF', '127.0.0.1', '1');
    await expect(store.orders.insert(sampleOrder('A-1'))).rejects.toThrow('READONLY');
    await expect(store.ping()).rejects.toThrow();
    await server.ask('REPLICAOF', 'NO', 'ONE');
    await expect.poll(() => store.ping().then(() => 'up'), resumed).toBe('up');
    expect(await store.orders.insert(sampleOrder('A-1'))).toBe(true);
  });
});

// The Redis driver where a replica may take over: what it waits for, and what it says at the start.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { connect } from '#store/redis/connection.ts';
import { createRedisDriver } from '#store/redis/driver.ts';
import { LEFT_OUT, NO_REDIS } from './redis-server.ts';
import { startRedisWithReplica } from './redis-with-replica.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

async function fresh() {
  const server = await startRedisWithReplica();
  onTestFinished(() => server.remove());
  async function openAt(options: string) {
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const store = await openStore(`${server.url}${options}`, { clock: systemClock, warn });
    onTestFinished(() => store.close());
    return { store, warnings };
  }
  return { server, openAt };
}

describe.skipIf(NO_REDIS)(`the store on a Redis with a replica${LEFT_OUT}`, () => {
  test('says at the start that a replica which takes over may lack orders, or that replicas are missing', async () => {
    const { openAt } = await fresh();
    const warningsAt = async (options: string) => (await openAt(options)).warnings;
    expect(await warningsAt('')).toEqual([expect.stringContaining('Add ?replicas=1')]);
    expect(await warningsAt('?replicas=1')).toEqual([]);
    expect(await warningsAt('?replicas=2')).toEqual([expect.stringContaining('has 1 of the 2')]);
  });

  test('keeps its connection, and what others ask on it, while a replica is silent', async () => {
    const { server } = await fresh();
    const address = readRedisAddress(`${server.url}?replicas=1`);
    const connection = connect(address);
    onTestFinished(() => connection.close());
    await connection.established;
    const { commit } = createRedisDriver(connection, address);
    const ask = () => connection.ask(['CLIENT', 'ID']);
    const before = await ask();
    server.holdReplica();
    const write = (rev: string) => commit({ put: [{ key: 'pulse', rev, text: '', sets: {} }] });
    await Promise.allSettled(['1', '2', '3', '4'].map(write));
    await expect.poll(() => ask().catch(String)).toEqual([expect.any(Number)]);
    expect(await ask()).toEqual(before);
  });

  test('rejects every write that no replica has, though the one that leads has it, and keeps what it accepted', async () => {
    const { server, openAt } = await fresh();
    const { store } = await openAt('?replicas=1');
    expect(await store.orders.insert(sampleOrder('A-1'))).toBe(true);
    await store.keyValues('some').set('key', 'kept');
    server.holdReplica();
    await expect(store.orders.insert(sampleOrder('A-2'))).rejects.toThrow('0 of 1 replicas');
    await expect(store.keyValues('some').set('key', 'lost')).rejects.toThrow('0 of 1 replicas');
    await expect(store.leases.acquire('one', 1_000)).rejects.toThrow('0 of 1 replicas');
    await server.failOver();
    await expect.poll(() => store.ping().then(() => 'up')).toBe('up');
    expect(await store.orders.get(referenceOf('A-1'))).toEqual(sampleOrder('A-1'));
    expect(await store.orders.get(referenceOf('A-2'))).toBeUndefined();
    expect(await store.keyValues('some').get('key')).toBe('kept');
  });
});

// What tests of the move from version 0.1 share: a Redis with what 0.1 left in it, and what must be there afterwards.
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import { openStore } from '#store/open.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { type Connection, connect } from '#store/redis/connection.ts';
import { createKeys } from '#store/redis/keys.ts';
import { createLeases } from '#store/redis/leases.ts';
import { createUpgrade } from '#store/redis/upgrade.ts';
import type { Store } from '#store/store.ts';
import { expectOldOrders } from './old-orders.ts';
import { INTENDED, type OldLayout, writeOldLayout } from './redis-layout-1.ts';
import type { RedisServer } from './redis-server.ts';
import { referenceOf } from './sample-order.ts';

export const KEYS = createKeys(undefined);
/** When every turn is due. */
export const LATER = 3e12;

/** The server, with what version 0.1 left in it and nothing else. */
export async function fillAsOld(server: RedisServer) {
  await server.ask('FLUSHALL');
  const connection = connect(readRedisAddress(server.url));
  onTestFinished(() => connection.close());
  await connection.established;
  return { server, connection, layout: await writeOldLayout(connection) };
}

export async function openNew(server: RedisServer, warn?: (message: string) => void): Promise<Store> {
  const store = await openStore(server.url, { clock: systemClock, ...(warn ? { warn } : {}) });
  onTestFinished(() => store.close());
  return store;
}

/** The move as one process does it. */
export function upgradeOver(connection: Connection, leases: Leases = createLeases(connection, KEYS)) {
  return createUpgrade({ connection, keys: KEYS, leases, clock: systemClock, warn: () => {} });
}

/** Everything is where it is kept today. Claims every turn to see it. */
export async function expectMoved(server: RedisServer, store: Store, layout: OldLayout): Promise<void> {
  const { orders } = store;
  await expectOldOrders(orders);
  await expect(orders.get(referenceOf('BAD-1'))).rejects.toThrow('BAD-1');
  await expect(orders.get(referenceOf('BAD-2'))).rejects.toThrow('BAD-2');
  expect(await orders.get(referenceOf('NEVER-1'))).toBeUndefined();
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

export async function keysOf(server: RedisServer): Promise<string[]> {
  const keys = await server.ask('KEYS', '*');
  return Array.isArray(keys) ? keys.map(String) : [];
}

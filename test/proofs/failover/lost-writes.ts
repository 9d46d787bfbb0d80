// How many orders a store has said that it has, and has no more, after the Redis that led was killed and its replica leads.
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { startRedisWithReplica } from '#test/store/redis-with-replica.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

/** Orders that are inserted at the same time. */
const WRITERS = 4;
export type Failover = {
  readonly saved: number;
  /** Of these, those that are gone. */
  readonly lost: number;
  /** From the kill to the first save by the new leader. */
  readonly awayMs: number;
};

/** How far (ms) the replica is behind. */
const BEHIND_MS = 20;

/**
 * `options`: behind `?` of the store's address. The kill comes when `saves` are done.
 */
export async function failOverWhileWriting(options: string, saves: number): Promise<Failover> {
  const redis = await startRedisWithReplica({ delayMs: BEHIND_MS });
  const store = await openStore(`${redis.url}${options}`, { clock: systemClock });
  try {
    const saved: string[] = [];
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; !isOver; count += 1) {
        const name = `W${writer}-${count}`;
        const isSaved = await store.orders.insert(sampleOrder(name), { check: 1 }).catch(() => wait(5));
        if (isSaved === true) saved.push(name);
      }
    });
    while (saved.length < saves) await wait(1);
    const killedAt = performance.now();
    const failingOver = redis.failOver();
    isOver = true;
    await Promise.all([...writers, failingOver]);
    await untilUp(store);
    const awayMs = performance.now() - killedAt;
    const kept = await Promise.all(saved.map((name) => read(store, name)));
    return { saved: saved.length, lost: kept.filter((order) => order === undefined).length, awayMs };
  } finally {
    await store.close();
    await redis.remove();
  }
}

/** A leader that does not answer in time has lost nothing, and is asked again. */
async function read({ orders }: Store, name: string): Promise<Order | undefined> {
  for (;;) {
    try {
      return await orders.get(referenceOf(name));
    } catch {
      await wait(20);
    }
  }
}

async function untilUp(store: Store): Promise<void> {
  const isUp = () =>
    store.ping().then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await wait(20);
}

// A node of a Redis Cluster dies and its replica takes over for good: Teller's store goes on, and with ?replicas=1 nothing that
// it acknowledged is lost.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { verifyChain } from '#store/audit.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { expectAllWaiting } from './child-processes.ts';
import { type ClusterWithReplicas, startClusterWithReplicas } from './redis-cluster-replicas.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer } from './redis-server.ts';
import { sampleAuditEvent } from './sample-audit-event.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

/** In the slot of all orders. */
const KEY = '{teller}:any';
const WRITERS = 5;
const GOES_ON_WITHIN_MS = 30_000;

async function opened(options: string) {
  const cluster = await startClusterWithReplicas();
  onTestFinished(() => cluster.remove());
  const store = await openStore(`${cluster.url}${options}`, { clock: systemClock });
  onTestFinished(() => store.close());
  return { cluster, store };
}

/** Orders that are saved one after the other by several at once until `stop`, and which of them were acknowledged. */
function startWriting({ orders }: Store) {
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  let isOver = false;
  async function writer(name: string): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const reference = referenceOf(`${name}-${count}`);
      const event = sampleAuditEvent({ event: 'asked', order: reference });
      try {
        if (await orders.insert(sampleOrder(reference), { check: count }, [event]))
          acknowledged.push(reference);
      } catch (error) {
        refusals.add(String(error));
        await setTimeout(20);
      }
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(`W${index}`)));
  return {
    acknowledged,
    refusals,
    async stop() {
      isOver = true;
      await writing;
    },
  };
}

describe.skipIf(NO_REDIS)(`a Redis Cluster in which a node is killed for good${LEFT_OUT}`, () => {
  test('goes on without Teller being told once the replica leads', async () => {
    const { cluster, store } = await opened('');
    const { acknowledged, refusals, stop } = startWriting(store);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    await killLeader(cluster);
    await expectMore(acknowledged);
    await stop();
    expect([...refusals].join('\n')).not.toContain('Cannot read properties');
    expect(await verifyChain(store.audit)).toMatchObject({ status: 'whole' });
  });

  test('loses nothing that was acknowledged with ?replicas=1, and takes nothing until the new leader has a replica', async () => {
    const { cluster, store } = await opened('&replicas=1');
    const { acknowledged, refusals, stop } = startWriting(store);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
    const killed = await killLeader(cluster);
    const isAlone = () => [...refusals].some((refusal) => refusal.includes('0 of 1 replicas'));
    await expect.poll(isAlone, { timeout: GOES_ON_WITHIN_MS }).toBe(true);
    // It comes back as the replica of the one that took over.
    await killed.start();
    await expectMore(acknowledged);
    await stop();
    await expectAllWaiting(store.orders, acknowledged);
    expect(await verifyChain(store.audit)).toMatchObject({ status: 'whole' });
  });
});

/** Resolves to the node that led the orders, once another one does. */
async function killLeader(cluster: ClusterWithReplicas): Promise<RedisServer> {
  const killed = await cluster.leaderOf(KEY);
  if (!killed) throw new Error('nobody leads');
  await killed.kill();
  const port = async () => (await cluster.leaderOf(KEY))?.port ?? killed.port;
  await expect.poll(port, { timeout: GOES_ON_WITHIN_MS }).not.toBe(killed.port);
  return killed;
}

async function expectMore(acknowledged: readonly string[]): Promise<void> {
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { timeout: GOES_ON_WITHIN_MS }).toBeGreaterThan(before + 100);
}

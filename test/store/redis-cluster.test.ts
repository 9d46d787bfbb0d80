// The Redis driver on a cluster, where a script that touches two slots, or a command sent to the wrong node, fails.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '#store/store.ts';
import { auditContract } from './contract-audit.ts';
import { findingContract } from './contract-finding.ts';
import { keyValuesContract } from './contract-key-values.ts';
import { leasesContract } from './contract-leases.ts';
import { listsContract } from './contract-lists.ts';
import { ordersContract } from './contract-orders.ts';
import { callsOf, expectRejections, outageContract } from './contract-outage.ts';
import { queueContract } from './contract-queue.ts';
import { searchContract } from './contract-search.ts';
import { saveTogetherContract } from './contract-together.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { LEFT_OUT, NO_REDIS } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

const subjects = createRedisSubjects(startRedisCluster);
afterAll(() => subjects.remove());

// Without the queue's model, a hundred runs of what is the same scripts in one slot.
describe.skipIf(NO_REDIS)(`the store on a Redis Cluster${LEFT_OUT}`, () => {
  ordersContract(subjects.openSubject);
  saveTogetherContract(subjects.openSubject);
  findingContract(subjects.openSubject);
  searchContract(subjects.openSubject);
  listsContract(subjects.openSubject);
  auditContract(subjects.openSubject);
  queueContract(subjects.openSubject);
  leasesContract(subjects.openSubject);
  keyValuesContract(subjects.openSubject);
  outageContract(subjects.openSubject);

  test('killed as a whole and started again: every call rejects, then everything works again', async () => {
    const { server, store, cleanUp } = await subjects.openSubject();
    onTestFinished(cleanUp);
    const calls = callsOf(store);
    await store.orders.insert(sampleOrder('A-1'), { check: 5 });
    await server.kill();
    await expectRejections(calls);
    await server.start();
    const works = () => expectWorks(store).then(() => 'up');
    await expect.poll(works, { timeout: 40_000, interval: 100 }).toBe('up');
    expect(await store.orders.get(referenceOf('A-1'))).toEqual(sampleOrder('A-1'));
    expect(await store.orders.nextDue('check')).toBe(5);
  }, 40_000);
});

/** On every node, as far as a hundred orders reach them all. */
async function expectWorks(store: Store): Promise<void> {
  await store.ping();
  const names = Array.from({ length: 100 }, (_, index) => `Z-${index}`);
  await Promise.all(names.map((name) => store.orders.insert(sampleOrder(name))));
}

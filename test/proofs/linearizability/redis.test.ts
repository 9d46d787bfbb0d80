// The store on Redis: whatever several clients do at the same time could have been done one after the other, also when
// answers are lost because the server, or the node of a cluster that has the orders, is killed meanwhile.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { startRedisCluster } from '#test/store/redis-cluster.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { runClient } from './client.ts';
import { runInProcesses } from './client-processes.ts';
import {
  emptyQueue,
  expectLinearizable,
  expectNoViolation,
  findViolation,
  programOf,
  ROUNDS,
} from './histories.ts';

describe.skipIf(NO_REDIS)(`the store on Redis${LEFT_OUT}`, () => {
  test('what three connections and three processes do at the same time could have been done one after the other', async () => {
    const { server, stores } = await openThree(startRedis);
    expectNoViolation(await findViolation(stores));
    await server.ask('FLUSHALL');
    const [store] = stores;
    if (store) for (const history of await runInProcesses(server.url, store)) expectLinearizable(history);
  });

  test('what is done while the server is killed and started again could have been done one after the other', async () => {
    const { server, stores } = await openThree(startRedis);
    await expectLinearizableKills(stores, () => server);
  });

  test('what is done while a cluster loses the node with the orders and gets it back could have been done one after the other', async () => {
    const { server, stores } = await openThree(startRedisCluster);
    const owner = await ownerAmong(server.nodes);
    await expectLinearizableKills(stores, () => owner);
  });
});

/** Otherwise it answers before it writes, and forgets at a kill what it said it had stored; this finds it out. */
const SETTINGS = ['--appendfsync', 'always'];

async function openThree<Server extends RedisServer>(
  start: (settings: readonly string[]) => Promise<Server>,
) {
  const server = await start(SETTINGS);
  onTestFinished(() => server.remove());
  const stores = await Promise.all([0, 1, 2].map(() => openStore(server.url, { clock: systemClock })));
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  await untilUp(stores);
  return { server, stores };
}

/** Rounds in each of which the victim is killed at one of the calls. Afterwards everything is read once more. */
async function expectLinearizableKills(stores: readonly Store[], victim: () => RedisServer | undefined) {
  const [first] = stores;
  if (!first) throw new Error('no store');
  for (let seed = 1; seed <= Math.ceil(ROUNDS / 20); seed += 1) {
    let calls = 0;
    let killed: Promise<void> | undefined;
    const beforeCall = () => {
      calls += 1;
      if (calls === 20 + ((7 * seed) % 60)) killed = killAndStart(victim());
    };
    const clients = stores.map((store, index) =>
      runClient(store, programOf(seed, index, 60), { beforeCall, pause: () => untilUp([store]) }),
    );
    const histories = await Promise.all(clients);
    await killed;
    await untilUp(stores);
    const history = [...histories.flat(), ...(await runClient(first, programOf(seed, 9, 20)))];
    expectLinearizable(history);
    expect(history.some(({ answer }) => answer === undefined)).toBe(true);
    await emptyQueue(first);
  }
}

/** The others refuse. A node that only did not answer in time could be taken for one of those, so all are asked again. */
async function ownerAmong(nodes: readonly RedisServer[]): Promise<RedisServer> {
  for (;;) {
    const asked = nodes.map((node) =>
      node.ask('EXISTS', '{teller}:order:A').then(
        () => [node],
        () => [],
      ),
    );
    const [owner] = (await Promise.all(asked)).flat();
    if (owner) return owner;
    await wait(20);
  }
}

async function killAndStart(server: RedisServer | undefined): Promise<void> {
  await server?.kill();
  await server?.start();
}

async function untilUp(stores: readonly Store[]): Promise<void> {
  for (const store of stores)
    while (
      !(await store.ping().then(
        () => true,
        () => false,
      ))
    )
      await wait(20);
}

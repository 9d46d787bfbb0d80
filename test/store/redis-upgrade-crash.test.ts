// A move from version 0.1 that is cut off, wherever that is: the next start ends it, and nothing is lost.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Connection } from '#store/redis/connection.ts';
import { expectOldOrders } from './old-orders.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { INTENDED } from './redis-layout-1.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { expectMoved, fillAsOld, KEYS, LATER, openNew, upgradeOver } from './redis-upgrade-rig.ts';

let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

async function fresh() {
  shared ??= await startRedis();
  return fillAsOld(shared);
}

describe.skipIf(NO_REDIS)(`a move from version 0.1 on Redis${LEFT_OUT}`, () => {
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
      const store = await openNew(server);
      await expectMoved(server, store, layout);
      await store.close();
      await connection.close();
    }
  });

  test('is moved whole when the server is killed in the middle and started again', async () => {
    const server = await startRedis();
    onTestFinished(() => server.remove());
    const { connection, layout } = await fillAsOld(server);
    const moving = upgradeOver(
      diesAfter(connection, 60, (left) => {
        if (left === 0) void server.kill();
      }),
    )();
    await expect(moving).rejects.toThrow();
    await server.kill();
    await server.start();
    await server.ask('DEL', KEYS.lease('upgrade'));
    await expectMoved(server, await openNew(server), layout);
  });

  test('on a cluster is moved too, also after a move that was cut off', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.remove());
    const { connection, layout } = await fillAsOld(cluster);
    const { promise: died, resolve: dies } = Promise.withResolvers<void>();
    const dying = diesAfter(connection, 140, (left) => {
      if (left === 0) dies();
    });
    await expect(upgradeOver(dying)()).rejects.toThrow();
    await died;
    await connection.ask(KEYS.lease('upgrade'), 'DEL', KEYS.lease('upgrade'));
    const store = await openNew(cluster);
    await expect.poll(() => store.ping().then(() => 'up', String), { timeout: 30_000 }).toBe('up');
    await expectOldOrders(store.orders);
    const claims = await store.orders.claim('check', { now: LATER - 1, leaseMs: 1, limit: 999 });
    expect(new Set(claims.map(({ reference }) => reference))).toEqual(
      new Set([...layout.check.keys(), INTENDED]),
    );
  }, 40_000);
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

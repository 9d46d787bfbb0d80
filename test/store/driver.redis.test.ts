// The Redis driver: the port, on one server and on a cluster, where a script that touches two slots fails; and which Tellers and
// copies keep each other out.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { leaseKey } from '#store/documents.ts';
import type { Doc } from '#store/driver.ts';
import { COPYING, IN_USE, markerDoc } from '#store/marker.ts';
import { openRedisDriver } from '#store/redis/driver.ts';
import { driverContract } from './driver-contract.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';

/** Opens drivers over one server, which is emptied for each. */
function emptied(start: () => Promise<RedisServer>) {
  let server: Promise<RedisServer> | undefined;
  afterAll(async () => (await server)?.remove());
  return async () => {
    server ??= start();
    const { ask, url } = await server;
    await ask('FLUSHALL');
    return openRedisDriver(url);
  };
}

describe.skipIf(NO_REDIS)(`Redis${LEFT_OUT}`, () => {
  driverContract('Redis', emptied(startRedis));
  driverContract('a Redis Cluster', emptied(startRedisCluster));
});

const KEY = new Uint8Array(32);
const OWN = markerDoc({ status: 'own' }, KEY);
const PULSE: Doc = { key: 'pulse', rev: '1', text: '', sets: {} };

async function fresh() {
  const server = await startRedis();
  onTestFinished(() => server.remove());
  async function open() {
    const driver = await openRedisDriver(server.url);
    onTestFinished(() => driver.close());
    return driver;
  }
  return { server, open };
}

describe.skipIf(NO_REDIS)(`Tellers and copies on one Redis${LEFT_OUT}`, () => {
  const COPIED: Doc = { key: leaseKey(COPYING), rev: 'copy', text: '', sets: {}, ttlMs: 600_000 };

  test.each([
    ['is being copied', OWN, [COPIED]],
    ['was moved to sqlite:x', markerDoc({ status: 'moved', to: 'sqlite:x' }, KEY), []],
    ['is an unfinished copy of sqlite:y', markerDoc({ status: 'copy', from: 'sqlite:y' }, KEY), []],
  ])('a store that %s is served by no Teller', async (why, marker, more) => {
    const { open } = await fresh();
    await (await open()).commit({ put: [marker, ...more] });
    await expect((await open()).serve('teller')).rejects.toThrow(why);
  });

  test('no copy begins while a Teller serves, and one begins once the last was closed', async () => {
    const { open } = await fresh();
    const copy = await open();
    await copy.commit({ put: [OWN] });
    const [one, two] = [await open(), await open()];
    await Promise.all([one.serve('teller'), two.serve('teller')]);
    const why = `Teller is using ${copy.address}. Stop every Teller that does, wait 10 seconds, then try again.`;
    await expect(copy.serve('copy')).rejects.toThrow(why);
    await one.close();
    await two.close();
    expect(await copy.serve('copy')).toBe(false);
  });

  test('a Teller starts while the server is away', async () => {
    const { server, open } = await fresh();
    await server.kill();
    const teller = await open();
    expect(await teller.serve('teller')).toBe(false);
    await expect(teller.read(['store'])).rejects.toThrow('Redis can’t be reached');
    await server.start();
    await expect.poll(() => teller.commit({ put: [OWN] }).then(() => 'up', String)).toBe('up');
    await expect.poll(() => teller.commit({ expect: IN_USE, put: [PULSE] }).then(({ size }) => size)).toBe(0);
    expect(await teller.read(['pulse'])).toEqual([{ rev: '1', text: '' }]);
  });
});

describe.skipIf(NO_REDIS)(`a Redis Cluster that moves the slot of all orders${LEFT_OUT}`, () => {
  test('refuses what touches a set that is elsewhere as a whole', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.remove());
    const driver = await openRedisDriver(cluster.url);
    onTestFinished(() => driver.close());
    await driver.commit({ put: [{ ...PULSE, sets: { there: 1 } }] });
    const isOwner = (node: RedisServer) => node.ask('EXISTS', '{teller}:pulse').then(Boolean, () => false);
    const owns = await Promise.all(cluster.nodes.map(isOwner));
    const [owner, other] = [cluster.nodes[owns.indexOf(true)], cluster.nodes[owns.indexOf(false)]];
    const slot = String(await owner?.ask('CLUSTER', 'KEYSLOT', '{teller}:'));
    const [from, to] = [await owner?.ask('CLUSTER', 'MYID'), await other?.ask('CLUSTER', 'MYID')].map(String);
    await other?.ask('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from ?? '');
    await owner?.ask('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to ?? '');
    const changed = { ...PULSE, rev: '2', sets: { there: 2, elsewhere: 1 } };
    await expect(driver.commit({ put: [changed] })).rejects.toThrow('refused');
    expect(await driver.read(['pulse'])).toMatchObject([{ rev: '1' }]);
    for (const node of [owner, other]) await node?.ask('CLUSTER', 'SETSLOT', slot, 'STABLE');
    expect((await driver.commit({ put: [changed] })).size).toBe(0);
    expect(await driver.list('elsewhere')).toMatchObject([{ rev: '2' }]);
  });
});

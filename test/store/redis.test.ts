// The Redis driver: the contract, and what is Redis's own: its settings, its keys, its indexes.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { openStore } from '#store/open.ts';
import { storeContract } from './contract.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';
import { numberOf, promptOrder, referenceOf, sampleOrder } from './sample-order.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

async function fresh() {
  const subject = await subjects.openSubject();
  onTestFinished(() => subject.cleanUp());
  return subject;
}

describe.skipIf(NO_REDIS)(`the store on Redis${LEFT_OUT}`, () => {
  storeContract('one server', subjects.openSubject);
});

describe.skipIf(NO_REDIS)(`what the store says about its Redis at the start${LEFT_OUT}`, () => {
  async function warningsOf(settings: readonly string[], user = '', extra: readonly string[][] = []) {
    const server = await startRedis(settings);
    onTestFinished(() => server.remove());
    for (const command of extra) await server.ask(...command);
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const store = await openStore(server.url.replace('://', `://${user}`), { clock: systemClock, warn });
    onTestFinished(() => store.close());
    await store.ping();
    expect(await store.orders.insert(sampleOrder('A-1'), { check: 1 })).toBe(true);
    return warnings;
  }

  test('nothing, when it keeps everything', async () => {
    expect(await warningsOf([])).toEqual([]);
  });

  test.each(['allkeys-lru', 'volatile-ttl'])('that it may drop orders, with %s', async (policy) => {
    const warnings = await warningsOf(['--maxmemory-policy', policy]);
    expect(warnings).toEqual([
      expect.stringContaining(`maxmemory-policy is ${policy}. Set it to noeviction`),
    ]);
  });

  test('that it may lose the last orders, without an append-only file', async () => {
    expect(await warningsOf(['--appendonly', 'no'])).toEqual([expect.stringContaining('appendonly is off')]);
  });

  test('that it may lose two seconds, when it answers before it writes', async () => {
    const warnings = await warningsOf(['--appendfsync', 'everysec']);
    expect(warnings).toEqual([expect.stringContaining('appendfsync is everysec')]);
  });

  test('that it is a node of a cluster, when the address does not say so', async () => {
    const server = await startRedis(['--cluster-enabled', 'yes']);
    onTestFinished(() => server.remove());
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const store = await openStore(server.url, { clock: systemClock, warn });
    onTestFinished(() => store.close());
    expect(warnings).toEqual([expect.stringContaining('?cluster=true')]);
  });

  test('what it may know, where CONFIG is forbidden', async () => {
    const user = ['ACL', 'SETUSER', 'teller', 'on', '>secret', '~*', '&*', '+@all', '-config'];
    expect(await warningsOf(['--appendonly', 'no'], 'teller:secret@', [user])).toEqual([
      expect.stringContaining('appendonly is off'),
    ]);
  });

  test('nothing, where CONFIG and INFO are forbidden', async () => {
    const user = ['ACL', 'SETUSER', 'teller', 'on', '>secret', '~*', '&*', '+@all', '-config', '-info'];
    expect(await warningsOf(['--appendonly', 'no'], 'teller:secret@', [user])).toEqual([]);
  });
});

describe.skipIf(NO_REDIS)(`what the store writes to Redis${LEFT_OUT}`, () => {
  test('no number of a customer is in a key or an index, though prompts to it are found', async () => {
    const { server, store } = await fresh();
    const order = promptOrder('A-1', '254712345678');
    await store.orders.insert(order);
    expect(await store.orders.promptsTo(numberOf('254712345678'), 0)).toEqual([order]);
    const keys = String(await server.ask('KEYS', '*'));
    expect(keys).toContain('{teller}:prompts:');
    const indexes = await server.ask('HGET', '{teller}:order:A-1', 'sets');
    expect(`${keys} ${indexes}`).not.toContain('712345678');
  });

  test('a key of the store that is damaged is said so, and not replaced', async () => {
    const { server, store, reopen } = await fresh();
    await store.digest('text');
    const marker = JSON.parse(String(await server.ask('HGET', '{teller}:store', 'text')));
    const damaged = JSON.stringify({ ...marker, key: 'short' });
    await server.ask('HSET', '{teller}:store', 'text', damaged);
    const reopened = await reopen();
    await expect(reopened.digest('text')).rejects.toThrow('damaged');
    await expect(reopened.orders.insert(sampleOrder('A-1'))).rejects.toThrow('damaged');
    expect(await server.ask('HGET', '{teller}:store', 'text')).toBe(damaged);
    await store.close();
  });

  test('a queue entry whose time is no number is refused before anything is stored', async () => {
    const { server, store } = await fresh();
    const insert = store.orders.insert(sampleOrder('A-1'), { check: 5, deliver: Number.NaN });
    await expect(insert).rejects.toThrow('number');
    const undated = store.orders.insert(sampleOrder('A-1', { createdAt: Number.NaN }), { check: 5 });
    await expect(undated).rejects.toThrow('numbers');
    expect(await server.ask('KEYS', '*')).toEqual(['{teller}:store']);
  });

  test('a save that a server without memory refuses changes nothing, and goes through when there is memory', async () => {
    const { server, store } = await fresh();
    const order = sampleOrder('A-1', { provider: { trackingId: 't-1' } });
    await store.orders.insert(order, { check: 5 });
    await server.ask('CONFIG', 'SET', 'maxmemory', '1');
    onTestFinished(async () => void (await server.ask('CONFIG', 'SET', 'maxmemory', '0')));
    const paid: Order = { ...order, state: 'paid', provider: { trackingId: 't-2' } };
    await expect(store.orders.save(paid, { check: 1, deliver: 1 })).rejects.toThrow('OOM');
    expect(await store.orders.openOf('U1', 9)).toEqual([order]);
    expect(await store.orders.findByTrackingId('t-1')).toEqual(order);
    expect(await store.orders.nextDue('check')).toBe(5);
    await server.ask('CONFIG', 'SET', 'maxmemory', '0');
    expect(await store.orders.save(paid, { check: 1, deliver: 1 })).toMatchObject({ version: 1 });
    expect(await store.orders.openOf('U1', 9)).toEqual([]);
    expect(await store.orders.findByTrackingId('t-1')).toBeUndefined();
  });

  test('orders that a server without memory refuses to save together change nothing, and go through later', async () => {
    const { server, store } = await fresh();
    const order = sampleOrder('A-1');
    await store.orders.insert(order);
    const changes = [
      { order: { ...order, state: 'failed' } as const, trigger: { deliver: 1 } },
      { order: sampleOrder('B-1'), isNew: true, trigger: { check: 1 } },
    ] as const;
    await server.ask('CONFIG', 'SET', 'maxmemory', '1');
    onTestFinished(async () => void (await server.ask('CONFIG', 'SET', 'maxmemory', '0')));
    await expect(store.orders.saveTogether(changes)).rejects.toThrow('OOM');
    expect(await store.orders.openOf('U1', 9)).toEqual([order]);
    expect(await store.orders.nextDue('check')).toBeUndefined();
    expect(await store.orders.nextDue('deliver')).toBeUndefined();
    await server.ask('CONFIG', 'SET', 'maxmemory', '0');
    expect(await store.orders.saveTogether(changes)).toBe(true);
    expect(await store.orders.openOf('U1', 9)).toHaveLength(2);
  });

  test('of several namespaces on one server each is for itself: orders, queues, leases and key values', async () => {
    const { server, store: usual } = await fresh();
    const open = async (namespace: string) => {
      const store = await openStore(`${server.url}?namespace=${namespace}`, { clock: systemClock });
      onTestFinished(() => store.close());
      return store;
    };
    const stores = [usual, await open('lease'), await open('shop-2')];
    for (const [index, { orders, leases, keyValues }] of stores.entries()) {
      expect(await orders.insert(sampleOrder('A-1', { agent: `U${index}` }), { check: index })).toBe(true);
      expect(await leases.acquire('lease:job', 600_000)).toEqual(expect.any(String));
      await keyValues('alerts').set('channels', index);
    }
    for (const [index, { orders, keyValues }] of stores.entries()) {
      expect(await orders.get(referenceOf('A-1'))).toMatchObject({ agent: `U${index}` });
      expect(await orders.openOf(`U${(index + 1) % 3}`, 9)).toEqual([]);
      expect(await orders.nextDue('check')).toBe(index);
      expect(await keyValues('alerts').get('channels')).toBe(index);
    }
    const digests = await Promise.all(stores.map((store) => store.digest('text')));
    expect(new Set(digests).size).toBe(3);
  });
});

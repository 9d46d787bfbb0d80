// A save on Redis whose answer never comes: the process dies before or after it was sent, or the connection is lost. The
// order is then as before or as after, and its indexes and queues are the same.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { stateTerm } from '#orders/search-terms.ts';
import { openStore } from '#store/open.ts';
import type { OrderStore } from '#store/store.ts';
import { asSaved, paymentOf } from '#test/orders/any-event.ts';
import { diesAfter, heldUp, losesAnswers } from './broken-connection.ts';
import { openBeside, storeOver } from './redis-over-connection.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

const BEFORE = sampleOrder('A-1', { state: 'pending', createdAt: 10, changedAt: 10 });
const payments = [paymentOf(BEFORE.amount)];
const AFTER = asSaved({
  ...BEFORE,
  state: 'paid',
  payments,
  changedAt: 20,
  provider: { trackingId: 't-1' },
});
const TRIGGER = { check: 5, deliver: 7 };
/** An order that is changed and a new one. */
const TOGETHER = [
  { order: AFTER, trigger: { deliver: 7 } },
  { order: sampleOrder('B-1'), isNew: true, trigger: { check: 5 } },
] as const;

describe.skipIf(NO_REDIS)(`a save on Redis whose answer never comes${LEFT_OUT}`, () => {
  const fresh = () => openBeside(subjects);

  test.each([0, 1])(
    'of a process that dies after %d commits: a change is there as a whole or not at all',
    async (steps) => {
      const { server, connection, orders } = await fresh();
      await orders.insert(BEFORE);
      const { orders: dying } = await storeOver(diesAfter(connection, steps));
      const acknowledged = await dying.save(AFTER, TRIGGER).catch(() => undefined);
      const order = await orders.get(referenceOf('A-1'));
      expect(order?.state === 'paid').toBe(steps >= 1);
      if (acknowledged) expect(order).toEqual(acknowledged);
      await expectConsistent(orders, order?.state === 'paid');
      await expectEntries(server, order?.state === 'paid' ? 3 : 1);
    },
  );

  test.each([0, 1])(
    'of a process that dies after %d commits: a new order is there with its triggers or not at all',
    async (steps) => {
      const { server, connection, orders } = await fresh();
      const { orders: dying } = await storeOver(diesAfter(connection, steps));
      const acknowledged = await dying.insert(BEFORE, TRIGGER).catch(() => false);
      const order = await orders.get(referenceOf('A-1'));
      expect(order !== undefined).toBe(steps >= 1);
      if (acknowledged) expect(order).toEqual(BEFORE);
      expect(await orders.nextDue('check')).toBe(order ? 5 : undefined);
      expect(await orders.nextDue('deliver')).toBe(order ? 7 : undefined);
      expect(await orders.openOf('U1', 9)).toEqual(order ? [order] : []);
      await expectEntries(server, order ? 1 : 0);
    },
  );

  test.each([0, 1])(
    'of orders saved together, by a process that dies after %d commits: all are there or none is',
    async (steps) => {
      const { server, connection, orders } = await fresh();
      await orders.insert(BEFORE);
      const { orders: dying } = await storeOver(diesAfter(connection, steps));
      await dying.saveTogether(TOGETHER).catch(() => undefined);
      await expectTogether(orders, steps >= 1);
      await expectEntries(server, steps >= 1 ? 4 : 1);
    },
  );

  test('of orders saved together that took place: it rejects, all are there, and once more is refused', async () => {
    const { server, connection, orders } = await fresh();
    await orders.insert(BEFORE);
    const { orders: unheard } = await storeOver(losesAnswers(connection));
    await expect(unheard.saveTogether(TOGETHER)).rejects.toThrow('no answer');
    expect(await orders.saveTogether(TOGETHER)).toBe(false);
    await expectTogether(orders, true);
    await expectEntries(server, 4);
  });

  test('but that took place: it rejects, the change is there as a whole, and saving it once more finds it done', async () => {
    const { server, connection, orders } = await fresh();
    await orders.insert(BEFORE);
    const { orders: unheard } = await storeOver(losesAnswers(connection));
    await expect(unheard.save(AFTER, TRIGGER)).rejects.toThrow('no answer');
    await expectConsistent(orders, true);
    await expectEntries(server, 3);
    expect(await orders.save(AFTER, { check: 1, deliver: 1 })).toBeUndefined();
    await expectConsistent(orders, true);
  });

  test('of a new order that took place: it rejects, the order waits in its queues, and the next insert finds it', async () => {
    const { connection, orders } = await fresh();
    const { orders: unheard } = await storeOver(losesAnswers(connection));
    await expect(unheard.insert(BEFORE, TRIGGER)).rejects.toThrow('no answer');
    expect(await orders.insert({ ...BEFORE, agent: 'U2' }, { check: 1 })).toBe(false);
    expect(await orders.get(referenceOf('A-1'))).toEqual(BEFORE);
    expect(await orders.nextDue('check')).toBe(5);
  });

  test('and comes when it is asked for once more: it resolves, whether it took place or not', async () => {
    const { server, connection, orders } = await fresh();
    let lost = 0;
    const isLost = () => {
      lost += 1;
      return lost % 2 === 1;
    };
    const { orders: unheard, ping } = await storeOver(losesAnswers(connection, isLost));
    expect(await unheard.insert(BEFORE, TRIGGER)).toBe(true);
    expect(await unheard.save(AFTER)).toMatchObject({ version: 1 });
    // What a ping puts is not compared itself.
    await ping();
    await expectConsistent(orders, true);
    await expectEntries(server, 3);
    const unsent = {
      ...connection,
      async write<Reply>(...commit: Parameters<typeof connection.write>) {
        if (isLost()) throw new Error('not sent', { cause: new Error('not sent') });
        return connection.write<Reply>(...commit);
      },
    };
    const { orders: late } = await storeOver(unsent);
    expect(await late.insert(sampleOrder('B-1'))).toBe(true);
    expect(await orders.get(referenceOf('B-1'))).toEqual(sampleOrder('B-1'));
  });

  test('and is asked for once more after a later one: it rejects, because nobody knows whether it took place', async () => {
    const { connection, orders } = await fresh();
    await orders.insert(BEFORE);
    let isFirst = true;
    const { orders: late } = await storeOver({
      ...connection,
      async write<Reply>(...commit: Parameters<typeof connection.write>) {
        const answer = await connection.write<Reply>(...commit);
        if (!isFirst) return answer;
        isFirst = false;
        await orders.save({ ...AFTER, version: 1 });
        throw new Error('no answer', { cause: new Error('no answer') });
      },
    });
    await expect(late.save(AFTER)).rejects.toThrow('no answer');
    expect(await orders.get(BEFORE.reference)).toMatchObject({ version: 2 });
  });

  test('and that arrives after a later one changes nothing', async () => {
    const { server, connection, orders } = await fresh();
    await orders.insert(BEFORE);
    const gate = Promise.withResolvers<void>();
    const { orders: slow } = await storeOver(heldUp(connection, gate.promise));
    const late = slow.save({ ...AFTER, agent: 'U2', provider: { trackingId: 't-late' } }, { check: 1 });
    expect(await orders.save(AFTER, TRIGGER)).toMatchObject({ version: 1 });
    gate.resolve();
    expect(await late).toBeUndefined();
    expect(await orders.findByTrackingId('t-late')).toBeUndefined();
    expect(await orders.closedOf('U2', 9)).toEqual([]);
    await expectConsistent(orders, true);
    await expectEntries(server, 3);
  });

  test('of a trigger, a claim or a completion: each took place as a whole or not at all', async () => {
    const { connection, orders } = await fresh();
    await orders.insert(BEFORE);
    const { orders: unheard } = await storeOver(losesAnswers(connection));
    await expect(unheard.trigger('check', BEFORE.reference, 5)).rejects.toThrow('no answer');
    expect(await orders.nextDue('check')).toBe(5);
    // Nobody knows of this claim; it runs out, and the next one says that it is the second.
    await expect(unheard.claim('check', { now: 5, leaseMs: 10, limit: 9 })).rejects.toThrow('no answer');
    expect(await orders.claim('check', { now: 14, leaseMs: 10, limit: 9 })).toEqual([]);
    const [claim] = await orders.claim('check', { now: 15, leaseMs: 10, limit: 9 });
    expect(claim).toMatchObject({ reference: 'A-1', attempt: 2 });
    if (!claim) throw new Error('nothing was claimed');
    await expect(unheard.complete(claim, { at: 50, atIfTriggered: 50 })).rejects.toThrow('no answer');
    await orders.complete(claim, { at: 90, atIfTriggered: 90 });
    expect(await orders.nextDue('check')).toBe(50);
  });

  test('of many saves while the server is killed: each order is in the lists and queues of its stored version only', async () => {
    const server = await startRedis();
    onTestFinished(() => server.remove());
    const store = await openStore(server.url, { clock: systemClock });
    onTestFinished(() => store.close());
    const { orders } = store;
    let isKilled = false;
    const working = Array.from({ length: 20 }, async (_, worker) => {
      for (let count = 0; ; count++) {
        const order = sampleOrder(`K-${worker}-${count}`, {
          provider: { trackingId: `t-${worker}-${count}` },
        });
        try {
          await orders.insert(order, { check: 1 });
          await orders.saveTogether([
            { order: { ...order, state: 'paid', payments }, trigger: { deliver: 2 } },
            {
              order: sampleOrder(`${order.reference}-next`, { agent: 'U2' }),
              isNew: true,
              trigger: { check: 1 },
            },
          ]);
        } catch {
          // A server that only stood still for a while goes on.
          if (isKilled) return;
          await wait(5);
        }
      }
    });
    const countWaiting = async () => Number(await server.ask('ZCARD', '{teller}:due:check'));
    await expect.poll(countWaiting, { timeout: 30_000 }).toBeGreaterThan(450);
    isKilled = true;
    await server.kill();
    await Promise.all(working);
    await server.start();
    await expect.poll(() => store.ping().then(() => 'up', String), { timeout: 30_000 }).toBe('up');

    const next = await orders.openOf('U2', 1e6);
    const [open, recent] = [await orders.openOf('U1', 1e6), await orders.closedOf('U1', 1e6)];
    for (const order of open) expect(order).toMatchObject({ state: 'sending', version: 0 });
    for (const order of recent) expect(order).toMatchObject({ state: 'paid', version: 1 });
    for (const order of [...open, ...recent])
      expect(await orders.findByTrackingId(order.provider.trackingId ?? '')).toEqual(order);
    const names = (list: readonly { reference: string }[]) => list.map(({ reference }) => reference).sort();
    const { orders: searched } = await orders.search([[stateTerm('paid')]], { limit: 1e6 });
    expect(names(searched)).toEqual(names(recent));
    const claim = (queue: 'check' | 'deliver') => orders.claim(queue, { now: 9, leaseMs: 1, limit: 1e6 });
    expect(next.map(({ reference }) => reference.replace('-next', '')).sort()).toEqual(names(recent));
    expect(names(await claim('check'))).toEqual(names([...open, ...recent, ...next]));
    expect(names(await claim('deliver'))).toEqual(names(recent));
    expect(open.length + recent.length).toBeGreaterThan(200);
  });
});

async function expectConsistent(orders: OrderStore, saved: boolean): Promise<void> {
  const names = (list: readonly Order[]) => list.map((order) => order.reference);
  expect(names(await orders.openOf('U1', 9))).toEqual(saved ? [] : ['A-1']);
  expect(names(await orders.closedOf('U1', 9))).toEqual(saved ? ['A-1'] : []);
  expect((await orders.findByTrackingId('t-1'))?.reference).toBe(saved ? 'A-1' : undefined);
  expect(await orders.nextDue('check')).toBe(saved ? 5 : undefined);
  expect(await orders.nextDue('deliver')).toBe(saved ? 7 : undefined);
}

async function expectTogether(orders: OrderStore, saved: boolean): Promise<void> {
  expect(await orders.get(AFTER.reference)).toEqual(saved ? { ...AFTER, version: 1 } : BEFORE);
  expect(await orders.get(referenceOf('B-1'))).toEqual(saved ? sampleOrder('B-1') : undefined);
  expect(await orders.nextDue('check')).toBe(saved ? 5 : undefined);
  expect(await orders.nextDue('deliver')).toBe(saved ? 7 : undefined);
}

/** How many entries all indexes of these orders have together. */
async function expectEntries(server: RedisServer, entries: number): Promise<void> {
  const keys = [
    '{teller}:open:U1',
    '{teller}:recent:U1',
    '{teller}:tracking:t-1',
    '{teller}:entries:1970-01-01',
  ];
  const sizes = await Promise.all(keys.map((key) => server.ask('ZCARD', key)));
  expect(sizes.map(Number).reduce((sum, size) => sum + size, 0)).toBe(entries);
}

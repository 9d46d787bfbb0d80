// A save on Redis takes several steps. Here the process dies after each of them in turn, and another replica takes over.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { type Connection, connect } from '#store/redis/connection.ts';
import { createOrderStore } from '#store/redis/order-store.ts';
import type { OrderStore } from '#store/store.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';
import { sampleOrder } from './sample-order.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

const BEFORE = sampleOrder('A-1', { state: 'pending', createdAt: 10, changedAt: 10 });
const AFTER: Order = { ...BEFORE, state: 'paid', changedAt: 20, service: { trackingId: 't-1' } };
const WAKE = { check: 5, deliver: 7 };

describe.skipIf(NO_REDIS)(`a replica that dies in the middle of a save on Redis${LEFT_OUT}`, () => {
  async function fresh() {
    const { server, store } = await subjects.openSubject();
    onTestFinished(() => store.close());
    const connection = connect(readRedisAddress(server.url));
    onTestFinished(() => connection.close());
    await connection.established;
    // The healthy replica takes every save for abandoned at once.
    return { server, connection, healthy: createOrderStore(connection, { abandonedAfterMs: -1_000 }) };
  }

  // A save of this order is one intent, three entries, the document, the end of the intent and one entry taken away.
  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'after %d steps: a change is there as a whole or not at all',
    async (steps) => {
      const { server, connection, healthy } = await fresh();
      await healthy.insert(BEFORE);
      const dying = createOrderStore(diesAfter(connection, steps));
      const acknowledged = await dying.save(AFTER, WAKE).catch(() => undefined);
      await healthy.claim('check', { now: 0, leaseMs: 1, limit: 1 });
      const order = await healthy.get('A-1');
      expect(order?.state === 'paid').toBe(steps >= 5);
      if (acknowledged) expect(order).toEqual(acknowledged);
      await expectConsistent(healthy, order?.state === 'paid');
      await expectNothingLeftOver(server, order?.state === 'paid' ? 3 : 1);
    },
  );

  // One intent, one entry, the document, the end of the intent.
  test.each([0, 1, 2, 3, 4])(
    'after %d steps: a new order is there with its triggers or not at all',
    async (steps) => {
      const { server, connection, healthy } = await fresh();
      const dying = createOrderStore(diesAfter(connection, steps));
      const acknowledged = await dying.insert(BEFORE, WAKE).catch(() => false);
      await healthy.claim('check', { now: 0, leaseMs: 1, limit: 1 });
      const order = await healthy.get('A-1');
      expect(order !== undefined).toBe(steps >= 3);
      if (acknowledged) expect(order).toEqual(BEFORE);
      expect(await healthy.nextDue('check')).toBe(order ? 5 : undefined);
      expect(await healthy.nextDue('deliver')).toBe(order ? 7 : undefined);
      expect(await healthy.openOf('U1', 9)).toEqual(order ? [order] : []);
      await expectNothingLeftOver(server, order ? 1 : 0);
    },
  );

  test('a save that arrives after it was given up is refused, and a later one goes through', async () => {
    const { connection, healthy } = await fresh();
    await healthy.insert(BEFORE);
    const gate = Promise.withResolvers<void>();
    const slow: Connection = {
      ...connection,
      async run(lua, keys, args) {
        if (keys[0]?.startsWith('teller:{order:')) await gate.promise;
        return connection.run(lua, keys, args);
      },
    };
    const late = createOrderStore(slow).save(AFTER, WAKE);
    await expect.poll(() => connection.ask(undefined, 'ZCARD', 'teller:{work}:intents')).toBe(1);
    await healthy.claim('check', { now: 0, leaseMs: 1, limit: 1 });
    gate.resolve();
    await expect(late).rejects.toThrow('given up');
    await expectConsistent(healthy, false);
    expect(await healthy.save(AFTER, WAKE)).toMatchObject({ version: 1 });
    await expectConsistent(healthy, true);
  });

  test('an intent whose save took place is heard although the order has changed again since', async () => {
    const { connection, healthy } = await fresh();
    await healthy.insert(BEFORE);
    await expect(createOrderStore(diesAfter(connection, 5)).save(AFTER, WAKE)).resolves.toBeDefined();
    await healthy.save({ ...AFTER, version: 1, changedAt: 30 });
    await healthy.claim('check', { now: 0, leaseMs: 1, limit: 1 });
    expect(await healthy.nextDue('deliver')).toBe(7);
    expect(await healthy.recentOf('U1', 9)).toEqual([{ ...AFTER, version: 2, changedAt: 30 }]);
  });

  test('what the dead one began does not hide an order that is saved by another meanwhile', async () => {
    const { server, connection, healthy } = await fresh();
    await healthy.insert(BEFORE);
    const dying = createOrderStore(diesAfter(connection, 4));
    await expect(dying.save({ ...AFTER, payment: { ...PAYMENT, paidAt: 99 } }, WAKE)).rejects.toThrow('dead');
    expect(await healthy.findByTrackingId('t-1')).toBeUndefined();
    expect(await healthy.openOf('U1', 9)).toEqual([BEFORE]);
    await healthy.save(AFTER, WAKE);
    await expectConsistent(healthy, true);
    await healthy.claim('check', { now: 0, leaseMs: 1, limit: 1 });
    await expectConsistent(healthy, true);
    await expectNothingLeftOver(server, 3);
  });
});

const PAYMENT = { paid: BEFORE.amount, method: 'MpesaKE', confirmationCode: 'S', payer: '2547xxx' };

/** The connection of a process that is gone after `steps` commands: whatever it would ask then is never asked. */
function diesAfter(connection: Connection, steps: number): Connection {
  const asked: Promise<unknown>[] = [];
  async function alive<Value>(work: () => Promise<Value>): Promise<Value> {
    if (asked.length === steps) {
      await Promise.allSettled(asked);
      throw new Error('dead');
    }
    const answer = work();
    asked.push(answer);
    return answer;
  }
  return {
    ...connection,
    ask: (...command) => alive(() => connection.ask(...command)),
    run: (...script) => alive(() => connection.run(...script)),
  };
}

async function expectConsistent(orders: OrderStore, saved: boolean): Promise<void> {
  const names = (orders: readonly Order[]) => orders.map((order) => order.reference);
  expect(names(await orders.openOf('U1', 9))).toEqual(saved ? [] : ['A-1']);
  expect(names(await orders.recentOf('U1', 9))).toEqual(saved ? ['A-1'] : []);
  const page = await orders.paidBetween({ from: 0, to: 100 }, { limit: 9 });
  expect(names(page.orders)).toEqual(saved ? ['A-1'] : []);
  expect((await orders.findByTrackingId('t-1'))?.reference).toBe(saved ? 'A-1' : undefined);
  expect(await orders.nextDue('check')).toBe(saved ? 5 : undefined);
  expect(await orders.nextDue('deliver')).toBe(saved ? 7 : undefined);
}

/** After the lists were read, the indexes hold what the order is found by and no intent is open. */
async function expectNothingLeftOver(server: RedisServer, entries: number): Promise<void> {
  const keys = ['teller:open:U1', 'teller:recent:U1', 'teller:tracking:t-1', 'teller:paid'];
  const sizes = await Promise.all(keys.map((key) => server.ask('ZCARD', key)));
  expect(sizes.map(Number).reduce((sum, size) => sum + size, 0)).toBe(entries);
  expect(await server.ask('ZCARD', 'teller:{work}:intents')).toBe(0);
}

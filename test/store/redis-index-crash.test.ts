// The search index on Redis when the process that brings orders into it dies, or is slower than others.
import { afterAll, describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import type { Connection } from '#store/redis/connection.ts';
import { createDigestReader } from '#store/redis/store-key.ts';
import { createTermDigest } from '#store/search-page.ts';
import { stateTerm } from '#store/search-terms.ts';
import type { OrderStore } from '#store/store.ts';
import { paymentOf } from '#test/orders/any-event.ts';
import { diesAfter, heldUp } from './broken-connection.ts';
import { KEYS, openBeside, storeOver } from './redis-over-connection.ts';
import { LEFT_OUT, NO_REDIS } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';
import { sampleOrder } from './sample-order.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

const BEFORE = sampleOrder('A-1', { state: 'pending' });
const AFTER: Order = { ...BEFORE, state: 'paid', payments: [paymentOf(BEFORE.amount)] };

describe.skipIf(NO_REDIS)(`the search index on Redis${LEFT_OUT}`, () => {
  const fresh = () => openBeside(subjects);

  test.each([0, 1, 2, 3])(
    'a process that dies after %d commands while it indexes what was saved keeps nobody from finding it',
    async (steps) => {
      const { connection, orders } = await fresh();
      await orders.insert(BEFORE);
      await orders.search([], { limit: 1 });
      await orders.save(AFTER);
      const digest = createDigestReader(connection, KEYS);
      await digest();
      const dying = storeOver(diesAfter(connection, steps), digest);
      await dying.search([[stateTerm('paid')]], { limit: 9 }).catch(() => undefined);
      expect(await namesOf(orders, 'paid')).toEqual(['A-1']);
      expect(await namesOf(orders, 'pending')).toEqual([]);
    },
  );

  test('what was read of an order before it was saved and indexed anew changes nothing any more', async () => {
    const { connection, orders } = await fresh();
    await orders.insert(BEFORE);
    const gate = Promise.withResolvers<void>();
    const slow = heldUp(connection, gate.promise);
    const late = storeOver(slow, createDigestReader(connection, KEYS)).search([], { limit: 9 });
    // Answered after what the slow one has asked before.
    await connection.ask(undefined, 'PING');
    await connection.ask(undefined, 'PING');
    await connection.ask(undefined, 'PING');
    await orders.save(AFTER);
    expect(await namesOf(orders, 'paid')).toEqual(['A-1']);
    gate.resolve();
    await late;
    expect(await namesOf(orders, 'paid')).toEqual(['A-1']);
    expect(await namesOf(orders, 'pending')).toEqual([]);
  });

  test('what a process saved long ago takes nothing back that others have saved and indexed since', async () => {
    const { connection, orders } = await fresh();
    const readDigest = createDigestReader(connection, KEYS);
    const digest = await readDigest();
    const paid = KEYS.term(createTermDigest(digest, 'base64url')(stateTerm('paid')));
    const seen: unknown[] = [];
    const watched: Connection = {
      ...connection,
      async run(lua, keys, args) {
        const reply = await connection.run(lua, keys, args);
        seen.push(await connection.ask(paid, 'ZCARD', paid));
        return reply;
      },
    };
    const first = storeOver(watched, readDigest);
    await first.insert(BEFORE);
    await orders.search([], { limit: 1 });
    const saved = await orders.save(AFTER);
    expect(await namesOf(orders, 'paid')).toEqual(['A-1']);
    await orders.save({ ...(saved ?? AFTER), description: 'Flour' });
    seen.length = 0;
    expect(await namesOf(first, 'paid')).toEqual(['A-1']);
    // The search of another process may come between the steps of this one.
    expect(seen).not.toContain(0);
    expect(seen.length).toBeGreaterThan(1);
  });

  test('searches of one moment bring what waits into the index together, and each finds what was saved before it', async () => {
    const { connection, orders } = await fresh();
    const names = Array.from({ length: 60 }, (_, number) => `A-${number}`);
    for (const name of names) await orders.insert(sampleOrder(name, { state: 'pending' }));
    const readDigest = createDigestReader(connection, KEYS);
    await readDigest();
    const read: unknown[] = [];
    const watched: Connection = {
      ...connection,
      ask(key, ...command) {
        if (command[0] === 'HMGET') read.push(key);
        return connection.ask(key, ...command);
      },
    };
    const another = storeOver(watched, readDigest);
    const countOf = async () => (await another.search([[stateTerm('pending')]], { limit: 99 })).orders.length;
    const searches = [countOf(), countOf()];
    await connection.ask(undefined, 'PING');
    await orders.insert(sampleOrder('B-1', { state: 'pending' }));
    searches.push(countOf(), countOf());
    expect((await Promise.all(searches)).slice(2)).toEqual([61, 61]);
    expect(read.length).toBeLessThanOrEqual(names.length + 1);
  });

  test('a search whose predecessor failed tries by itself', async () => {
    const { connection, orders } = await fresh();
    const readDigest = createDigestReader(connection, KEYS);
    await readDigest();
    await orders.insert(BEFORE);
    let isDown = true;
    const flaky: Connection = {
      ...connection,
      async ask(key, ...command) {
        if (isDown) throw new Error('away');
        return connection.ask(key, ...command);
      },
    };
    const another = storeOver(flaky, readDigest);
    await expect(namesOf(another, 'pending')).rejects.toThrow('away');
    isDown = false;
    expect(await namesOf(another, 'pending')).toEqual(['A-1']);
  });
});

async function namesOf(orders: OrderStore, state: Order['state']): Promise<string[]> {
  const { orders: found } = await orders.search([[stateTerm(state)]], { limit: 9 });
  return found.map(({ reference }) => reference);
}

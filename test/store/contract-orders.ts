// What the store promises of orders: they are stored whole, found again, and changed by one saver at a time.
import { describe, expect, onTestFinished, test } from 'vitest';
import { FORMAT, type Order } from '#orders/order.ts';
import { recurringOrder, referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function ordersContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, orders: subject.store.orders };
  }
  const all = { now: 1_000, leaseMs: 60_000, limit: 100 };

  describe('orders', () => {
    test('an inserted order is got back as it was, also after a restart', async () => {
      const { subject, orders } = await fresh();
      const order = sampleOrder('A-1', { provider: { trackingId: 't-1' }, requestedAt: 5 });
      expect(await orders.insert(order)).toBe(true);
      expect(await orders.get(referenceOf('A-1'))).toEqual(order);
      const reopened = await subject.reopen();
      expect(await reopened.orders.get(referenceOf('A-1'))).toEqual(order);
    });

    test('an order begins at version 0 whatever it was handed in with', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1', { version: 7 }));
      expect(await orders.get(referenceOf('A-1'))).toMatchObject({ version: 0 });
    });

    test('a reference is taken once, and the later order changes nothing, triggers included', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1', { agent: 'U-first' }));
      expect(await orders.insert(sampleOrder('A-1', { agent: 'U-second' }), { check: 1 })).toBe(false);
      expect(await orders.get(referenceOf('A-1'))).toMatchObject({ agent: 'U-first' });
      expect(await orders.nextDue('check')).toBeUndefined();
    });

    test('of many inserts of one reference, by two replicas at once, exactly one wins', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      const answers = await Promise.all(
        [orders, other, orders, other].map((one, index) =>
          one.insert(sampleOrder('A-1', { agent: `U${index}` })),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await orders.get(referenceOf('A-1'))).toMatchObject({ agent: `U${answers.indexOf(true)}` });
    });

    test('references, tracking ids and account numbers that nobody has are answered with nothing', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      expect(await orders.get(referenceOf('a-1'))).toBeUndefined();
      expect(await orders.findByTrackingId('t-1')).toBeUndefined();
      expect(await orders.findByTrackingId('')).toBeUndefined();
      expect(await orders.findByAccountNumber('S-1')).toEqual([]);
    });

    test('an order is found by its tracking id from the save that brought it', async () => {
      const { orders } = await fresh();
      const order = sampleOrder('A-1');
      await orders.insert(order);
      const first = await orders.save({ ...order, provider: { trackingId: 't-1' } });
      expect(await orders.findByTrackingId('t-1')).toEqual(first);
      await orders.save({ ...order, version: 1, provider: { trackingId: 't-2' } });
      expect(await orders.findByTrackingId('t-1')).toBeUndefined();
      expect(await orders.findByTrackingId('t-2')).toMatchObject({ reference: 'A-1', version: 2 });
    });

    test('two orders with one tracking id are both stored, and the older one is found', async () => {
      const { orders } = await fresh();
      const provider = { trackingId: 't-1' };
      expect(await orders.insert(sampleOrder('A-2', { provider, createdAt: 2 }))).toBe(true);
      expect(await orders.insert(sampleOrder('A-1', { provider, createdAt: 1 }))).toBe(true);
      expect(await orders.findByTrackingId('t-1')).toMatchObject({ reference: 'A-1' });
      expect(await orders.get(referenceOf('A-2'))).toMatchObject({ provider });
    });

    test('recurring orders are found by account number, newest first, and no others', async () => {
      const { orders } = await fresh();
      await orders.insert(recurringOrder('A-2', 'S-1', 20));
      await orders.insert(recurringOrder('A-3', 'S-1', 30));
      await orders.insert(recurringOrder('A-1', 'S-1', 10));
      await orders.insert(recurringOrder('B-1', 'S-2', 40));
      await orders.insert(sampleOrder('C-1', { provider: { accountNumber: 'S-1' } }));
      const references = async (account: string) =>
        (await orders.findByAccountNumber(account)).map((order) => order.reference);
      expect(await references('S-1')).toEqual(['A-3', 'A-2', 'A-1']);
      await orders.save(recurringOrder('B-1', 'S-1', 40));
      expect(await references('S-1')).toEqual(['B-1', 'A-3', 'A-2', 'A-1']);
      expect(await references('S-2')).toEqual([]);
    });

    test('a save raises the version by one and answers what is now stored', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      const saved = await orders.save(sampleOrder('A-1', { state: 'pending' }));
      expect(saved).toEqual(sampleOrder('A-1', { state: 'pending', version: 1 }));
      expect(await orders.get(referenceOf('A-1'))).toEqual(saved);
    });

    test('a save on an older version changes nothing, triggers included', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      const kept = await orders.save(sampleOrder('A-1', { state: 'pending' }));
      const late = sampleOrder('A-1', { state: 'failed', provider: { trackingId: 't-late' } });
      expect(await orders.save(late, { check: 1, deliver: 1 })).toBeUndefined();
      expect(await orders.get(referenceOf('A-1'))).toEqual(kept);
      expect(await orders.findByTrackingId('t-late')).toBeUndefined();
      expect(await orders.claim('check', all)).toEqual([]);
      expect(await orders.claim('deliver', all)).toEqual([]);
    });

    test('a save of an order that was never inserted stores nothing', async () => {
      const { orders } = await fresh();
      expect(await orders.save(sampleOrder('A-1'), { check: 1 })).toBeUndefined();
      expect(await orders.get(referenceOf('A-1'))).toBeUndefined();
      expect(await orders.nextDue('check')).toBeUndefined();
    });

    test('of savers at the same version, by two replicas at once, exactly one wins', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      await orders.insert(sampleOrder('A-1'));
      const answers = await Promise.all(
        [orders, other, orders, other].map((one, index) =>
          one.save(sampleOrder('A-1', { agent: `U${index}` })),
        ),
      );
      const won = answers.filter((answer) => answer !== undefined);
      expect(won).toHaveLength(1);
      expect(await other.get(referenceOf('A-1'))).toEqual(won[0]);
    });

    test('counting up with compare-and-set from two replicas loses no count', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      await orders.insert(sampleOrder('A-1', { description: '0' }));
      async function countUp(one: typeof orders) {
        for (let saved: Order | undefined; !saved; ) {
          const order = await one.get(referenceOf('A-1'));
          if (!order) throw new Error('the order is gone');
          saved = await one.save({ ...order, description: String(Number(order.description) + 1) });
        }
      }
      await Promise.all(Array.from({ length: 20 }, (_, index) => countUp(index % 2 ? orders : other)));
      expect(await orders.get(referenceOf('A-1'))).toMatchObject({ description: '20', version: 20 });
    });

    test.each([
      ['cut off', '{"schemaVersion":1,"ver'],
      ['not an order', '{"schemaVersion":1}'],
      ['of another format', JSON.stringify({ ...sampleOrder('BAD-1'), schemaVersion: FORMAT + 1 })],
    ])('a damaged document (%s) fails alone and names its order', async (_, document) => {
      const { subject, orders } = await fresh();
      const trigger = { check: 1, deliver: 1 };
      await orders.insert(sampleOrder('BAD-1', { provider: { trackingId: 't-bad' } }), trigger);
      await orders.insert(sampleOrder('A-1'), trigger);
      await subject.damage(referenceOf('BAD-1'), document);
      await expect(orders.get(referenceOf('BAD-1'))).rejects.toThrow('BAD-1');
      await expect(orders.findByTrackingId('t-bad')).rejects.toThrow('BAD-1');
      expect(await orders.get(referenceOf('A-1'))).toMatchObject({ reference: 'A-1' });
      const claims = await orders.claim('check', all);
      expect(claims.map((claim) => claim.reference).sort()).toEqual(['A-1', 'BAD-1']);
    });
  });
}

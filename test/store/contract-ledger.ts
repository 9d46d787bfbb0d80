// The ledger's promises: orders are kept whole, found again, and changed by one saver at a time.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { recurringOrder, referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function ledgerContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, ledger: subject.store.ledger };
  }
  const all = { now: 1_000, leaseMs: 60_000, limit: 100 };

  describe('ledger', () => {
    test('an inserted order is got back as it was, also after a restart', async () => {
      const { subject, ledger } = await fresh();
      const order = sampleOrder('A-1', { service: { trackingId: 't-1' }, calledAt: 5 });
      expect(await ledger.insert(order)).toBe(true);
      expect(await ledger.get('A-1')).toEqual(order);
      const reopened = await subject.reopen();
      expect(await reopened.ledger.get('A-1')).toEqual(order);
    });

    test('an order begins at version 0 whatever it was handed in with', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1', { version: 7 }));
      expect(await ledger.get('A-1')).toMatchObject({ version: 0 });
    });

    test('a reference is taken once, and the later order changes nothing, wakes included', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1', { agent: 'U-first' }));
      expect(await ledger.insert(sampleOrder('A-1', { agent: 'U-second' }), { look: 1 })).toBe(false);
      expect(await ledger.get('A-1')).toMatchObject({ agent: 'U-first' });
      expect(await ledger.nextDue('look')).toBeUndefined();
    });

    test('of many inserts of one reference, by two replicas at once, exactly one wins', async () => {
      const { subject, ledger } = await fresh();
      const other = (await subject.another()).ledger;
      const answers = await Promise.all(
        [ledger, other, ledger, other].map((one, index) =>
          one.insert(sampleOrder('A-1', { agent: `U${index}` })),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await ledger.get('A-1')).toMatchObject({ agent: `U${answers.indexOf(true)}` });
    });

    test('references, tracking ids and account numbers that nobody has are answered with nothing', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'));
      expect(await ledger.get('a-1')).toBeUndefined();
      expect(await ledger.findByTrackingId('t-1')).toBeUndefined();
      expect(await ledger.findByTrackingId('')).toBeUndefined();
      expect(await ledger.findByAccountNumber('S-1')).toEqual([]);
    });

    test('an order is found by its tracking id from the save that brought it', async () => {
      const { ledger } = await fresh();
      const order = sampleOrder('A-1');
      await ledger.insert(order);
      const first = await ledger.save({ ...order, service: { trackingId: 't-1' } });
      expect(await ledger.findByTrackingId('t-1')).toEqual(first);
      await ledger.save({ ...order, version: 1, service: { trackingId: 't-2' } });
      expect(await ledger.findByTrackingId('t-1')).toBeUndefined();
      expect(await ledger.findByTrackingId('t-2')).toMatchObject({ reference: 'A-1', version: 2 });
    });

    test('two orders with one tracking id are both kept, and the older one is found', async () => {
      const { ledger } = await fresh();
      const service = { trackingId: 't-1' };
      expect(await ledger.insert(sampleOrder('A-2', { service, createdAt: 2 }))).toBe(true);
      expect(await ledger.insert(sampleOrder('A-1', { service, createdAt: 1 }))).toBe(true);
      expect(await ledger.findByTrackingId('t-1')).toMatchObject({ reference: 'A-1' });
      expect(await ledger.get('A-2')).toMatchObject({ service });
    });

    test('recurring orders are found by account number, newest first, and no others', async () => {
      const { ledger } = await fresh();
      await ledger.insert(recurringOrder('A-2', 'S-1', 20));
      await ledger.insert(recurringOrder('A-3', 'S-1', 30));
      await ledger.insert(recurringOrder('A-1', 'S-1', 10));
      await ledger.insert(recurringOrder('B-1', 'S-2', 40));
      await ledger.insert(sampleOrder('C-1', { service: { accountNumber: 'S-1' } }));
      const references = async (account: string) =>
        (await ledger.findByAccountNumber(account)).map((order) => order.reference);
      expect(await references('S-1')).toEqual(['A-3', 'A-2', 'A-1']);
      await ledger.save(recurringOrder('B-1', 'S-1', 40));
      expect(await references('S-1')).toEqual(['B-1', 'A-3', 'A-2', 'A-1']);
      expect(await references('S-2')).toEqual([]);
    });

    test('a save raises the version by one and answers what is now kept', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'));
      const saved = await ledger.save(sampleOrder('A-1', { state: 'pending' }));
      expect(saved).toEqual(sampleOrder('A-1', { state: 'pending', version: 1 }));
      expect(await ledger.get('A-1')).toEqual(saved);
    });

    test('a save on an older version changes nothing, wakes included', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'));
      const kept = await ledger.save(sampleOrder('A-1', { state: 'pending' }));
      const late = sampleOrder('A-1', { state: 'failed', service: { trackingId: 't-late' } });
      expect(await ledger.save(late, { look: 1, announce: 1 })).toBeUndefined();
      expect(await ledger.get('A-1')).toEqual(kept);
      expect(await ledger.findByTrackingId('t-late')).toBeUndefined();
      expect(await ledger.claim('look', all)).toEqual([]);
      expect(await ledger.claim('announce', all)).toEqual([]);
    });

    test('a save of an order that was never inserted keeps nothing', async () => {
      const { ledger } = await fresh();
      expect(await ledger.save(sampleOrder('A-1'), { look: 1 })).toBeUndefined();
      expect(await ledger.get('A-1')).toBeUndefined();
      expect(await ledger.nextDue('look')).toBeUndefined();
    });

    test('of savers at the same version, by two replicas at once, exactly one wins', async () => {
      const { subject, ledger } = await fresh();
      const other = (await subject.another()).ledger;
      await ledger.insert(sampleOrder('A-1'));
      const answers = await Promise.all(
        [ledger, other, ledger, other].map((one, index) =>
          one.save(sampleOrder('A-1', { agent: `U${index}` })),
        ),
      );
      const won = answers.filter((answer) => answer !== undefined);
      expect(won).toHaveLength(1);
      expect(await other.get('A-1')).toEqual(won[0]);
    });

    test('counting up with compare-and-set from two replicas loses no count', async () => {
      const { subject, ledger } = await fresh();
      const other = (await subject.another()).ledger;
      await ledger.insert(sampleOrder('A-1', { description: '0' }));
      async function countUp(one: typeof ledger) {
        for (let saved: Order | undefined; !saved; ) {
          const order = await one.get('A-1');
          if (!order) throw new Error('the order is gone');
          saved = await one.save({ ...order, description: String(Number(order.description) + 1) });
        }
      }
      await Promise.all(Array.from({ length: 20 }, (_, index) => countUp(index % 2 ? ledger : other)));
      expect(await ledger.get('A-1')).toMatchObject({ description: '20', version: 20 });
    });

    test.each([
      ['cut off', '{"shape":1,"ver'],
      ['not an order', '{"shape":1}'],
      ['from another age', '{"shape":99}'],
    ])('a damaged document (%s) fails alone and names its order', async (_, document) => {
      const { subject, ledger } = await fresh();
      const wake = { look: 1, announce: 1 };
      await ledger.insert(sampleOrder('BAD-1', { service: { trackingId: 't-bad' } }), wake);
      await ledger.insert(sampleOrder('A-1'), wake);
      await subject.damage(referenceOf('BAD-1'), document);
      await expect(ledger.get('BAD-1')).rejects.toThrow('BAD-1');
      await expect(ledger.findByTrackingId('t-bad')).rejects.toThrow('BAD-1');
      expect(await ledger.get('A-1')).toMatchObject({ reference: 'A-1' });
      const claims = await ledger.claim('look', all);
      expect(claims.map((claim) => claim.reference).sort()).toEqual(['A-1', 'BAD-1']);
    });
  });
}

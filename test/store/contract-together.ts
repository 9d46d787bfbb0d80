// What the store promises of several orders that are saved together: all of them in one step, or none.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderStore } from '#store/store.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function saveTogetherContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, orders: subject.store.orders };
  }
  const claimed = async (orders: OrderStore, queue: 'check' | 'deliver') =>
    (await orders.claim(queue, { now: 1_000, leaseMs: 60_000, limit: 100 })).map(
      ({ reference }) => reference,
    );

  describe('orders that are saved together', () => {
    test('are all stored, found and triggered, the new one at version 0 and the others one version on', async () => {
      const { subject, orders } = await fresh();
      const old = sampleOrder('A-1', { provider: { trackingId: 't-1' } });
      await orders.insert(old);
      const changes = [
        {
          order: { ...old, state: 'failed', provider: { trackingId: 't-2' } } as const,
          trigger: { deliver: 5 },
        },
        { order: sampleOrder('B-1', { version: 7 }), isNew: true, trigger: { check: 6 } },
      ] as const;
      expect(await orders.saveTogether(changes)).toBe(true);
      const reopened = (await subject.reopen()).orders;
      expect(await reopened.get(old.reference)).toEqual({ ...changes[0].order, version: 1 });
      expect(await reopened.get(referenceOf('B-1'))).toEqual(sampleOrder('B-1'));
      expect(await reopened.findByTrackingId('t-1')).toBeUndefined();
      expect(await reopened.findByTrackingId('t-2')).toMatchObject({ reference: 'A-1' });
      expect(await reopened.openOf('U1', 9)).toHaveLength(2);
      expect(await claimed(reopened, 'check')).toEqual(['B-1']);
      expect(await claimed(reopened, 'deliver')).toEqual(['A-1']);
    });

    test.each(['first', 'last'])(
      'change nothing when the %s of them is stored in another version',
      async (where) => {
        const { orders } = await fresh();
        await orders.insert(sampleOrder('A-1'));
        const kept = await orders.save(sampleOrder('A-1', { state: 'pending' }));
        const late = {
          order: sampleOrder('A-1', { provider: { trackingId: 't-late' } }),
          trigger: { check: 1 },
        };
        const added = { order: sampleOrder('B-1'), isNew: true, trigger: { check: 1 } } as const;
        expect(await orders.saveTogether(where === 'first' ? [late, added] : [added, late])).toBe(false);
        expect(await orders.get(referenceOf('A-1'))).toEqual(kept);
        expect(await orders.get(referenceOf('B-1'))).toBeUndefined();
        expect(await orders.findByTrackingId('t-late')).toBeUndefined();
        expect(await orders.openOf('U1', 9)).toEqual([kept]);
        expect(await orders.nextDue('check')).toBeUndefined();
      },
    );

    test('change nothing when the reference of a new one is taken', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      await orders.insert(sampleOrder('B-1', { agent: 'U-first' }));
      const change = { order: sampleOrder('A-1', { state: 'pending' }), trigger: { deliver: 1 } };
      const taken = { order: sampleOrder('B-1', { agent: 'U-second' }), isNew: true } as const;
      expect(await orders.saveTogether([change, taken])).toBe(false);
      expect(await orders.get(referenceOf('A-1'))).toEqual(sampleOrder('A-1'));
      expect(await orders.get(referenceOf('B-1'))).toMatchObject({ agent: 'U-first' });
      expect(await orders.nextDue('deliver')).toBeUndefined();
    });

    test('change nothing when one that is not new is not stored', async () => {
      const { orders } = await fresh();
      const added = { order: sampleOrder('B-1'), isNew: true } as const;
      expect(await orders.saveTogether([added, { order: sampleOrder('A-1') }])).toBe(false);
      expect(await orders.get(referenceOf('A-1'))).toBeUndefined();
      expect(await orders.get(referenceOf('B-1'))).toBeUndefined();
    });

    test('must be different orders: one that is there twice rejects, and nothing is stored', async () => {
      const { orders } = await fresh();
      const twice = [0, 0].map(() => ({ order: sampleOrder('A-1'), isNew: true }) as const);
      await expect(orders.saveTogether(twice)).rejects.toThrow('only once');
      expect(await orders.get(referenceOf('A-1'))).toBeUndefined();
      expect(await orders.saveTogether([])).toBe(true);
    });

    test('of two replicas that add a resend to the same order at once, exactly one does', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      await orders.insert(sampleOrder('A-1'));
      const answers = await Promise.all(
        [orders, other, orders, other].map((one, index) =>
          one.saveTogether([
            { order: sampleOrder('A-1', { description: `B-${index}` }) },
            { order: sampleOrder(`B-${index}`), isNew: true, trigger: { check: 1 } },
          ]),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      const winner = `B-${answers.indexOf(true)}`;
      expect(await other.get(referenceOf('A-1'))).toMatchObject({ description: winner, version: 1 });
      for (const index of answers.keys())
        expect((await other.get(referenceOf(`B-${index}`)))?.reference).toBe(
          `B-${index}` === winner ? winner : undefined,
        );
      expect(await claimed(other, 'check')).toEqual([winner]);
    });

    test('and refused take no other write of the same moment with them', async () => {
      const { orders } = await fresh();
      const refused = [{ order: sampleOrder('B-1'), isNew: true }, { order: sampleOrder('X-1') }] as const;
      const answers = await Promise.all([
        orders.insert(sampleOrder('A-1'), { check: 1 }),
        orders.saveTogether(refused),
        orders.insert(sampleOrder('C-1'), { check: 1 }),
      ]);
      expect(answers).toEqual([true, false, true]);
      expect((await claimed(orders, 'check')).sort()).toEqual(['A-1', 'C-1']);
      expect(await orders.get(referenceOf('B-1'))).toBeUndefined();
    });

    test('any orders at any versions: all are stored if all fit, and else none', async () => {
      const { orders } = await fresh();
      let run = 0;
      const change = fc.record({
        name: fc.constantFrom('A', 'B', 'C'),
        version: fc.integer({ min: -1, max: 2 }),
      });
      const step = fc.uniqueArray(change, { selector: ({ name }) => name, minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          run += 1;
          // Version -1 stands for a new order.
          const stored = new Map<string, number>();
          for (const changes of steps) {
            const fits = changes.every(({ name, version }) => (stored.get(name) ?? -1) === version);
            const saved = await orders.saveTogether(
              changes.map(({ name, version }) =>
                version < 0
                  ? { order: sampleOrder(`${name}-${run}`), isNew: true }
                  : { order: sampleOrder(`${name}-${run}`, { version }) },
              ),
            );
            expect(saved).toBe(fits);
            if (fits) for (const { name, version } of changes) stored.set(name, version + 1);
            for (const name of ['A', 'B', 'C'])
              expect((await orders.get(referenceOf(`${name}-${run}`)))?.version).toBe(stored.get(name));
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

// Where bulks are kept: what names customers stays no longer than somebody works on them.
import { expect, it } from 'vitest';
import { storedReference } from '#orders/reference.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import { startRig } from '#test/payments/status/rig.ts';

const MINUTE = 60_000;
const REFERENCE = storedReference.parse('INV-1');
const ROWS = [
  {
    row: 2,
    reference: REFERENCE,
    amount: { amount: '20', currency: 'KES' },
    description: 'Flour',
    customer: { firstName: 'Jane' },
    typedReference: true,
  },
];

it.each([0, 1, 2, 3])(
  'the rows of a bulk whose beginning was cut off after %s writes are gone once nobody can confirm it',
  async (writes) => {
    const { store, clock } = await startRig();
    const keyValues = store.keyValues('bulks');
    let left = Number.POSITIVE_INFINITY;
    const cutOff = {
      get: keyValues.get.bind(keyValues),
      delete: keyValues.delete.bind(keyValues),
      set: async (key: string, value: unknown, ttlMs?: number) => {
        left -= 1;
        if (left < 0) throw new Error('the process ended');
        return keyValues.set(key, value, ttlMs);
      },
    };
    const bulkStore = createBulkStore({ ...store, keyValues: cutOff, clock });
    const bulk = {
      id: 'b1',
      kind: 'link',
      by: 'U1',
      channel: 'C1',
      fileDigest: 'digest',
      isAsked: false,
      state: 'checked',
      rows: [{ row: 2, reference: REFERENCE }],
      refused: [],
    } as const;
    await bulkStore.keep(bulk, ROWS);
    left = writes;
    const held = { confirm: async () => {} };
    await expect(bulkStore.begin({ ...bulk, state: 'running' }, ROWS, held)).rejects.toThrow(
      'the process ended',
    );
    left = Number.POSITIVE_INFINITY;
    expect(await bulkStore.rowsOf(bulk.id)).toHaveLength(1);

    clock.advance(61 * MINUTE);
    // As the process that works on bulks does.
    for (const id of await bulkStore.list()) if (!(await bulkStore.read(id))) await bulkStore.leave(id);
    expect(await bulkStore.rowsOf(bulk.id)).toEqual([]);
    expect(await bulkStore.list()).toEqual([]);
  },
);

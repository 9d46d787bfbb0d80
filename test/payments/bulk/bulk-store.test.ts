// Where bulks are kept: what names customers stays no longer than somebody works on them.
import { expect, it } from 'vitest';
import { storedReference } from '#orders/reference.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import { createDeedRecorder } from '#slack/access/deed-recorder.ts';
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

it.each([
  ['before it was stopped', false, true],
  ['after it was stopped, before the answer came', true, false],
])(
  'who stops a bulk is in the audit record once, also when the store failed %s',
  async (_, isStored, isFirst) => {
    const { store, clock } = await startRig();
    const keyValues = store.keyValues('bulks');
    let fails = true;
    const failing = {
      get: keyValues.get.bind(keyValues),
      delete: keyValues.delete.bind(keyValues),
      set: async (key: string, value: unknown, ttlMs?: number) => {
        const isFailing = fails && key === 'b1 stop';
        if (!isFailing || isStored) await keyValues.set(key, value, ttlMs);
        if (isFailing) throw new Error('the store went away');
      },
    };
    const bulkStore = createBulkStore({ ...store, keyValues: failing, clock });
    const { recordFirstOnce } = createDeedRecorder({ ...store, clock, reporter: { error: () => '' } });
    const press = (who: string) =>
      bulkStore.stop('b1', who, (since) =>
        recordFirstOnce({ who, deed: 'stopped_bulk', outcome: 'C1 b1' }, since),
      );
    await expect(press('U1')).rejects.toThrow('the store went away');
    fails = false;
    clock.advance(2 * MINUTE);
    expect(await press('U1')).toEqual({ by: 'U1', isFirst });
    expect(await press('U2')).toEqual({ by: 'U1', isFirst: false });
    const { lines } = await store.audit.linesBetween({ from: 0, to: Number.MAX_SAFE_INTEGER }, { limit: 9 });
    expect(lines.map(({ who, deed }) => `${who} ${deed}`)).toEqual(['U1 stopped_bulk']);
  },
);

it('a bulk is not stopped when who stops it cannot be recorded', async () => {
  const { store, clock } = await startRig();
  const bulkStore = createBulkStore({ ...store, keyValues: store.keyValues('bulks'), clock });
  await expect(bulkStore.stop('b1', 'U1', () => Promise.reject(new Error('no line')))).rejects.toThrow(
    'no line',
  );
  expect(await bulkStore.stoppedBy('b1')).toBeUndefined();
});

// What is done for a bulk in one round, when another process died in the middle of it.
import { expect, it } from 'vitest';
import type { Bulk } from '#payments/bulk/stored-bulk.ts';
import { createBulkCare } from '#slack/delivery/bulk-care.ts';
import { begin, rowOf } from '#test/payments/bulk/sending.ts';
import { startRig } from '#test/payments/ordering/rig.ts';

it('the rows of a bulk whose process died right after it had ended are erased by the next one, once', async () => {
  const rig = await startRig();
  let erased = 0;
  const bulk = await begin(rig, [rowOf(2)]);
  const ended: Bulk = { ...bulk, state: 'ended', ending: 'stopped', endedAt: rig.clock.now() };
  await rig.bulks.save(ended);
  const care = createBulkCare({
    bulks: {
      ...rig.bulks,
      async eraseRows(id) {
        erased += 1;
        await rig.bulks.eraseRows(id);
      },
    },
    messages: {
      show: async (one) => ({ status: 'shown', bulk: one }),
      uploadResult: async (one) => ({ status: 'shown', bulk: one }),
    },
    clock: rig.clock,
  });
  const rows = () => rig.store.keyValues('bulks').get('b1 rows');
  expect(await rows()).toHaveLength(1);
  await care.ended(ended);
  expect(await rows()).toBeUndefined();
  rig.clock.advance(60_000);
  await care.ended(ended);
  expect(erased).toBe(1);
});

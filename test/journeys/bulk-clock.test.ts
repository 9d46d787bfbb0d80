// A bulk that waits for the provider while the machine's clock is set right.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { manyRows, pass, sendFirstRow, untilBulkSays } from './bulks.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('Bulk: it goes on soon after the clock was set back by an hour', async () => {
  await sendFirstRow(rig, manyRows(3), () => {
    rig.provider.faults.refuse({ httpStatus: 409, message: 'Too many' }, {});
  });
  await pass(rig, 300, 5);
  rig.provider.faults.clear();
  rig.clock.advance(-60 * 60_000);
  await untilBulkSays(rig, 'Done', 200);
  await rig.idle();
  expect(rig.provider.prompts).toHaveLength(2);
});

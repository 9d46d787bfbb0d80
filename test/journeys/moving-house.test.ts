// Moving house from one file to another.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveAll } from '#test/maintenance/copy-contract.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { liveThroughMoves } from './moving-house.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('after a move nothing is told again, what waited is told, and nothing is registered anew', async () => {
  await liveThroughMoves(rig, [rig.storeUrl, `${rig.storeUrl}-2`]);
});

it('a moved store is refused at the start, with the address where everything is', async () => {
  await rig.stopBot();
  const { to } = await moveAll({ from: rig.storeUrl, to: `${rig.storeUrl}-2` });
  await expect(rig.startBot()).rejects.toThrow(SAYS.movedTo(to));
});

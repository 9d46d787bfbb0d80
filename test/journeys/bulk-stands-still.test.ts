// Two files, of which the first has stood still for too long.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { checkFile, confirm, manyRows, pass, untilRows } from './bulks.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function send(content: string): Promise<void> {
  await checkFile(rig, content);
  await confirm(rig);
}

it('that another file was begun meanwhile does not let one go on that has stood still for more than an hour', async () => {
  await send(manyRows(4));
  await untilRows(rig, 1);
  rig.provider.faults.refuse({ httpStatus: 409, message: 'Too many' });
  // One row is given up with the provider, and the others wait for that.
  await pass(rig, 300, 5);
  await pass(rig, 50 * 60, 600);
  rig.agent.close();
  await send('phone,amount,description\n0733000001,20,Tea');
  await pass(rig, 20 * 60, 600);
  const before = rig.provider.orders().length;
  rig.provider.faults.clear();
  await until(async () => {
    await pass(rig, 5);
    return rig.provider.orders().some(({ amount }) => amount === 20);
  });
  expect(rig.provider.orders()).toHaveLength(before + 1);
  expect(
    rig
      .cards()
      .map((one) => renderMessage(one))
      .join(),
  ).toContain(SAYS.stalledForHour);
});

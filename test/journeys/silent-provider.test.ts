// A notification that Teller has accepted is followed until the provider says how the order stands, however long that takes.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

async function pass(...waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    rig.clock.advance(wait);
    await rig.idle();
  }
}

it.each([
  ['a prompt, between two checks of its own', sendPrompt, [10 * SECOND]],
  ['a prompt, while a check of its own is due', sendPrompt, [21 * SECOND]],
  ['a link, half a day before its last check', createLink, [DAY, 28 * DAY + SECOND, DAY / 2]],
] as const)('Silent provider: the payment of %s is told after days', async (_, make, waits) => {
  const { card, reference } = await make(rig);
  rig.agent.close();
  await pass(...waits.slice(0, -1));
  const silence = rig.provider.faults.unavailable();
  await pass(waits.at(-1) ?? 0);
  await rig.provider.customer.pay(reference);
  await rig.provider.notificationsSettled();
  await pass(DAY, DAY, DAY);
  expect(rig.readCard(card)).not.toContain(':white_check_mark:');
  silence.end();
  await until(async () => {
    await pass(DAY);
    return rig.readCard(card).includes(':white_check_mark:');
  });
  const replies = await repliesOf(rig, card, 1, ':white_check_mark:');
  expect(replies.filter((reply) => reply.includes(':white_check_mark:'))).toHaveLength(1);
});

// What the agent reads before an order is sent again: whether the earlier one may still be paid.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openForm, theCard } from './agent.ts';
import { newest, openAgain } from './resend.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('the form says nothing of a payment of the first prompt when the service refused that', async () => {
  const error = { code: 'declined', message: 'Amount exceeds default limit' };
  rig.provider.faults.refuse(error, { operation: 'push', times: 1 });
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  await rig.agent.submit();
  const { card } = await theCard(rig, '00 not sent');
  rig.agent.close();
  await openAgain(rig, newest(rig, card));
  expect(rig.readModal()).not.toContain('may still be paid');
  expect(rig.readModal()).not.toContain('SMS with a code');
});

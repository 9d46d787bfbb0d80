// `rig.idle()`, on which every journey relies that says what did not happen.
import { expect, it, onTestFinished } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt } from './agent.ts';
import { startRig } from './rig.ts';

it('a rig is idle only after the slow answer of the service, its reply and its card', async () => {
  const rig = await startRig();
  onTestFinished(rig.stop);
  const { card, reference } = await sendPrompt(rig);
  const answered = Promise.withResolvers<void>();
  rig.provider.faults.slow(answered.promise, { operation: 'getTransactionStatus' });
  await rig.provider.customer.pay(reference);
  expect(rig.replies(card)).toEqual([]);
  setTimeout(answered.resolve, 400);
  await rig.idle();
  expect(rig.replies(card)).toHaveLength(1);
  expect(rig.readCard(card)).toContain(SAYS.paid);
});

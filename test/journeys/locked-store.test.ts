// Another program writes to the SQLite file for a while, as a person does who looks into it with sqlite3.
import { expect, it, onTestFinished } from 'vitest';
import { lockStore } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, repliesOf, sendPrompt } from './agent.ts';
import { startRig } from './rig.ts';

it('Store: another program that writes to the file holds up nothing but writes', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  const { card, reference } = await sendPrompt(rig);
  rig.agent.close();
  await rig.idle();
  const release = await lockStore(rig);
  const paying = rig.provider.customer.pay(reference);
  expect((await fetch(`${rig.botUrl}/healthz`)).status).toBe(200);
  expect(await answerTo(rig, 'help')).toContain('/pay prompt');
  // A notification is listed once it is answered, and nothing can be kept before the lock is gone.
  expect(rig.provider.notifications).toEqual([]);
  await release();
  await paying;
  expect(rig.provider.notifications).toMatchObject([{ attempt: 1, accepted: true }]);
  await repliesOf(rig, card, 1, SAYS.paid);
});

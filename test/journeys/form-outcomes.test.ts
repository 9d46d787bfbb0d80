// What replaces a submitted form waits until Slack has read the answer to it, or Slack would show the answer in its place.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLink } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const updates = () => rig.slack.callsTo('views.update');

/** How long after the form was sent its outcome was shown (ms). */
async function cancelOne(): Promise<number> {
  const { card, reference } = await createLink(rig);
  rig.agent.close();
  await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'cancel_order');
  await rig.idle();
  const before = updates().length;
  await rig.agent.submit();
  await until(() => updates().length > before);
  rig.agent.close();
  const submitted = rig.slack.deliveries.findLast(
    ({ envelope }) => envelope.payload['type'] === 'view_submission',
  );
  return (updates()[before]?.at ?? 0) - (submitted?.at ?? 0);
}

it('Form: its outcome is shown a quarter of a second after its answer', async () => {
  // On a busy machine one may take as long by itself.
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) times.push(await cancelOne());
  expect(Math.min(...times)).toBeGreaterThanOrEqual(250);
});

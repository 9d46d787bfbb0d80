// A link whose deadline is over, while the provider cannot be reached to cancel it: nobody passes it on any more.
import { expect, it, onTestFinished } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink } from './agent.ts';
import { startRig, until } from './rig.ts';
import { answerTo, JANE } from './to-customer.ts';

it('a link whose deadline is over is not passed on, also while the service cannot be asked to cancel it', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  rig.clock.advance(Date.parse('2031-01-10T09:00Z') - rig.clock.now());
  await rig.idle();
  const sent = await createLink(rig, { ...JANE, valid_until: '2031-01-14' });
  rig.agent.close();
  const cardsBefore = rig.cards();
  rig.provider.faults.down();
  rig.clock.advance(Date.parse('2031-01-14T21:01Z') - rig.clock.now());
  await rig.idle();
  const [old = sent.card] = cardsBefore;
  for (const action of ['share_whatsapp', 'show_qr'])
    expect(await answerTo(rig, sent, action, old)).toContain(SAYS.deadlineOfLinkOver);
  // The card says it as well, once, and has nothing to pass on or press any more.
  await until(async () => {
    rig.clock.advance(5_000);
    await rig.idle();
    return rig.readCard(sent.card).includes(SAYS.deadlineChecking);
  });
  expect(rig.readCard(sent.card)).not.toMatch(
    /share_whatsapp|show_qr|open_payment_page|cancel_order|https?:/,
  );
  const edits = () => rig.slack.callsTo('chat.update').length;
  const before = edits();
  for (let minutes = 0; minutes < 3; minutes += 1) {
    rig.clock.advance(10 * 60_000);
    await rig.idle();
  }
  expect(edits()).toBe(before);
  expect(rig.replies(sent.card)).toEqual([]);
  rig.provider.faults.clear();
  await until(async () => {
    rig.clock.advance(60_000);
    await rig.idle();
    return rig.readCard(sent.card).includes(SAYS.cancelled);
  });
  await until(() => rig.replies(sent.card).length === 1);
  expect(rig.replies(sent.card)[0]).toContain(SAYS.deadlineCancelled);
});

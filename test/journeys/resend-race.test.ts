// Two people resend the same link at the same moment: each has the form open before the other has sent it.
import { expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, press, repliesOf } from './agent.ts';
import { newest, openAgain } from './resend.ts';
import { startRig } from './rig.ts';

it('Resend: of two people who resend a link at the same moment one does', async () => {
  const rig = await startRig();
  try {
    const { card } = await createLink(rig);
    rig.agent.close();
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.agent.close();
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    const old = newest(rig, card);
    await openAgain(rig, old);
    await openAgain(rig, old, colleague);
    await Promise.all([rig.agent.submit(), colleague.submit()]);
    await rig.idle();
    expect(rig.provider.orders()).toHaveLength(2);
    expect(rig.provider.requestsTo('submitOrder')).toHaveLength(2);
    expect(rig.cards()).toHaveLength(2);
  } finally {
    await rig.stop();
  }
});

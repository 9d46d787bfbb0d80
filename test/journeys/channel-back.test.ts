// A channel that Teller could not write in for a while: its cards show again how their orders stand.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { askStatus, press, type Sent, sendPrompt, shownTo } from './agent.ts';
import { pass } from './bulks.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const directly = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));

/** A prompt that is paid while its channel takes nothing, and which its agent has been told of directly. */
async function payWhileGone(post: string, edit: string): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  await rig.idle();
  rig.slack.faults.always('chat.update', { kind: 'error', code: edit });
  rig.slack.faults.next('chat.postMessage', { kind: 'error', code: post });
  await rig.provider.customer.pay(sent.reference);
  await until(() => directly().length > 0);
  await rig.idle();
  expect(rig.readCard(sent.card)).toContain(SAYS.waitingForPin);
  return sent;
}

it.each([
  ['archived and opened again', 'is_archived', 'is_inactive'],
  ['private and Teller was removed and invited again', 'channel_not_found', 'channel_not_found'],
])(
  'Check now redraws the card of a payment whose channel was %s, and tells nothing again',
  async (_, post, edit) => {
    const { card } = await payWhileGone(post, edit);
    rig.slack.faults.off();
    await press(rig, card, 'check_order');
    await until(() => shownTo(rig).some((text) => text.includes(SAYS.paidNow)));
    await until(() => rig.readCard(card).includes(SAYS.paid));
    await pass(rig, 600, 60);
    expect(directly()).toHaveLength(1);
    expect(rig.replies(card)).toEqual([]);
  },
);

it('a payment that is found by its reference has its card redrawn, and edited no more once it is', async () => {
  const { card, reference } = await payWhileGone('is_archived', 'is_inactive');
  rig.slack.faults.off();
  expect(await askStatus(rig, reference)).toContain(SAYS.paid);
  await until(() => rig.readCard(card).includes(SAYS.paid));
  await rig.idle();
  const edits = rig.slack.callsTo('chat.update').length;
  await askStatus(rig, reference);
  await pass(rig, 60, 20);
  expect(rig.slack.callsTo('chat.update')).toHaveLength(edits);
});

it('while the channel is still gone, each Check now tries the card once', async () => {
  const { card } = await payWhileGone('is_archived', 'is_inactive');
  const edits = rig.slack.callsTo('chat.update').length;
  await press(rig, card, 'check_order');
  await until(() => rig.slack.callsTo('chat.update').length > edits);
  await pass(rig, 3_600, 600);
  expect(rig.slack.callsTo('chat.update')).toHaveLength(edits + 1);
  expect(directly()).toHaveLength(1);
});

// A provider that repeats what was asked beside "not found", which is no order. The stand-in does so for every unknown name; here with
// the code that has been seen.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, repliesOf, sendPrompt, shownTo, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('Reference: one that the provider does not know is accepted', async () => {
  const unknown = rig.provider.faults.notFound({ code: 'invalid_merchant_reference' });
  await createLink(rig, { id: 'INV-77' });
  await sendPrompt(rig, { id: 'INV-78' });
  expect(unknown.hits).toBeGreaterThan(1);
  expect(rig.provider.orders().map(({ id }) => id)).toEqual(['INV-77', 'INV-78']);
});

it('Lost prompt: one that the provider never got is not called waiting for the PIN', async () => {
  rig.provider.faults.reset({ operation: 'push' });
  rig.provider.faults.notFound({ code: 'invalid_merchant_reference' });
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  await rig.agent.submit();
  await theCard(rig, SAYS.noProviderAnswerYet);
  for (const wait of [21_000, 25_000, 45_000, 91_000]) {
    rig.clock.advance(wait);
    await rig.idle();
  }
  const { card } = await theCard(rig, SAYS.notSentAmount('00'));
  const replies = await repliesOf(rig, card, 1, '[send_again]');
  expect(replies.join()).not.toContain(SAYS.waiting);
});

it('Thread: a forged code is no order', async () => {
  const { card } = await createLink(rig);
  const unknown = rig.provider.faults.notFound({ code: 'invalid_merchant_reference' });
  await rig.agent.mention(rig.slack.channels.sales, 'status SJK7QWERTY', { thread_ts: card.ts });
  const alone = () => shownTo(rig).join();
  await until(() => alone() !== '' || rig.replies(card).length > 1);
  await rig.idle();
  expect(unknown.hits).toBe(1);
  expect(alone()).toContain(SAYS.foundNothingForCode('SJK7QWERTY'));
  expect([...rig.replies(card), alone()].join()).not.toContain(SAYS.amountUnknown);
});

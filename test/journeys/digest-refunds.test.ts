// A channel's digest and money that is to go back: what is under way, and then what was paid back.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf } from './agent.ts';
import { approver, asking, askRefund, codeOf, paidPrompt, startApproversRig } from './approvers.ts';
import { digestChannels } from './digest-channels.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

it('a digest says which refunds are under way, from asking until the money went back', async () => {
  const { sales } = rig.slack.channels;
  const channels = digestChannels(rig);
  async function nextDigest(): Promise<string> {
    const before = channels.digests(sales).length;
    rig.clock.advance(channels.untilTime('18:00'));
    await rig.idle();
    await until(() => channels.digests(sales).length > before);
    return channels.digests(sales).at(-1) ?? '';
  }
  rig.clock.advance(channels.untilTime('12:00'));
  await channels.set(sales, 'daily 18:00');
  expect(await nextDigest()).not.toContain(SAYS.underWay);

  // A request that nobody decides runs out after 24 hours.
  rig.clock.advance(channels.untilTime('12:00'));
  const { card } = await paidPrompt(rig);
  await askRefund(rig, card);
  expect(await nextDigest()).toContain(SAYS.refundsUnderWay('KES 1,500.00'));

  await approver(rig).click(asking(rig, card), 'approve');
  await repliesOf(rig, card, 3, SAYS.stillToCarryOut);
  const afterwards = await nextDigest();
  expect(afterwards).toContain(SAYS.refundsUnderWay('KES 1,500.00'));
  expect(afterwards).not.toContain(SAYS.refunded);

  await rig.provider.operator.approve(codeOf(rig, card));
  await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
  await rig.idle();
  const last = await nextDigest();
  expect(last).toContain(SAYS.refundedNet('KES 1,500.00', 'KES -1,500.00'));
  expect(last).not.toContain(SAYS.underWay);
});

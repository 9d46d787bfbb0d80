// Clocks that jump, and many payments at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a clock that jumps', () => {
  it.each([-600_000, 600_000])(
    'a clock that jumps by %s ms does no harm: payments are announced once',
    async (jumpMs) => {
      const first = await sendPrompt(rig);
      const second = await createLink(rig);
      rig.clock.advance(jumpMs);
      await rig.provider.customer.pay(first.reference);
      await repliesOf(rig, first.card, 1, SAYS.paid);
      // What was due by the old time is done once the clock has caught up, notification or not.
      rig.provider.faults.noNotification();
      await rig.provider.customer.pay(second.reference);
      rig.clock.advance(Math.abs(jumpMs) + 1_300_000);
      await repliesOf(rig, second.card, 1, SAYS.paid);
      await rig.idle();
      expect(rig.replies(first.card)).toHaveLength(1);
      expect(rig.replies(second.card)).toHaveLength(1);
      expect(rig.provider.prompts).toHaveLength(1);
    },
  );
});

describe('many messages at once in one channel', () => {
  it('Announcements: ten new cards delay no payment while Slack limits nothing', async () => {
    rig.clock.hold();
    const first = await createLink(rig);
    rig.agent.close();
    for (let count = 1; count < 10; count += 1) {
      await createLink(rig);
      rig.agent.close();
    }
    await rig.provider.customer.pay(first.reference);
    await repliesOf(rig, first.card, 1, SAYS.paid);
  });

  it('Announcements: a channel that Slack limits gets one a second, and people are answered meanwhile', async () => {
    const sent: Sent[] = [];
    for (let count = 0; count < 12; count += 1) {
      sent.push(await createLink(rig));
      rig.agent.close();
    }
    rig.clock.hold();
    rig.slack.faults.limitPosting({ everyMs: 900, burst: 2 });
    const before = posts().length;
    await Promise.all(sent.map(({ reference }) => rig.provider.customer.pay(reference)));
    await until(() => announced(sent).length === 2 && limited().length > 0);
    await rig.idle();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    await until(async () => {
      rig.clock.advance(1_000);
      await rig.idle();
      return announced(sent).length === sent.length;
    });
    // Those that left together with the first that Slack refused were refused too. After that each had its turn.
    expect(limited().length).toBeLessThanOrEqual(8);
    expect(posts().length - before).toBe(sent.length + limited().length);
    for (const { card } of sent) expect(rig.replies(card)).toHaveLength(1);
  });

  it('Announcements: in a channel that Slack limits a payment goes before what waits longer', async () => {
    const sent: Sent[] = [];
    for (let count = 0; count < 6; count += 1) {
      sent.push(await createLink(rig));
      rig.agent.close();
    }
    rig.clock.hold();
    rig.slack.faults.limitPosting({ everyMs: 1_000, burst: 1 });
    const [paid, ...failed] = sent;
    for (const { reference } of failed) await rig.provider.customer.decline(reference);
    await until(() => limited().length > 0);
    await rig.idle();
    await rig.provider.customer.pay(paid?.reference ?? '');
    await rig.idle();
    const before = announced(sent);
    rig.clock.advance(1_000);
    await until(() => announced(sent).length > before.length);
    expect(announced(sent).filter((one) => !before.includes(one))).toEqual([paid]);
  });
});

const posts = () => rig.slack.callsTo('chat.postMessage');
const limited = () => posts().filter(({ answer }) => answer?.['error'] === 'ratelimited');
const announced = (sent: readonly Sent[]) => sent.filter(({ card }) => rig.replies(card).length > 0);

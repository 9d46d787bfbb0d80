// Clocks that jump, and many payments at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
      await repliesOf(rig, first.card, 1, '00 paid ·');
      // What was due by the old time is done once the clock has caught up, notification or not.
      rig.provider.faults.noNotification();
      await rig.provider.customer.pay(second.reference);
      rig.clock.advance(Math.abs(jumpMs) + 1_300_000);
      await repliesOf(rig, second.card, 1, '00 paid ·');
      await rig.idle();
      expect(rig.replies(first.card)).toHaveLength(1);
      expect(rig.replies(second.card)).toHaveLength(1);
      expect(rig.provider.prompts).toHaveLength(1);
    },
  );
});

describe('many payments at once in one channel', () => {
  it('many payments at once in one channel are all announced, about one a second, and people are not kept waiting meanwhile', async () => {
    const sent: Sent[] = [];
    for (let count = 0; count < 8; count += 1) {
      sent.push(await createLink(rig));
      rig.agent.close();
      rig.clock.advance(1_500);
    }
    rig.slack.faults.limitPosting({ everyMs: 900, burst: 6 });
    rig.clock.advance(30_000);
    const before = rig.slack.callsTo('chat.postMessage').length;
    const begunAt = rig.clock.now();
    await Promise.all(sent.map(({ reference }) => rig.provider.customer.pay(reference)));
    await until(() => rig.slack.callsTo('chat.postMessage').length >= before + 4);
    await rig.idle();
    // The burst is used up; nothing more is even tried before its turn.
    expect(rig.slack.callsTo('chat.postMessage').length).toBeLessThanOrEqual(
      before + 5 + Math.floor((rig.clock.now() - begunAt) / 1_000),
    );
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    await until(async () => {
      rig.clock.advance(1_000);
      await rig.idle();
      return sent.every(({ card }) => rig.replies(card).length > 0);
    });
    for (const { card } of sent) expect(rig.replies(card)).toHaveLength(1);
    const limited = rig.slack
      .callsTo('chat.postMessage')
      .filter(({ answer }) => answer?.['error'] === 'ratelimited');
    expect(limited).toEqual([]);
  });
});

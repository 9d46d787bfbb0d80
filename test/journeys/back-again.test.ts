// After an outage, what failed in it is tried again soon, however long the outage was.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function failFor(minutes: number): Promise<void> {
  for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
    rig.clock.advance(10_000);
    await rig.idle();
  }
}

describe('Outage: within 30 seconds of its end', () => {
  it('a payment that could not be checked is announced once', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    const outage = rig.provider.faults.down({ operation: 'getTransactionStatus' });
    await rig.provider.customer.pay(reference);
    await failFor(10);
    outage.end();
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(30_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('an announcement that Slack refused is posted once', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    rig.slack.faults.next('chat.postMessage', { kind: 'http500' }, 1_000);
    await rig.provider.customer.pay(reference);
    await failFor(10);
    rig.slack.faults.off();
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(30_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

// What a restart between two steps must not lose or repeat.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

describe('a restart', () => {
  it('a restart between order and notification loses nothing: what was paid meanwhile is announced afterwards', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.stopBot();
    await rig.provider.customer.pay(reference);
    // Else its notification may come when Teller is back.
    await rig.provider.notificationsSettled();
    await rig.startBot();
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(21_000);
    const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('a restart does not register the notification URL again, nor ask for a new token', async () => {
    await sendPrompt(rig);
    await rig.stopBot();
    await rig.startBot();
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.provider.requestsTo('registerIpn')).toHaveLength(1);
    expect(rig.provider.requestsTo('requestToken')).toHaveLength(1);
  });
});

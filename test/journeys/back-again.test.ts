// After an outage, what has been waiting longer and longer for its next try is tried at once, with the first answered call.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** In real time: the next try would come by itself if one waited for long. */
const SOON_MS = 60_000;

/** Until the next try of what failed is some minutes away. */
async function failFor(minutes: number): Promise<void> {
  for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
    rig.clock.advance(10_000);
    await rig.idle();
  }
}

describe('after an outage', () => {
  it('a payment that could not be checked is told as soon as the service has answered another call', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    const outage = rig.provider.faults.down({ operation: 'getTransactionStatus' });
    await rig.provider.customer.pay(reference);
    await failFor(10);
    outage.end();
    expect(rig.replies(card)).toEqual([]);
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await theCard(rig, SAYS.waitingForPayment);
    await until(() => rig.replies(card).length > 0, SOON_MS);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('news that Slack did not take is posted as soon as Slack has taken a card', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    rig.slack.faults.next('chat.postMessage', { kind: 'http500' }, 1_000);
    await rig.provider.customer.pay(reference);
    await failFor(10);
    rig.slack.faults.off();
    expect(rig.replies(card)).toEqual([]);
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await theCard(rig, SAYS.waitingForPayment);
    await until(() => rig.replies(card).length > 0, SOON_MS);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('news that Slack did not take is posted as soon as Slack has taken other news', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    const other = await sendPrompt(rig, { msisdn: '0712345679' });
    rig.slack.faults.next('chat.postMessage', { kind: 'http500' }, 1_000);
    await rig.provider.customer.pay(reference);
    await failFor(10);
    rig.slack.faults.off();
    expect(rig.replies(card)).toEqual([]);
    await rig.provider.customer.pay(other.reference);
    await repliesOf(rig, other.card, 1, SAYS.paid);
    await until(() => rig.replies(card).length > 0, SOON_MS);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

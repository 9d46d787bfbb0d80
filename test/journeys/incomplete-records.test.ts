// The provider's records without a tracking id, as in its published sample: they say as much as others.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, makeExternally, openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { newest, openAgain, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  rig.provider.faults.noTrackingId();
});
afterEach(() => rig.stop());

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';

async function pass(...waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    rig.clock.advance(wait);
    await rig.idle();
  }
}

describe('a record without a tracking id', () => {
  it('a prompt is told as paid', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
  });

  it('a link is told as paid, and as paid back', async () => {
    const { card, reference } = await createLink(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
  });

  it('a prompt whose answer was lost is never called unknown to the service, and its payment is told', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    await openForm(rig, PROMPT);
    await rig.agent.submit();
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    await pass(21_000, 25_000, 45_000, 91_000, 10 * 60_000);
    expect(rig.readCard(card)).toContain(SAYS.noPinYet);
    expect(rig.replies(card).join()).not.toContain(SAYS.neverGotOrder);
    await rig.provider.customer.pay(reference);
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.receivedAmount('KES 1,500.00'))));
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
  });

  it('a prompt whose answer was lost can be cancelled and sent again', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    await openForm(rig, PROMPT);
    await rig.agent.submit();
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    await pass(21_000, 25_000, 45_000, 91_000);
    rig.agent.close();
    await openAgain(rig, newest(rig, card));
    await submitAgain(rig);
    expect(rig.provider.find(reference)?.cancelledAt).toBeDefined();
    await until(() => rig.readCard(card).includes(SAYS.cancelledAmount('00')));
  });

  it('a prompt whose answer was lost while nobody could be asked is found later, and that is announced', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    const deaf = rig.provider.faults.unavailable({ operation: 'getTransactionByMerchantReference' });
    await openForm(rig, PROMPT);
    await rig.agent.submit();
    await theCard(rig, SAYS.noProviderAnswerYet);
    deaf.end();
    await pass(21_000);
    const { card } = await theCard(rig, SAYS.waitingForPin);
    expect(await repliesOf(rig, card, 1, SAYS.waiting)).toEqual([
      expect.stringContaining(SAYS.phoneAskedOnce),
    ]);
  });

  it('a typed reference that the service knows is refused', async () => {
    await makeExternally(rig, 'INV-77', 4_000);
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit({ id: 'INV-77' });
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(reply).toContain(SAYS.providerHasReference);
    expect(rig.provider.requestsTo('submitOrder')).toHaveLength(1);
  });

  it('an order made elsewhere is found by its reference, and can be shared', async () => {
    const trackingId = await makeExternally(rig, 'INV-77', 4_000);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'status INV-77');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    const answer = JSON.stringify(rig.slack.ephemerals(rig.agent.id)[0]);
    expect(answer).toContain('KES 4,000.00');
    expect(answer).toContain(`"value":"${trackingId}"`);
  });
});

// Orders that the customer does not answer: the phone stops asking, the checks end, and a payment is told all the same.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Moves the clock in steps, each long enough for the checks that become due. */
async function pass(...waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    rig.clock.advance(wait);
    await rig.idle();
  }
}

/** All that one command answers. */
async function answerTo(words: string): Promise<string> {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', words);
  await until(() => rig.slack.ephemerals(rig.agent.id).length > before);
  await rig.idle();
  return JSON.stringify(rig.slack.ephemerals(rig.agent.id).slice(before));
}

describe('a prompt without an answer', () => {
  it('a prompt says that there is no PIN yet three minutes after it was sent, and a payment by hand is told all the same', async () => {
    const { card, reference } = await sendPrompt(rig);
    await pass(21_000, 25_000, 45_000);
    expect(rig.readCard(card)).toContain(SAYS.waitingForPin);
    await pass(90_000);
    await theCard(rig, SAYS.noPinYet);
    expect(rig.replies(card)).toEqual([]);
    expect(rig.readCard(card)).toContain(SAYS.payByHandAccount);
    expect(await answerTo('open')).toContain(SAYS.noPinYet);
    await rig.provider.customer.pay(reference);
    const [paid] = await repliesOf(rig, card, 1, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
    expect(rig.readCard(card)).not.toContain(SAYS.noPinYet);
  });

  it('a prompt says that there is no PIN yet also while the payment service is down', async () => {
    await sendPrompt(rig);
    await pass(21_000, 25_000, 45_000);
    const down = rig.provider.faults.down({ operation: 'getTransactionStatus' });
    await pass(90_000);
    await theCard(rig, SAYS.noPinYet);
    const edits = rig.slack.callsTo('chat.update').length;
    down.end();
    await pass(10 * MINUTE, HOUR);
    expect(rig.slack.callsTo('chat.update')).toHaveLength(edits);
  });

  it('a prompt that was declined or paid within three minutes never says that there is no PIN', async () => {
    const first = await sendPrompt(rig);
    await rig.provider.customer.decline(first.reference);
    await repliesOf(rig, first.card, 1, SAYS.notPaidAmount('00'));
    const second = await sendPrompt(rig, { amount: '1600' });
    await rig.provider.customer.pay(second.reference, { notify: false });
    await pass(4 * MINUTE);
    await repliesOf(rig, second.card, 1, SAYS.paid);
    for (const { text } of rig.slack
      .callsTo('chat.update')
      .map(({ args }) => ({ text: JSON.stringify(args) })))
      expect(text).not.toMatch(anyOf(SAYS.noPinYet, SAYS.noPinYetCapital));
  });

  it('a prompt is not answered after a day, which is said once, and a later payment is told', async () => {
    const { card, reference } = await sendPrompt(rig);
    await pass(21_000, 25_000, 45_000, 90_000, 8 * MINUTE, HOUR, 6 * HOUR);
    await pass(18 * HOUR);
    const [ended] = await repliesOf(rig, card, 1, SAYS.notAnswered);
    expect(ended).toContain(SAYS.stoppedAsking);
    await rig.provider.customer.pay(reference);
    const [, paid] = await repliesOf(rig, card, 2, SAYS.paid);
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(2);
  });

  it('a prompt that failed gets no other word when its checks are over, and a later payment is told', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.decline(reference);
    await repliesOf(rig, card, 1, SAYS.notPaidAmount('00'));
    await pass(25 * HOUR);
    expect(rig.replies(card)).toHaveLength(1);
    expect(rig.readCard(card)).toContain(SAYS.notPaidAmount('00'));
    await rig.provider.customer.pay(reference);
    const [, paid] = await repliesOf(rig, card, 2, SAYS.paid);
    expect(paid).toContain(SAYS.paidAfterAll);
  });
});

describe('a link without an answer', () => {
  it('a link is not answered after thirty days, and a later payment is told', async () => {
    const { card, reference } = await createLink(rig);
    await pass(30 * 24 * HOUR - MINUTE);
    expect(rig.readCard(card)).toContain(SAYS.waitingForPayment);
    await pass(2 * MINUTE);
    await repliesOf(rig, card, 1, SAYS.notAnswered);
    expect(rig.readCard(card)).toContain('[open_payment_page]');
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 2, SAYS.paid);
  });
});

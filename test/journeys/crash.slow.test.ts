// The process is killed at each place where something is under way, and the next one completes it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, makeExternally, openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { FIRST, isRepeated, paysWith, repliesWith, SECOND } from './payments.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { apart: true });
});
afterEach(() => rig.stop());

async function submit(words: string): Promise<void> {
  await openForm(rig, words);
  await rig.agent.submit();
}

async function dieAndComeBack(): Promise<void> {
  await rig.killBot();
  rig.slack.faults.off();
  rig.provider.faults.clear();
  await rig.startBot();
}

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';
const LINK = 'link 2500 School fees';

describe('a prompt survives that the process dies', () => {
  it('when the process dies before a prompt’s card is posted, nobody is prompted and a card says that nothing was sent', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
    await submit(PROMPT);
    await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
    await dieAndComeBack();
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(reply).toContain(SAYS.stoppedBeforeProvider);
    expect(reply).toContain(SAYS.customerNotAsked);
    expect(rig.provider.requestsTo('push')).toEqual([]);
  });

  it('when the process dies before it knows that a prompt’s card is posted, the same card is used', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork: true });
    await submit(PROMPT);
    await until(() => rig.cards().length === 1);
    await dieAndComeBack();
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(rig.cards()).toHaveLength(1);
    expect(rig.provider.requestsTo('push')).toEqual([]);
  });

  it('when the process dies with a prompt that never reached the service, the card says that it was not sent', async () => {
    rig.provider.faults.hang({ operation: 'push' });
    await submit(PROMPT);
    await until(() => rig.provider.requestsTo('push').length === 1);
    await dieAndComeBack();
    for (const wait of [21_000, 25_000, 45_000, 95_000]) {
      rig.clock.advance(wait);
      await rig.idle();
    }
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(reply).toContain(SAYS.orderNeverReceived);
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('when the process dies before the service answers a prompt, the order is found by its reference, paid, and prompted once', async () => {
    rig.provider.faults.hang({ operation: 'push', afterWork: true });
    await submit(PROMPT);
    await until(() => rig.provider.prompts.length === 1);
    await dieAndComeBack();
    rig.clock.advance(21_000);
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    await rig.provider.customer.pay(reference);
    const replies = await repliesOf(rig, card, 1, SAYS.paid);
    expect(replies.at(-1)).toContain(SAYS.receivedAmount('KES 1,500.00'));
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });
});

it('Typed reference: another system’s older payment does not pay a prompt that a crash left', async () => {
  await rig.provider.customer.pay(await makeExternally(rig, 'INV-7', 1500));
  rig.clock.advance(120_000);
  rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
  await openForm(rig, PROMPT);
  await rig.agent.submit({ id: 'INV-7' });
  await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
  await dieAndComeBack();
  const { card } = await theCard(rig, SAYS.notSentAmount('00'));
  const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
  expect(reply).toContain(SAYS.providerHasReference);
  expect(rig.provider.prompts).toEqual([]);
});

describe('a link survives that the process dies', () => {
  it('when the process dies before a link’s card is posted, the link is created afterwards, which is harmless', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
    await submit(LINK);
    await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
    await dieAndComeBack();
    const { card } = await theCard(rig, SAYS.waitingForPayment);
    expect(rig.readCard(card)).toContain('[open_payment_page]');
    expect(rig.provider.orders()).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it.each([false, true])(
    'when the process dies before the service answers a link (done: %s), the link is delivered and there is one order',
    async (afterWork) => {
      rig.provider.faults.hang({ operation: 'submitOrder', afterWork });
      await submit(LINK);
      await until(() => rig.provider.requestsTo('submitOrder').length === 1);
      await until(() => rig.provider.orders().length === (afterWork ? 1 : 0));
      await dieAndComeBack();
      rig.clock.advance(21_000);
      const { card } = await theCard(rig, SAYS.waitingForPayment);
      expect(rig.readCard(card)).toContain('[open_payment_page]');
      expect(rig.provider.orders()).toHaveLength(1);
      expect(rig.cards()).toHaveLength(1);
    },
  );
});

describe('a payment survives that the process dies', () => {
  it('when the process dies with the reply of a second payment under way, that payment is announced once', async () => {
    const sent = await sendPrompt(rig);
    await paysWith(rig, sent, FIRST);
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork: true });
    const posts = rig.slack.callsTo('chat.postMessage').length;
    rig.clock.advance(60_000);
    await rig.provider.customer.pay(sent.reference, { again: true, confirmation_code: SECOND });
    await until(() => rig.slack.callsTo('chat.postMessage').length > posts);
    await dieAndComeBack();
    await repliesOf(rig, sent.card, 2, SECOND);
    await isRepeated(rig, sent);
    expect(repliesWith(rig, sent, SECOND)).toHaveLength(1);
    expect(rig.replies(sent.card)).toHaveLength(2);
  });

  it('when the process dies between a notification and the service’s answer, the payment is announced once', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.provider.faults.hang({ operation: 'getTransactionStatus' });
    await rig.provider.customer.pay(reference);
    await until(() => rig.provider.requestsTo('getTransactionStatus').length === 1);
    await dieAndComeBack();
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('when the process dies with a reply that never reached Slack, the payment is announced once', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
    await rig.provider.customer.pay(reference);
    await until(() => rig.slack.callsTo('chat.postMessage').length >= 2);
    await dieAndComeBack();
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('when the process dies before it knows that a reply is posted, the payment is not announced twice', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork: true });
    await rig.provider.customer.pay(reference);
    await until(() => rig.replies(card).length === 1);
    await dieAndComeBack();
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('when the process dies before a card is updated, the next one updates it and posts no second reply', async () => {
    const { card, reference } = await sendPrompt(rig);
    const edits = rig.slack.callsTo('chat.update').length;
    rig.slack.faults.next('chat.update', { kind: 'hang' });
    await rig.provider.customer.pay(reference);
    await until(() => rig.replies(card).length === 1);
    await until(() => rig.slack.callsTo('chat.update').length > edits);
    await dieAndComeBack();
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

describe('a cancel survives that the process dies', () => {
  it.each([false, true])(
    'when the process dies before the service answers a cancel (done: %s), the order is cancelled in the name of whoever pressed, which is told once',
    async (afterWork) => {
      const { card, reference } = await sendPrompt(rig);
      rig.provider.faults.hang({ operation: 'cancelOrder', afterWork });
      await rig.slack.person(rig.slack.users.secondAgent).click(rig.cards()[0] ?? card, 'cancel_order');
      await until(() => rig.provider.requestsTo('cancelOrder').length === 1);
      await until(() => (rig.provider.find(reference)?.cancelledAt !== undefined) === afterWork);
      await dieAndComeBack();
      rig.clock.advance(9_000);
      const [reply] = await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
      expect(reply).toContain(SAYS.cancelledByPerson(`@${rig.slack.users.secondAgent}`));
      expect(rig.provider.find(reference)?.cancelledAt).toBeDefined();
      rig.clock.advance(60_000);
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(1);
      expect(rig.provider.requestsTo('cancelOrder')).toHaveLength(2);
    },
  );
});

describe('a charge survives that the process dies', () => {
  it.each([false, true])(
    'when the process dies with the reply of a charge under way (posted: %s), the charge is told once and counted once',
    async (afterWork) => {
      const { card, reference } = await createLink(rig, {
        frequency: 'MONTHLY',
        start_date: '2031-01-15',
        end_date: '2031-12-15',
      });
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.chargesPaid('1', '12'));
      rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork });
      const posts = rig.slack.callsTo('chat.postMessage').length;
      await rig.provider.customer.charge(reference);
      await until(() => rig.slack.callsTo('chat.postMessage').length > posts);
      await dieAndComeBack();
      await repliesOf(rig, card, 2, SAYS.chargesPaidSum('2', '12', 'KES 5,000.00'));
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(2);
    },
  );
});

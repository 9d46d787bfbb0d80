// What random storms of faults have broken, each as the smallest journey that breaks it.
import { afterEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
afterEach(() => rig.stop());

describe('a link whose process dies', () => {
  it('a link is created with the same card when the process died before it knew that the card was posted', async () => {
    rig = await startRig({}, { apart: true });
    rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork: true });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.cards().length === 1);
    await rig.killBot();
    await rig.startBot();
    rig.clock.advance(95_000);
    const { card } = await theCard(rig, SAYS.waitingForPayment);
    expect(rig.cards()).toHaveLength(1);
    expect(rig.readCard(card)).toContain('[open_payment_page]');
  });
});

describe('a link whose answer was lost', () => {
  it('a link that the service has is not called unsent because its repeated request was refused', async () => {
    rig = await startRig();
    const operation = 'submitOrder';
    const refuses = Promise.withResolvers<void>();
    rig.provider.faults.slow(refuses.promise, { operation, afterWork: true, times: 1 });
    rig.provider.faults.lostAnswer({ operation, times: 1 });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.provider.orders().length === 1);
    rig.provider.faults.refuse({ code: 'too_many_requests', message: 'Go slower' }, { operation, times: 1 });
    refuses.resolve();
    await until(() => rig.readModal().includes(SAYS.noProviderAnswerCapital));
    // The request and its repeat; the next one comes by itself after twenty seconds.
    expect(rig.provider.requestsTo('submitOrder')).toHaveLength(2);
    rig.clock.advance(21_000);
    const { card } = await theCard(rig, '[open_payment_page]');
    await rig.idle();
    expect(rig.replies(card).join()).not.toContain(SAYS.notSentCapital);
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('a link whose repeated request was refused and that the service does not have was not sent', async () => {
    rig = await startRig();
    const operation = 'submitOrder';
    rig.provider.faults.reset({ operation, times: 1 });
    rig.provider.faults.refuse({ code: 'declined', message: 'Declined' }, { operation, times: 1 });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(rig.provider.orders()).toEqual([]);
  });
});

describe('a payment that is paid back', () => {
  it('a payment that is paid back just after a check found it is announced: its notification is no duplicate', async () => {
    rig = await startRig();
    // The prompt's first check would else come by itself on a slow machine.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    rig.clock.advance(100_000);
    await until(() => rig.provider.requestsTo('getTransactionStatus').length === 1);
    await rig.idle();
    await rig.provider.customer.pay(reference, { notify: false });
    rig.clock.advance(81_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.provider.customer.reverse(reference);
    rig.clock.advance(3_000);
    const [, reversed] = await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
    expect(reversed).toContain(SAYS.paidBack);
  });
});

describe('a web page that Slack sends in place of an answer', () => {
  const PAGE = { kind: 'error', code: '<html><body><h1>We will be right back</h1></body></html>' } as const;

  it('a web page in place of Slack’s answer is no refusal: the reply comes later, once, and in its thread', async () => {
    rig = await startRig();
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', PAGE);
    await rig.provider.customer.pay(reference);
    await until(() => rig.slack.callsTo('chat.postMessage').length === 2);
    await rig.idle();
    rig.clock.advance(3_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.slack.messages(rig.slack.dmOf(rig.agent.id))).toEqual([]);
  });

  it('a web page in place of Slack’s answer leaves no card out of date', async () => {
    rig = await startRig();
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.update', PAGE);
    await rig.provider.customer.pay(reference);
    await until(() => rig.replies(card).length === 1);
    await rig.idle();
    rig.clock.advance(3_000);
    await repliesOf(rig, card, 1, SAYS.paid);
  });
});

describe('news for an agent whose channel is gone', () => {
  it('a payment whose channel is gone is announced once, though the answer to the direct message was lost', async () => {
    rig = await startRig();
    const { reference } = await sendPrompt(rig);
    rig.slack.archive(rig.slack.channels.sales);
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', ms: 0 });
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await rig.provider.customer.pay(reference);
    const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id));
    await until(() => direct().length === 1);
    for (let round = 0; round < 3; round += 1) {
      await rig.idle();
      rig.clock.advance(10_000);
    }
    await rig.idle();
    expect(direct()).toHaveLength(1);
  });

  it('a payment is announced once when the answer to the direct message was lost and Slack then asks to go slower', async () => {
    rig = await startRig();
    const { reference } = await sendPrompt(rig);
    rig.slack.archive(rig.slack.channels.sales);
    // The thread refuses, the direct message arrives without an answer; the next attempt is limited in the thread.
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', ms: 0 });
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    rig.slack.faults.next('chat.postMessage', { kind: 'rateLimited', retryAfterSeconds: 5 });
    await rig.provider.customer.pay(reference);
    const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id));
    const round = async () => {
      await rig.idle();
      rig.clock.advance(10_000);
    };
    // The card, the thread, the direct message, and the thread again.
    await until(async () => {
      await round();
      return rig.slack.callsTo('chat.postMessage').length >= 4;
    });
    for (let passed = 0; passed < 4; passed += 1) await round();
    await rig.idle();
    expect(direct()).toHaveLength(1);
  });
});

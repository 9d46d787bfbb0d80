// The process is killed while one order is made from another, or while two orders wait to be compared, and the next one
// completes it: no phone rings for an order that people do not see, and everything is told once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, press, type Sent, sendPrompt } from './agent.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { apart: true });
});
afterEach(() => rig.stop());

/** Longer than any lease, and than an order may take from its form to its request. */
const LEASE_MS = 95_000;
const NO_PIN_MS = 3 * 60_000 + 1_000;

async function pass(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await rig.idle();
}

async function dieAndComeBack(): Promise<void> {
  await rig.killBot();
  rig.slack.faults.off();
  rig.provider.faults.clear();
  await rig.startBot();
}

const cardOf = (reference: string) =>
  rig.cards().find(({ metadata }) => metadata?.event_payload['reference'] === reference);

/** What people read on the card that was posted after `count` others. */
const textOf = (count: number) => {
  const card = rig.cards()[count];
  return card ? rig.readCard(card) : '';
};

async function sendUnanswered(): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  rig.clock.advance(NO_PIN_MS);
  await until(() => rig.readCard(sent.card).includes(SAYS.noPinYet));
  return sent;
}

/** Asks the provider by the command, which saves what it says. */
async function isKnownPaid(reference: string): Promise<void> {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', `status ${reference}`);
  await until(() =>
    JSON.stringify(rig.slack.ephemerals(rig.agent.id).slice(before)).includes(SAYS.paidState),
  );
}

const repliesWith = (card: Message, words: string) =>
  rig.replies(card).filter((reply) => reply.includes(words));

describe('sending again survives that the process dies', () => {
  it.each(['getTransactionStatus', 'cancelOrder', 'saved', 'push'] as const)(
    'Resend: a process that dies at %s goes on with it, and requests the prompt once',
    async (at) => {
      const first = await sendUnanswered();
      await openAgain(rig, newest(rig, first.card));
      const checks = rig.provider.requestsTo('getTransactionStatus').length;
      const cancelled = Promise.withResolvers<void>();
      if (at === 'saved')
        rig.provider.faults.slow(cancelled.promise, { operation: 'cancelOrder', afterWork: true });
      else rig.provider.faults.hang({ operation: at, ...(at === 'cancelOrder' ? { afterWork: true } : {}) });
      await rig.agent.submit();
      expect(rig.readModal()).toBe('');
      if (at === 'saved') {
        await until(() => rig.provider.find(first.reference)?.cancelledAt !== undefined);
        // Once the cancellation is saved, the provider is asked about the order again.
        const { length } = rig.provider.requestsTo('getTransactionStatus');
        rig.provider.faults.hang({ operation: 'getTransactionStatus' });
        cancelled.resolve();
        await until(() => rig.provider.requestsTo('getTransactionStatus').length > length);
      }
      if (at === 'getTransactionStatus') await until(() => rig.provider.requestsTo(at).length > checks);
      if (at === 'cancelOrder') await until(() => rig.provider.requestsTo(at).length > 0);
      if (at === 'push') await until(() => rig.provider.requestsTo(at).length > 1);
      // Whatever was cancelled by then, the order that explains it is stored.
      expect(rig.cards()).toHaveLength(2);
      await dieAndComeBack();
      rig.clock.advance(LEASE_MS);
      // A request that may have got through is never repeated: the provider is asked for the order, and has none.
      const ends = at === 'push' ? SAYS.notSentAmount('00') : SAYS.waitingForPin;
      if (at === 'push') for (let wait = 0; wait < 4; wait += 1) await pass(60_000);
      await until(() => textOf(1).includes(ends));
      await until(() => rig.readCard(first.card).includes(SAYS.wasResentAs));
      await rig.idle();
      expect(rig.readCard(first.card)).toContain(SAYS.cancelledAmount('00'));
      expect(rig.provider.requestsTo('push')).toHaveLength(2);
      expect(rig.cards()).toHaveLength(2);
    },
  );

  it('Resend: a process that dies before its card is posted posts it and goes on', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const { length } = rig.slack.callsTo('chat.postMessage');
    rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
    await rig.agent.submit();
    await until(() => rig.slack.callsTo('chat.postMessage').length > length);
    await dieAndComeBack();
    rig.clock.advance(LEASE_MS);
    await until(() => textOf(1).includes(SAYS.waitingForPin));
    await until(() => inLine(SAYS.wasResentAs, SAYS.waitingForCustomer).test(rig.readCard(first.card)));
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(2);
    expect(rig.cards()).toHaveLength(2);
  });

  it('Resend: a process that comes back after ten minutes sends nothing, and both cards say so', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    rig.provider.faults.hang({ operation: 'getTransactionStatus' });
    const { length } = rig.provider.requestsTo('getTransactionStatus');
    await rig.agent.submit();
    await until(() => rig.provider.requestsTo('getTransactionStatus').length > length);
    await rig.killBot();
    rig.provider.faults.clear();
    rig.clock.advance(11 * 60_000);
    await rig.startBot();
    await until(() => textOf(1).includes(SAYS.notSentAmount('00')));
    await until(() => inLine(SAYS.wasResentAs, SAYS.notSent).test(rig.readCard(first.card)));
    expect(rig.provider.prompts).toHaveLength(1);
    expect(textOf(1)).toContain('[send_again]');
  });

  it('when the process dies before a link that is sent again is requested, the next one creates it once', async () => {
    const first = await createLink(rig);
    rig.agent.close();
    await press(rig, first.card, 'cancel_order');
    await until(() => rig.readCard(first.card).includes('[send_again]'));
    await openAgain(rig, newest(rig, first.card));
    const { length } = rig.slack.callsTo('chat.postMessage');
    rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork: true });
    await rig.agent.submit();
    await until(() => rig.slack.callsTo('chat.postMessage').length > length);
    await dieAndComeBack();
    rig.clock.advance(LEASE_MS);
    await until(() => textOf(1).includes(SAYS.waitingForPayment));
    await until(() => inLine(SAYS.wasResentAs, SAYS.waitingForCustomer).test(rig.readCard(first.card)));
    await rig.idle();
    expect(rig.provider.orders()).toHaveLength(2);
    expect(rig.cards()).toHaveLength(2);
  });
});

describe('what two orders mean for each other survives that the process dies', () => {
  /** Every card's next edit hangs, and with it whatever is delivered about that order. */
  async function untilDeliveriesHang(cards: number, act: () => Promise<unknown>): Promise<void> {
    const { length } = rig.slack.callsTo('chat.update');
    rig.slack.faults.always('chat.update', { kind: 'hang' });
    await act();
    await until(() => rig.slack.callsTo('chat.update').length >= length + cards);
  }

  it('when the process dies after it saved the second payment and before it compared the two, both threads say once that it was paid twice', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await until(() => rig.readCard(first.card).includes(SAYS.waitingForCustomer));
    await rig.idle();
    await untilDeliveriesHang(2, () => rig.provider.customer.pay(second.reference));
    await rig.provider.customer.pay(first.reference, { notify: false });
    await isKnownPaid(first.reference);
    expect(repliesWith(first.card, SAYS.duplicatePayment)).toEqual([]);
    await dieAndComeBack();
    rig.clock.advance(LEASE_MS);
    for (const { card } of [first, second]) {
      await until(() => repliesWith(card, SAYS.duplicatePayment).length > 0);
      await until(() => rig.readCard(card).includes(SAYS.paidTwice));
    }
    await rig.idle();
    for (const { card } of [first, second]) expect(repliesWith(card, SAYS.duplicatePayment)).toHaveLength(1);
  });

  it('when the process dies while both threads are told that it was paid twice, each is told once', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await rig.provider.customer.pay(second.reference);
    await until(() => rig.readCard(second.card).includes(SAYS.paid));
    await rig.idle();
    const { length } = rig.slack.callsTo('chat.postMessage');
    rig.slack.faults.always('chat.postMessage', { kind: 'hang', afterWork: true });
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.slack.callsTo('chat.postMessage').length >= length + 2);
    await dieAndComeBack();
    rig.clock.advance(LEASE_MS);
    for (const { card } of [first, second]) await until(() => rig.readCard(card).includes(SAYS.paidTwice));
    await rig.idle();
    for (const { card } of [first, second]) expect(repliesWith(card, SAYS.duplicatePayment)).toHaveLength(1);
  });

  it('when the process dies after a rest was paid and before the review ended, the review ends, once', async () => {
    const first = await sendPrompt(rig);
    await rig.provider.customer.pay(first.reference, { amount: 175 });
    await until(() => rig.readCard(first.card).includes('[accept_as_paid]'));
    rig.agent.close();
    await rig.agent.click(newest(rig, first.card), 'ask_for_rest');
    await until(() => rig.readModal().includes('== send_prompt =='));
    // The card of the rest and the one of the order under review are both edited now.
    await untilDeliveriesHang(2, () => rig.agent.submit());
    await until(() => rig.provider.prompts.length === 2);
    const rest = String(rig.provider.prompts.at(-1)?.id);
    await rig.provider.customer.pay(rest, { notify: false });
    await isKnownPaid(rest);
    await dieAndComeBack();
    rig.clock.advance(LEASE_MS);
    await until(() => rig.readCard(first.card).includes(SAYS.paid));
    await until(() => repliesWith(first.card, SAYS.nothingMissing).length > 0);
    await rig.idle();
    expect(repliesWith(first.card, SAYS.nothingMissing)).toHaveLength(1);
    expect(cardOf(rest)).toBeDefined();
  });
});

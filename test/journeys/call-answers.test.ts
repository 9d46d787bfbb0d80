// A request that moves money is called once, whatever becomes of its answer; a link, which rings nowhere, a few times.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FaultName } from '#sandbox/provider/faults.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, sendPrompt, theCard } from './agent.ts';
import { newest, openAgain, sendDeclined } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** All checks of an hour. */
async function untilAllIsChecked(): Promise<void> {
  for (const seconds of [21, 25, 45, 91, 600, 3_000]) {
    rig.clock.advance(seconds * 1_000);
    await rig.idle();
  }
}

it.each<[FaultName, number]>([
  ['lostAnswer', 1],
  ['cutOff', 1],
  ['reset', 0],
  ['html', 0],
  ['unavailable', 0],
])('Prompt: an answer of the kind %s leads to no second call', async (fault, rings) => {
  rig.provider.faults.switchOn(fault, { operation: 'push' });
  await openForm(rig, 'prompt 0712345678 1500 Flour');
  await rig.agent.submit();
  await until(() => rig.provider.requestsTo('push').length === 1);
  await rig.idle();
  await untilAllIsChecked();
  expect([rig.provider.requestsTo('push').length, rig.provider.prompts.length]).toEqual([1, rings]);
  const [card] = rig.cards();
  expect(card && rig.readCard(card).includes(SAYS.notSent)).toBe(rings === 0);
});

it('Registration: a lost answer leads to no second address, and the order names the first one', async () => {
  rig.clock.advance(60_000);
  rig.provider.faults.lostAnswer({ operation: 'registerIpn', times: 1 });
  await rig.restartWith({ IPN_KEY: 'another-unguessable-key' });
  await until(() => rig.provider.registrations().length === 2);
  await rig.idle();
  rig.clock.hold();
  const { reference } = await sendPrompt(rig);
  expect(rig.provider.registrations()).toHaveLength(2);
  expect(rig.provider.find(reference)?.notification_id).toBe(rig.provider.registrations()[1]?.ipn_id);
});

it('Registration: one that comes too early for the provider is repeated after its pause', async () => {
  rig.clock.hold();
  await rig.restartWith({ IPN_KEY: 'another-unguessable-key' });
  await until(() => rig.provider.requestsTo('getIpnList').length > 0);
  expect(rig.provider.registrations()).toHaveLength(1);
  await until(() => {
    rig.clock.advance(1_000);
    return rig.provider.registrations().length === 2;
  });
});

it('Registration: while it fails no order is sent, and the next one is', async () => {
  rig.provider.faults.unavailable({ operation: 'registerIpn' });
  await rig.restartWith({ IPN_KEY: 'another-unguessable-key' });
  await openForm(rig, 'prompt 0712345678 1500 Flour');
  await rig.agent.submit();
  await theCard(rig, SAYS.notSent);
  expect(rig.provider.requestsTo('push')).toEqual([]);
  rig.provider.faults.clear();
  rig.clock.advance(60_000);
  rig.agent.close();
  await sendPrompt(rig);
  expect(rig.provider.prompts).toHaveLength(1);
});

it('Link: a lost request is repeated twice at once, and makes one order', async () => {
  rig.provider.faults.lostAnswer({ operation: 'submitOrder', times: 2 });
  await createLink(rig);
  expect(rig.provider.requestsTo('submitOrder')).toHaveLength(3);
  expect(rig.provider.orders()).toHaveLength(1);
});

it.each([0, 7])('Record: status %i, which means no outcome, changes a prompt to nothing', async (status) => {
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference, { notify: false });
  Object.assign(rig.provider.find(reference)?.payment ?? {}, { status_code: status });
  await rig.provider.notify(reference);
  await until(() => rig.provider.requestsTo('getTransactionStatus').length > 0);
  await rig.idle();
  expect(rig.readCard(card)).toContain(SAYS.waitingForPin);
  expect(rig.replies(card)).toEqual([]);
});

it('Resend: a payment is noticed that came after the provider, which was slow, looked for one', async () => {
  const first = await sendDeclined(rig);
  // The order's own checks are rare by now, so none of them finds the payment.
  for (const hours of [1, 1, 1]) {
    rig.clock.advance(hours * 3_600_000);
    await rig.idle();
  }
  await openAgain(rig, newest(rig, first.card));
  const isAnswered = Promise.withResolvers<void>();
  rig.clock.hold();
  const slow = rig.provider.faults.slow(isAnswered.promise, {
    operation: 'getTransactionStatus',
    times: 1,
    afterWork: true,
  });
  await rig.agent.submit();
  await until(() => slow.hits === 1);
  await rig.provider.customer.pay(first.reference, { notify: false });
  rig.clock.advance(40_000);
  isAnswered.resolve();
  await until(() => rig.readCard(first.card).includes(':white_check_mark:'));
  await rig.idle();
  expect(rig.provider.prompts).toHaveLength(1);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const statusRequests = () => rig.provider.requestsTo('getTransactionStatus').length;

describe('notifications', () => {
  it('a notification that overtakes the service’s answer finds its order, and the late answer spoils nothing', async () => {
    rig.provider.faults.notifyBeforeAnswer({ operation: 'push' });
    const told = Promise.withResolvers<void>();
    rig.provider.faults.slow(told.promise, { operation: 'push', afterWork: true });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit();
    const { card } = await theCard(rig, SAYS.paid);
    const [paid, ...more] = await repliesOf(rig, card, 1, SAYS.paid);
    told.resolve();
    expect(paid).toContain(SAYS.receivedAmount('KES 1,500.00'));
    expect(more).toEqual([]);
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.paid);
    expect(rig.readCard(card)).not.toContain(SAYS.noPrompt);
  });

  it('two hundred copies of a notification cost one status request at once, one when they are over, and one reply', async () => {
    // On a slow machine a check of the schedule could else come before the payment, or the pause after the check be over before the
    // last copy is sent.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    const results = await rig.provider.notify(reference, { copies: 200 });
    expect(results.filter(({ accepted }) => accepted)).toHaveLength(200);
    await repliesOf(rig, card, 1, SAYS.paid);
    rig.clock.advance(5_000);
    await rig.provider.notify(reference, { copies: 20 });
    await rig.idle();
    expect(statusRequests()).toBe(1);
    // One may have said something else than the first, so Teller asks once more when no more come.
    rig.clock.advance(10_000);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
    expect(statusRequests()).toBe(2);
    expect(rig.slack.callsTo('chat.postMessage')).toHaveLength(2);
  });

  it('a forged notification announces nothing: the state is asked from the service', async () => {
    // The prompt's first check would else come by itself on a slow machine.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    const { order_tracking_id } = rig.provider.find(reference) ?? {};
    const query = `OrderTrackingId=${order_tracking_id}&OrderMerchantReference=${reference}&OrderNotificationType=IPNCHANGE&status=COMPLETED&status_code=1`;
    const claimed = await fetch(`${rig.ipnUrl}?${query}`);
    expect(await claimed.json()).toEqual({
      orderNotificationType: 'IPNCHANGE',
      orderTrackingId: order_tracking_id,
      orderMerchantReference: reference,
      status: 200,
    });
    const wrongKey = await fetch(`${rig.ipnUrl}x?${query}`);
    expect(wrongKey.status).toBe(404);
    await until(() => statusRequests() === 1);
    await rig.idle();
    expect(rig.replies(card)).toEqual([]);
    expect(rig.readCard(card)).toContain(SAYS.waiting);
  });

  it('a notification about an order of others is answered and costs no call', async () => {
    const response = await fetch(
      `${rig.ipnUrl}?OrderTrackingId=11111111-2222-4333-8444-555555555555&OrderMerchantReference=not-ours`,
    );
    expect(response.status).toBe(200);
    await rig.idle();
    expect(statusRequests()).toBe(0);
    expect(rig.provider.requestsTo('getTransactionByMerchantReference')).toEqual([]);
  });

  it.each([
    { post: 'json', names: 'PascalCase' },
    { post: 'json', names: 'camelCase' },
    { post: 'form', names: 'camelCase' },
    { post: 'query', names: 'PascalCase' },
  ] as const)('notifications are understood by POST as $post in $names', async (style) => {
    await rig.stop();
    rig = await startRig({ IPN_METHOD: 'POST' });
    rig.provider.writeNotificationsAs(style);
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.provider.notifications).toMatchObject([{ method: 'POST', accepted: true, attempt: 1 }]);
  });
});

describe('sending', () => {
  it('the same form sent three times makes one order, one prompt and one card', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit({}, { copies: 3 });
    expect(rig.readModal()).toBe('');
    await theCard(rig, SAYS.waitingForPin);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it('a prompt whose answer is lost is found by asking for it, and the phone rings once', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit();
    const { card, reference } = await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
    expect(rig.provider.prompts).toHaveLength(1);
    // The account number went with the lost answer, and nobody can pay to the business number alone.
    expect(rig.readCard(card)).not.toMatch(anyOf('220222', SAYS.byHand));
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
  });

  it('a prompt whose answer is lost while the service cannot be asked either is found later, and that is announced', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    const deaf = rig.provider.faults.unavailable({ operation: 'getTransactionByMerchantReference' });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit();
    await theCard(rig, SAYS.noProviderAnswerYet);
    deaf.end();
    rig.clock.advance(21_000);
    const { card } = await theCard(rig, SAYS.waitingForPin);
    const [found] = await repliesOf(rig, card, 1, SAYS.waiting);
    expect(found).toContain(SAYS.phoneAskedOnce);
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
  });

  it('a prompt that never reached the service is announced as not sent after three minutes of checks', async () => {
    rig.provider.faults.reset({ operation: 'push' });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit();
    await theCard(rig, SAYS.noProviderAnswerYet);
    for (const wait of [21_000, 25_000, 45_000, 91_000]) {
      rig.clock.advance(wait);
      await rig.idle();
    }
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(reply).toContain(SAYS.orderNeverReceived);
    expect(rig.provider.requestsTo('push')).toHaveLength(1);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a link whose answer is lost is asked for again under the same id, and still delivered', async () => {
    rig.provider.faults.lostAnswer({ operation: 'submitOrder', times: 1 });
    const { card, reference } = await createLink(rig);
    expect(rig.readCard(card)).toContain('[open_payment_page]');
    expect(rig.provider.requestsTo('submitOrder').map(({ body }) => body)).toMatchObject([
      { id: reference },
      { id: reference },
    ]);
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('a link whose answers are all lost is delivered on its card as soon as the service answers again', async () => {
    const fault = rig.provider.faults.lostAnswer({ operation: 'submitOrder' });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkLater));
    fault.end();
    rig.clock.advance(21_000);
    const { card } = await theCard(rig, SAYS.waitingForPayment);
    expect(rig.readCard(card)).toContain('[open_payment_page]');
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('a refused token is renewed once and the prompt goes out once', async () => {
    rig.provider.revokeTokens();
    await sendPrompt(rig);
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.provider.requestsTo('requestToken')).toHaveLength(2);
  });
});

describe('announcing', () => {
  it('a reply whose answer was lost is found in the thread and not posted again', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await rig.provider.customer.pay(reference);
    await until(() => rig.replies(card).length === 1);
    rig.clock.advance(3_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
    expect(rig.slack.callsTo('chat.postMessage')).toHaveLength(2);
  });

  it('a card whose answer was lost is found in the channel and not posted again', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await sendPrompt(rig);
    expect(rig.cards()).toHaveLength(1);
  });

  it.each<Fault>([
    { kind: 'rateLimited', retryAfterSeconds: 3 },
    { kind: 'rateLimited' },
    { kind: 'http500' },
    { kind: 'http500AfterWork' },
    { kind: 'reset' },
    { kind: 'lostAnswer' },
    { kind: 'error', code: 'internal_error' },
    { kind: 'tokenRevoked' },
  ])('a reply is tried until it is in the thread once when Slack answers with $kind', async (fault) => {
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', fault, 3);
    await rig.provider.customer.pay(reference);
    await until(async () => {
      rig.clock.advance(10_000);
      await rig.idle();
      return rig.replies(card).length >= 1 && rig.readCard(card).includes(SAYS.paid);
    });
    // A second one would come with a later try.
    for (let round = 0; round < 4; round += 1) {
      rig.clock.advance(30_000);
      await rig.idle();
    }
    expect(rig.replies(card)).toHaveLength(1);
  });
});

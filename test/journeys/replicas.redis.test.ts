// Two bots on one Redis behind a load balancer: whichever gets a request, the outcome is the same, and it comes once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisServer;
let rig: Rig;

describe.skipIf(NO_REDIS)(`two replicas${LEFT_OUT}`, () => {
  beforeEach(async () => {
    redis = await startRedis(['--appendfsync', 'always']);
    rig = await startRig({}, { apart: true, replicas: 2, redis });
  });
  afterEach(async () => {
    await rig.stop();
    await redis.remove();
  });

  it('two replicas share one token and one registration', async () => {
    await rig.idle();
    expect(rig.provider.requestsTo('requestToken')).toHaveLength(1);
    expect(rig.provider.requestsTo('registerIpn')).toHaveLength(1);
  });

  it('two replicas both serve clicks, and announce each change once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { card, reference } = await sendPrompt(rig);
      await rig.provider.customer.pay(reference, { notify: false });
      await rig.provider.notify(reference, { copies: 20 });
      await repliesOf(rig, card, 1, '*Paid*');
      rig.clock.advance(5_000);
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(1);
      await rig.agent.close();
    }
    expect(rig.provider.prompts).toHaveLength(4);
  });

  it('two replicas make one order of a form that reaches both', async () => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 1500 Two bags of flour');
    await until(() => rig.readModal().includes('[Send prompt]'));
    await rig.agent.submit({}, { copies: 4 });
    await theCard(rig, 'Waiting');
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it('a replica takes over, within a lease, what the other was killed in the middle of', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.provider.faults.hang({ operation: 'getTransactionStatus' });
    await rig.provider.customer.pay(reference);
    await until(() => rig.provider.requestsTo('getTransactionStatus').length === 1);
    rig.provider.faults.clear();
    await rig.killBot(0);
    await rig.killBot(1);
    await rig.startBot(1);
    rig.clock.advance(9_000);
    await repliesOf(rig, card, 1, '*Paid*');
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('two replicas go on when one of them is killed', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.killBot(0);
    await rig.provider.customer.pay(reference);
    await rig.provider.notify(reference);
    rig.clock.advance(9_000);
    await repliesOf(rig, card, 1, '*Paid*');
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('a link whose replica was killed while it posted the card is created by the other within a lease', async () => {
    await openForm(rig, 'link 2500 School fees');
    rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
    await rig.agent.submit();
    await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
    // Who took the form is not known; both replicas that are left have never heard of it.
    await rig.killBot(0);
    await rig.killBot(1);
    await rig.startBot();
    rig.clock.advance(9_000);
    await theCard(rig, 'Waiting for payment');
    expect(rig.cards()).toHaveLength(1);
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('a card that takes longer than a lease to post is posted once, and the order is not taken up by the other', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', ms: 10_000 });
    await rig.agent.submit();
    await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
    await theCard(rig, 'Waiting for the customer’s PIN');
    await rig.idle();
    expect(rig.cards()).toHaveLength(1);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('two replicas answer in words and lose nothing while Redis is gone, and go on by themselves when it is back', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.agent.close();
    await redis.kill();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'status ABC-1');
    await until(() =>
      rig.slack.ephemerals(rig.agent.id).some(({ text }) => /Something went wrong/.test(text)),
    );
    const notification = await fetch(
      `${rig.ipnUrl}?OrderTrackingId=${rig.provider.find(reference)?.order_tracking_id}&OrderMerchantReference=${reference}`,
    );
    expect([notification.status, ((await notification.json()) as { status: number }).status]).toEqual([
      500, 500,
    ]);
    const ready = await fetch(`${rig.botUrl}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain('the store cannot be reached');
    expect((await fetch(`${rig.botUrl}/healthz`)).status).toBe(200);

    await redis.start();
    // Each request goes to the other replica.
    const isReady = async () => (await fetch(`${rig.botUrl}/readyz`)).status === 200;
    await until(async () => (await isReady()) && (await isReady()));
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, '*Paid*');
    expect(rig.replies(card)).toHaveLength(1);
  });
});

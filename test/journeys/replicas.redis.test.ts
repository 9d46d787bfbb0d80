// Two bots on one Redis behind a load balancer: whichever gets a request, the outcome is the same, and it comes once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer } from '#test/store/redis-server.ts';
import { openForm, repliesOf, sendPrompt, submitPrompt, theCard } from './agent.ts';
import { newest, openAgain, sendDeclined } from './resend.ts';
import { type Rig, until } from './rig.ts';
import { startTwoTellers } from './two-tellers.ts';

let redis: RedisServer;
let rig: Rig;
let stop: () => Promise<void>;

/** When the only order is due for a check, or its claim runs out (ms). */
async function dueAt(): Promise<number> {
  const [, at] = (await redis.ask('ZRANGE', '{teller}:due:check', '0', '-1', 'WITHSCORES')) as string[];
  return Number(at);
}

describe.skipIf(NO_REDIS)(`two replicas${LEFT_OUT}`, () => {
  beforeEach(async () => {
    ({ rig, redis, stop } = await startTwoTellers());
  });
  afterEach(() => stop());

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
      await repliesOf(rig, card, 1, SAYS.paid);
      rig.clock.advance(5_000);
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(1);
      rig.agent.close();
    }
    expect(rig.provider.prompts).toHaveLength(4);
  });

  it('two replicas make one order of a form that reaches both', async () => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 1500 Two bags of flour');
    await until(() => rig.readModal().includes('== send_prompt =='));
    await rig.agent.submit({}, { copies: 4 });
    await theCard(rig, SAYS.waiting);
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it('two people who send the same order again at the same moment through two replicas make one order', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    for (let round = 0; round < 3; round += 1) {
      const { card } = await sendDeclined(rig);
      const { length } = rig.provider.prompts;
      const old = newest(rig, card);
      await openAgain(rig, old);
      await openAgain(rig, old, colleague);
      await Promise.all([rig.agent.submit(), colleague.submit()]);
      const outcomes = () => [rig.readModal(), rig.readModal(colleague)];
      expect(outcomes().filter((modal) => modal === '')).toHaveLength(1);
      expect(outcomes().filter((modal) => modal.includes(SAYS.nothingSent))).toHaveLength(1);
      await rig.idle();
      expect(rig.provider.prompts).toHaveLength(length + 1);
      expect(rig.cards().filter((one) => rig.readCard(one).includes(SAYS.isResend))).toHaveLength(round + 1);
      rig.agent.close();
      colleague.close();
      rig.clock.advance(11 * 60_000);
    }
  });

  it('one of two people, who accept an order and ask for its rest at the same moment through two replicas, is first', async () => {
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    const notes = () => rig.slack.ephemerals(colleague.id).map(({ text }) => text);
    for (let round = 0; round < 3; round += 1) {
      const { card, reference } = await sendPrompt(rig);
      const { length } = rig.provider.prompts;
      const before = notes().length;
      await rig.provider.customer.pay(reference, { amount: 175 });
      await until(() => rig.readCard(card).includes('[accept_as_paid]'));
      rig.agent.close();
      const reviewed = newest(rig, card);
      await rig.agent.click(reviewed, 'ask_for_rest');
      await until(() => rig.readModal().includes('== send_prompt =='));
      await Promise.all([rig.agent.submit(), colleague.click(reviewed, 'accept_as_paid', { isOld: true })]);
      await until(() => notes().length > before);
      await rig.idle();
      const isAccepted = notes().at(-1)?.includes(SAYS.isAccepted) === true;
      expect(rig.provider.prompts).toHaveLength(isAccepted ? length : length + 1);
      expect(notes().at(-1)).toContain(isAccepted ? SAYS.isAccepted : SAYS.cancelThatOneFirst);
      expect(rig.readModal().includes(SAYS.nothingSent)).toBe(isAccepted);
      expect(rig.readCard(card)).toContain(isAccepted ? SAYS.paid : SAYS.balanceRequested);
      rig.agent.close();
      rig.clock.advance(11 * 60_000);
    }
  });

  it('a fourth unpaid prompt to one number is refused, whichever replicas sent the first three', async () => {
    for (const amount of ['1500', '1600', '1700']) {
      await openForm(rig, `prompt 0712345678 ${amount} Two bags of flour`);
      await submitPrompt(rig);
      rig.agent.close();
    }
    // Each request goes to the other replica, so both refuse it.
    for (const amount of ['1800', '1900']) {
      await openForm(rig, `prompt 0712345678 ${amount} Two bags of flour`);
      await rig.agent.submit();
      await until(() => rig.readModal().includes(SAYS.threePrompts));
      await rig.agent.submit();
      await rig.idle();
      expect(rig.readModal()).toContain(SAYS.threePrompts);
      rig.agent.close();
    }
    expect(rig.provider.prompts).toHaveLength(3);
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
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
  });

  it('two replicas go on when one of them is killed', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.killBot(0);
    await rig.provider.customer.pay(reference);
    await rig.provider.notify(reference);
    rig.clock.advance(9_000);
    await repliesOf(rig, card, 1, SAYS.paid);
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
    await theCard(rig, SAYS.waitingForPayment);
    expect(rig.cards()).toHaveLength(1);
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('a card that takes longer than a lease to post is posted once, and the order is not taken up by the other', async () => {
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    const late = Promise.withResolvers<void>();
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', until: late.promise });
    await rig.agent.submit();
    await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
    for (let seconds = 0; seconds < 10; seconds += 2) {
      const heldUntil = await dueAt();
      rig.clock.advance(2_000);
      // The claim is renewed before more time passes.
      await until(async () => (await dueAt()) > heldUntil);
    }
    late.resolve();
    await theCard(rig, SAYS.waitingForPin);
    await rig.idle();
    expect(rig.cards()).toHaveLength(1);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('two replicas answer in words and lose nothing while Redis is gone, and go on by themselves when it is back', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    await redis.kill();
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'status ABC-1');
    await until(() =>
      rig.slack.ephemerals(rig.agent.id).some(({ text }) => text.includes(SAYS.somethingWentWrong)),
    );
    const notification = await fetch(
      `${rig.ipnUrl}?OrderTrackingId=${rig.provider.find(reference)?.order_tracking_id}&OrderMerchantReference=${reference}`,
    );
    expect([notification.status, ((await notification.json()) as { status: number }).status]).toEqual([
      500, 500,
    ]);
    const ready = await fetch(`${rig.botUrl}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain(SAYS.storeUnreachable);
    expect((await fetch(`${rig.botUrl}/healthz`)).status).toBe(200);

    await redis.start();
    // Each request goes to the other replica.
    const isReady = async () => (await fetch(`${rig.botUrl}/readyz`)).status === 200;
    await until(async () => (await isReady()) && (await isReady()));
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.replies(card)).toHaveLength(1);
  });
});

// Every secret can be changed while orders are open: no payment is lost, and none is told twice (docs/security.md, Changing a
// secret).
import { afterEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, createMonthlyLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
afterEach(() => rig.stop());

const NEW_KEY = 'another-unguessable-key';
const DAY = 24 * 3_600_000;

/** Pays, and waits until the thread has said so; once, also after the time in which Teller asks by itself. */
async function isToldOnce({ reference, card }: Sent, isPaid = false): Promise<void> {
  if (!isPaid) await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  rig.clock.advance(60_000);
  await rig.idle();
  expect(rig.replies(card).filter((text) => text.includes(SAYS.received))).toHaveLength(1);
}

/** To where, and with which status, the provider's notifications went. */
const notified = () =>
  rig.provider.notifications.map(({ url, answer }) => [
    pathOf(url),
    answer === 'none' ? answer : answer.status,
  ]);
const pathOf = (url: string) => new URL(url).pathname;

/** With another notification path, which is registered anew: the provider takes a registration every eight seconds. */
async function restartWithPath(env: Record<string, string>): Promise<void> {
  rig.clock.advance(9_000);
  await rig.restartWith(env);
  await until(() => rig.provider.registrations().length === 2);
}

describe('IPN_KEY', () => {
  it('after a change of IPN_KEY the notification of an order of before is taken under the old path, and the next order has the new one', async () => {
    rig = await startRig();
    const before = await createLink(rig);
    const oldPath = pathOf(rig.ipnUrl);
    await restartWithPath({ IPN_KEY: NEW_KEY });
    await isToldOnce(before);
    const after = await sendPrompt(rig);
    await isToldOnce(after);
    expect(notified()).toEqual([
      [oldPath, 200],
      [`/ipn/${NEW_KEY}`, 200],
    ]);
  });

  it('what was paid while Teller was away for the change of IPN_KEY is told afterwards', async () => {
    rig = await startRig();
    const before = await createLink(rig);
    await rig.stopBot();
    await rig.provider.customer.pay(before.reference);
    await rig.provider.notificationsSettled();
    await restartWithPath({ IPN_KEY: NEW_KEY });
    rig.clock.advance(2 * 3_600_000);
    await isToldOnce(before, true);
  });

  it('an old path is accepted for 31 days after the change, and a path that never was is not', async () => {
    rig = await startRig();
    const oldUrl = rig.ipnUrl;
    const ask = async (url: string) =>
      (await fetch(`${url}?OrderTrackingId=x&OrderMerchantReference=y`, { headers: { connection: 'close' } }))
        .status;
    await restartWithPath({ IPN_KEY: NEW_KEY });
    expect([await ask(oldUrl), await ask(rig.ipnUrl), await ask(`${oldUrl}x`)]).toEqual([200, 200, 404]);
    rig.clock.advance(31 * DAY - 60_000);
    expect(await ask(oldUrl)).toBe(200);
    rig.clock.advance(120_000);
    expect([await ask(oldUrl), await ask(rig.ipnUrl)]).toEqual([404, 200]);
  });

  it('months after a change of IPN_KEY the charges of a recurring link of before are told, which are notified under the old path', async () => {
    rig = await startRig();
    const sent = await createMonthlyLink(rig);
    await rig.provider.customer.pay(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.chargesPaid('1', '12'));
    const oldPath = pathOf(rig.ipnUrl);
    await restartWithPath({ IPN_KEY: NEW_KEY });
    rig.clock.advance(Date.parse('2031-03-15T09:00:00Z') - rig.clock.now());
    await rig.idle();
    const { order_tracking_id } = await rig.provider.customer.charge(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('2', '12')));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(order_tracking_id);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
    expect(notified().slice(-2)).toEqual([
      [oldPath, 200],
      [oldPath, 200],
    ]);
  });

  it('after a way back to the old IPN_KEY both paths are accepted, the present one for good', async () => {
    rig = await startRig();
    const oldUrl = rig.ipnUrl;
    await restartWithPath({ IPN_KEY: NEW_KEY });
    await rig.restartWith({});
    const newUrl = rig.ipnUrl.replace(/[^/]+$/, NEW_KEY);
    const ask = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).status;
    await until(async () => (await ask(newUrl)) === 400);
    rig.clock.advance(32 * DAY);
    expect([await ask(oldUrl), await ask(newUrl)]).toEqual([400, 404]);
  });
});

it('after a change of IPN_METHOD with a new IPN_KEY notifications come by the other method, and without one as before', async () => {
  rig = await startRig();
  rig.clock.advance(9_000);
  await rig.restartWith({ IPN_METHOD: 'POST' });
  await until(async () => (await fetch(`${rig.botUrl}/readyz`)).ok);
  await isToldOnce(await createLink(rig));
  rig.agent.close();
  await restartWithPath({ IPN_METHOD: 'POST', IPN_KEY: NEW_KEY });
  await isToldOnce(await createLink(rig));
  expect(rig.provider.notifications.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

describe('the consumer secret', () => {
  it('after a change of the consumer secret orders of before are told by notification, although the path has changed with it', async () => {
    rig = await startRig();
    const before = await createLink(rig);
    const oldPath = pathOf(rig.ipnUrl);
    rig.provider.changeSecret('a-new-consumer-secret');
    rig.provider.revokeTokens();
    await restartWithPath({ PROVIDER_CONSUMER_SECRET: 'a-new-consumer-secret' });
    expect(pathOf(rig.ipnUrl)).not.toBe(oldPath);
    await isToldOnce(before);
    await isToldOnce(await sendPrompt(rig));
    expect(notified().map(([path]) => path)).toEqual([oldPath, pathOf(rig.ipnUrl)]);
  });

  it('what is paid between the change of the consumer secret and the restart is told after it', async () => {
    rig = await startRig();
    const before = await createLink(rig);
    rig.provider.changeSecret('a-new-consumer-secret');
    rig.provider.revokeTokens();
    await rig.provider.customer.pay(before.reference);
    await rig.provider.notificationsSettled();
    expect(notified()).toEqual([[pathOf(rig.ipnUrl), 200]]);
    expect(rig.replies(before.card)).toEqual([]);
    await restartWithPath({ PROVIDER_CONSUMER_SECRET: 'a-new-consumer-secret' });
    rig.clock.advance(15 * 60_000);
    await isToldOnce(before, true);
  });
});

describe('a mistyped consumer secret', () => {
  const lastTokens = () => rig.provider.requestsTo('requestToken').slice(-1);

  it('is refused at the start although the store holds a good token, and no notification path is registered with it; with the right one again, what was paid meanwhile is told', async () => {
    rig = await startRig();
    const before = await createLink(rig);
    const [good] = lastTokens();
    const { ipnUrl } = rig;
    rig.clock.advance(9_000);
    await rig.restartWith({ PROVIDER_CONSUMER_SECRET: 'a-mistyped-secret' });
    await until(() => lastTokens()[0] !== good);
    await until(async () =>
      (await (await fetch(`${rig.botUrl}/readyz`)).text()).includes(SAYS.notRegistered),
    );
    await rig.provider.customer.pay(before.reference);
    await rig.provider.notificationsSettled();
    expect(notified()).toEqual([[pathOf(ipnUrl), 200]]);
    await rig.restartWith({});
    rig.clock.advance(15 * 60_000);
    await isToldOnce(before, true);
    expect(rig.provider.registrations().map(({ url }) => url)).toEqual([ipnUrl]);
    await isToldOnce(await sendPrompt(rig));
  });
});

describe('the bot token', () => {
  it('what is paid while Slack takes no token is told once with the new one, in the thread of before', async () => {
    rig = await startRig();
    const before = await createLink(rig);
    rig.slack.secrets.botToken = 'xoxb-a-new-token';
    await rig.provider.customer.pay(before.reference);
    await rig.provider.notificationsSettled();
    await until(() => rig.provider.requestsTo('getTransactionStatus').length > 0);
    expect(rig.replies(before.card)).toEqual([]);
    await rig.restartWith({ SLACK_BOT_TOKEN: 'xoxb-a-new-token' });
    rig.clock.advance(15 * 60_000);
    await isToldOnce(before, true);
    rig.clock.advance(15 * 60_000);
    await rig.idle();
    expect(rig.replies(before.card)).toHaveLength(1);
    await isToldOnce(await sendPrompt(rig));
  });
});

describe('the signing secret', () => {
  it('between the change of the signing secret and the restart payments are told, a press is refused, and an event is delivered later, once', async () => {
    rig = await startRig({}, { socket: false, sendsAgain: true });
    const { channels, secrets } = rig.slack;
    const before = await createLink(rig);
    const next = await createLink(rig, { description: 'Books' });
    secrets.signingSecret = 'another-signing-secret-of-the-stand-in';
    const pressed = await rig.agent.command(channels.sales, '/pay', 'open');
    expect(pressed).toMatchObject({ status: 401, problem: 'dispatch_failed' });
    await isToldOnce(before);
    const mentioned = rig.agent.mention(channels.sales, `find ${next.reference}`);
    await rig.restartWith({ SLACK_SIGNING_SECRET: secrets.signingSecret });
    const { message } = await mentioned;
    const answers = () => rig.slack.thread(message.channel, message.ts).slice(1);
    await until(() => answers().length > 0);
    expect(JSON.stringify(answers())).toContain(next.reference);
    await isToldOnce(next);
    expect(answers()).toHaveLength(1);
    await isToldOnce(await sendPrompt(rig));
  });
});

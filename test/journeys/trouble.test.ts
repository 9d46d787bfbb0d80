// The provider refuses, is slow or is down, or Slack has trouble: somebody always gets a sentence about it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANSWER_MS, SHORT_LIMIT_MS } from '#test/patience.ts';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const PROMPT = 'prompt 0712345678 1500 Two bags of flour';
const INCIDENT = SAYS.incident;

async function submit(words: string): Promise<void> {
  await openForm(rig, words);
  await rig.agent.submit();
}

describe('the payment service', () => {
  it('an order that the service refuses shows the service’s words, what to do next, and the incident number', async () => {
    rig.provider.faults.refuse(
      { code: 'maximum_amount_limit_exceeded', message: 'Maximum amount limit exceeded' },
      { operation: 'push' },
    );
    await submit(PROMPT);
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expect(reply).toContain(SAYS.providerDeclined);
    expect(reply).toContain(SAYS.notSentSentence);
    expect(reply).toContain(SAYS.providerSaid('Maximum amount limit exceeded'));
    expect(reply).toMatch(INCIDENT);
  });

  it('an order that the service refuses with a code and no words shows the code', async () => {
    rig.provider.faults.emptyMessage('amount_exceeds_default_limit', { operation: 'push' });
    await submit(PROMPT);
    await theCard(rig, 'amount_exceeds_default_limit');
  });

  it('an order while the service is down is not sent, and the agent can read so', async () => {
    await rig.provider.stop();
    await submit(PROMPT);
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    const [reply] = await repliesOf(rig, card, 1, SAYS.cannotBeReached);
    expect(reply).toContain(SAYS.notSentSentence);
  });

  it('a consumer key that the service does not accept is named, for whoever runs Teller', async () => {
    rig.provider.revokeTokens();
    rig.provider.faults.refuse(
      { code: 'invalid_consumer_key_or_secret_provided', message: '' },
      { operation: 'requestToken' },
    );
    await submit(PROMPT);
    const { card } = await theCard(rig, SAYS.keyRefused);
    expect((await repliesOf(rig, card, 1, SAYS.keyRefused))[0]).toContain(SAYS.keyNeedsChecking);
  });

  it('a notification id that the service no longer knows is registered again once, and the order goes out', async () => {
    rig.provider.faults.refuse(
      { code: 'InvalidIpnId', message: 'Invalid Ipn Id' },
      { operation: 'push', times: 1 },
    );
    await submit(PROMPT);
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.requestsTo('registerIpn')).toHaveLength(2);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a notification id that the service no longer knows is registered again by itself where that failed at first', async () => {
    rig.provider.faults.refuse({ code: 'InvalidIpnId' }, { operation: 'push', times: 1 });
    const outage = rig.provider.faults.unavailable({ operation: 'registerIpn' });
    await submit(PROMPT);
    await theCard(rig, SAYS.notSentAmount('00'));
    const isReady = async () => (await fetch(`${rig.botUrl}/readyz`)).ok;
    expect(await isReady()).toBe(false);
    outage.end();
    rig.clock.advance(60_000);
    await until(isReady);
  });

  it('a service that takes longer than Slack waits does not delay the form’s answer, and the outcome follows', async () => {
    await rig.stop();
    rig = await startRig({}, { ackMs: SHORT_LIMIT_MS });
    const answered = Promise.withResolvers<void>();
    rig.provider.faults.slow(answered.promise, { operation: 'push' });
    await openForm(rig, PROMPT);
    const ack = await rig.agent.submit();
    expect(ack.problem).toBeUndefined();
    expect(rig.readModal()).toBe('');
    await until(() => rig.provider.requestsTo('push').length === 1);
    answered.resolve();
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a payment is announced as soon as the service no longer answers with a web page', async () => {
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    rig.provider.faults.html({ operation: 'getTransactionStatus' });
    await rig.provider.customer.pay(reference);
    await until(() => rig.provider.requestsTo('getTransactionStatus').length === 1);
    await rig.idle();
    rig.provider.faults.clear();
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(3_000);
    await repliesOf(rig, card, 1, SAYS.paid);
  });
});

describe('Slack', () => {
  it('a command is refused, with what to do, when Slack cannot say who somebody is', async () => {
    rig.slack.faults.next('users.info', { kind: 'hang' });
    await rig.agent.command(rig.slack.channels.sales, '/pay', PROMPT);
    await until(() => rig.slack.callsTo('users.info').length === 1);
    rig.clock.advance(ANSWER_MS);
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    expect(rig.slack.ephemerals(rig.agent.id)[0]?.text).toContain(SAYS.tryAgainInMinute);
    expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
  });

  it('a form that Slack will not open is reported where the agent is, with an incident number', async () => {
    rig.slack.faults.next('views.open', { kind: 'error', code: 'internal_error' }, 2);
    await rig.agent.command(rig.slack.channels.sales, '/pay', PROMPT);
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 1);
    expect(rig.slack.ephemerals(rig.agent.id)[0]?.text).toMatch(
      inLine(SAYS.somethingWentWrong, SAYS.incident),
    );
  });

  it('nothing is sent to the customer when Slack will not take the card, and the agent alone reads why', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'error', code: 'restricted_action' }, 2);
    await submit(PROMPT);
    expect(rig.readModal()).toBe('');
    const direct = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
    await until(() => direct().length > 0);
    expect(direct()).toEqual([expect.stringContaining('(Slack: restricted_action)')]);
    expect(direct()[0]).toContain(SAYS.notSentAmount('KES 1,500.00'));
    expect(direct()[0]).toMatch(INCIDENT);
    expect(rig.cards()).toEqual([]);
    await rig.idle();
    expect(rig.provider.requestsTo('push')).toEqual([]);
  });

  it('a payment whose channel is archived is announced to the agent by direct message', async () => {
    const { reference } = await sendPrompt(rig);
    rig.slack.archive(rig.slack.channels.sales);
    await rig.provider.customer.pay(reference);
    const direct = rig.slack.dmOf(rig.agent.id);
    await until(() =>
      rig.slack.messages(direct).some(({ text }) => text.includes(SAYS.alertPaidFor('KES 1,500.00'))),
    );
    await rig.idle();
    expect(rig.slack.messages(direct)).toHaveLength(1);
  });

  it('forms open all the same while Slack limits the announcements', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'rateLimited', retryAfterSeconds: 30 });
    await rig.provider.customer.pay(reference);
    await until(() => rig.slack.callsTo('chat.postMessage').length === 2);
    await openForm(rig, PROMPT);
    expect(rig.replies(card)).toEqual([]);
    rig.clock.advance(31_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(rig.slack.callsTo('chat.postMessage')).toHaveLength(3);
  });
});

describe('readiness', () => {
  it('/readyz says whether Teller is ready and why not, and the process is healthy all the same', async () => {
    const health = await fetch(`${rig.botUrl}/healthz`);
    expect(health.status).toBe(200);
    const ready = await fetch(`${rig.botUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, faults: [] }]);
    const metrics = await fetch(`${rig.botUrl}/metrics`);
    expect(await metrics.text()).toContain(
      'teller_provider_call_seconds_count{operation="registerIpn",outcome="ok"} 1',
    );
  });
});

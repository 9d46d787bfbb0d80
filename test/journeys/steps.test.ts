import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACK_MS } from '#test/patience.ts';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { sendsAgain: true, ackMs: ACK_MS });
});
afterEach(() => rig.stop());

describe('a custom step of Workflow Builder', () => {
  it('a custom step of Workflow Builder creates a payment link and hands it on', async () => {
    const run = await rig.slack.runFunction('create_link', linkFor(rig.agent.id));
    const { card, reference } = await theCard(rig, SAYS.waitingForPayment);
    await until(() => ended(run.function_execution_id)?.state === 'completed');
    expect(ended(run.function_execution_id)?.outputs).toMatchObject({
      id: reference,
      state: SAYS.waitingForPaymentNow,
      redirect_url: expect.stringMatching(/^http/),
    });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
  });

  it('a custom step of Workflow Builder sends a PIN prompt and hands on where the customer can pay by hand', async () => {
    const run = await rig.slack.runFunction('send_prompt', {
      agent: rig.agent.id,
      channel: rig.slack.channels.sales,
      msisdn: '0712345678',
      payment_method: 'MpesaKE',
      amount: '1500',
      description: 'Flour',
    });
    await until(() => ended(run.function_execution_id)?.state === 'completed');
    expect(rig.provider.prompts).toHaveLength(1);
    expect(ended(run.function_execution_id)?.outputs).toMatchObject({ business_number: '220222' });
  });

  it('a custom step of Workflow Builder whose link is lost on the way ends when the link is known, and hands it on', async () => {
    const lost = rig.provider.faults.lostAnswer({ operation: 'submitOrder' });
    const run = await rig.slack.runFunction('create_link', linkFor(rig.agent.id));
    const { card } = await theCard(rig, SAYS.noProviderAnswerYet);
    await rig.idle();
    expect(ended(run.function_execution_id)?.state).toBe('running');
    lost.end();
    rig.clock.advance(21_000);
    await until(() => ended(run.function_execution_id)?.state === 'completed');
    expect(ended(run.function_execution_id)?.outputs).toMatchObject({
      state: SAYS.waitingForPaymentNow,
      redirect_url: expect.stringMatching(/^http/),
    });
    await until(() => rig.readCard(card).includes(SAYS.waitingForPayment));
    expect(rig.cards()).toHaveLength(1);
  });

  it('a custom step of Workflow Builder whose link never becomes known fails, and says where to look', async () => {
    rig.provider.faults.unavailable({ operation: 'submitOrder' });
    const run = await rig.slack.runFunction('create_link', linkFor(rig.agent.id));
    const { reference } = await theCard(rig, SAYS.noProviderAnswerYet);
    for (const minutes of [1, 5, 15, 60, 6 * 60, 18 * 60]) {
      await rig.idle();
      expect(ended(run.function_execution_id)?.state).toBe('running');
      rig.clock.advance(minutes * 60_000);
    }
    await until(() => ended(run.function_execution_id)?.state === 'failed');
    expect(ended(run.function_execution_id)?.error).toBe(SAYS.stepNoLink(reference));
  });

  it('a custom step of Workflow Builder that is delivered twice makes one order', async () => {
    await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id), { copies: 2 });
    await theCard(rig, SAYS.waiting);
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it('a custom step of Workflow Builder with a wrong input fails with a sentence that names the field', async () => {
    const run = await rig.slack.runFunction('send_prompt', { ...promptFor(rig.agent.id), msisdn: '12' });
    await until(() => ended(run.function_execution_id)?.state === 'failed');
    expect(ended(run.function_execution_id)?.error).toMatch(inLine('msisdn: ', SAYS.notMobileNumber));
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a custom step of Workflow Builder takes a currency in small letters, and names what can be written where it takes none', async () => {
    const link = linkFor(rig.agent.id);
    const small = await rig.slack.runFunction('create_link', { ...link, currency: 'kes' });
    const { card } = await theCard(rig, SAYS.waitingForPayment);
    expect(rig.readCard(card)).toContain('KES 2,500.00');
    await until(() => ended(small.function_execution_id)?.state === 'completed');
    const euro = await rig.slack.runFunction('create_link', { ...link, currency: 'Euro' });
    await until(() => ended(euro.function_execution_id)?.state === 'failed');
    expect(ended(euro.function_execution_id)?.error).toBe(SAYS.stepCurrency);
    const mpesa = { ...promptFor(rig.agent.id), payment_method: 'M-PESA' };
    const unknown = await rig.slack.runFunction('send_prompt', mpesa);
    await until(() => ended(unknown.function_execution_id)?.state === 'failed');
    expect(ended(unknown.function_execution_id)?.error).toBe(SAYS.stepMethods('MpesaKE, AirtelKE, AirtelUG'));
  });

  it('what a form would ask with a tick fails a custom step of Workflow Builder with that sentence', async () => {
    const first = await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id));
    await until(() => ended(first.function_execution_id)?.state === 'completed');
    const second = await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id));
    await until(() => ended(second.function_execution_id)?.state === 'failed');
    expect(ended(second.function_execution_id)?.error).toContain(SAYS.wasAskedFor('KES 1,500.00'));

    const airtel = { ...promptFor(rig.agent.id), msisdn: '0733123456' };
    const third = await rig.slack.runFunction('send_prompt', airtel);
    await until(() => ended(third.function_execution_id)?.state === 'failed');
    expect(ended(third.function_execution_id)?.error).toContain(SAYS.chooseMethod('Airtel Money Kenya'));

    const large = { ...promptFor(rig.agent.id), amount: '99,999,999,999' };
    const fourth = await rig.slack.runFunction('send_prompt', large);
    await until(() => ended(fourth.function_execution_id)?.state === 'failed');
    expect(ended(fourth.function_execution_id)?.error).toContain(SAYS.takesAtMost('KES 250,000.00'));
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('a custom step of Workflow Builder ends although Slack could not be told at first', async () => {
    rig.slack.faults.next('functions.completeError', { kind: 'reset' });
    const wrong = await rig.slack.runFunction('send_prompt', { ...promptFor(rig.agent.id), msisdn: '12' });
    await until(() => ended(wrong.function_execution_id)?.state === 'failed');
    expect(ended(wrong.function_execution_id)?.error).toMatch(inLine('msisdn: ', SAYS.notMobileNumber));

    rig.slack.faults.next('functions.completeSuccess', { kind: 'lostAnswer' });
    rig.slack.faults.next('functions.completeSuccess', { kind: 'rateLimited', retryAfterSeconds: 1 });
    const right = await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id));
    await until(() => {
      rig.clock.advance(1_000);
      return rig.slack.callsTo('functions.completeSuccess').length === 3;
    });
    expect(ended(right.function_execution_id)?.state).toBe('completed');
    await rig.idle();
    expect(rig.slack.callsTo('functions.completeSuccess')).toHaveLength(3);
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
  });

  it('a custom step of Workflow Builder that has failed makes no order when Slack sends it again', async () => {
    rig.slack.faults.next('users.info', { kind: 'error', code: 'internal_error' });
    rig.slack.faults.next('functions.completeError', { kind: 'lostAnswer' });
    const run = await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id));
    await until(() => ended(run.function_execution_id)?.state === 'failed');
    expect(ended(run.function_execution_id)?.error).toContain(SAYS.personUnchecked);
    await until(() => rig.slack.callsTo('functions.completeError').length === 2);
    await rig.idle();
    expect(rig.cards()).toEqual([]);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a custom step of Workflow Builder that could not be failed says why once Slack takes it', async () => {
    rig.slack.faults.next('users.info', { kind: 'error', code: 'internal_error' });
    rig.slack.faults.next('functions.completeError', { kind: 'reset' });
    const run = await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id));
    await until(() => ended(run.function_execution_id)?.state === 'failed');
    expect(ended(run.function_execution_id)?.error).toContain(SAYS.personUnchecked);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a custom step of Workflow Builder whose outputs Slack does not take is given up, and its order goes on', async () => {
    rig.slack.faults.next('functions.completeSuccess', {
      kind: 'error',
      code: 'parameter_validation_failed',
    });
    await rig.slack.runFunction('send_prompt', promptFor(rig.agent.id));
    const { card, reference } = await theCard(rig, SAYS.waiting);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.slack.callsTo('functions.completeSuccess')).toHaveLength(1);
  });

  it('a custom step of Workflow Builder in the name of somebody who may not act fails, and sends nothing', async () => {
    const run = await rig.slack.runFunction('send_prompt', promptFor(rig.slack.users.guest));
    await until(() => ended(run.function_execution_id)?.state === 'failed');
    expect(ended(run.function_execution_id)?.error).toContain(SAYS.onlyFullMembers);
    expect(rig.provider.prompts).toEqual([]);
  });
});

function linkFor(agent: string): Record<string, string> {
  return {
    agent,
    channel: rig.slack.channels.sales,
    amount: '2,500',
    currency: 'KES',
    description: 'School fees',
  };
}

function promptFor(agent: string): Record<string, string> {
  return {
    agent,
    channel: rig.slack.channels.sales,
    msisdn: '0712345678',
    payment_method: 'MpesaKE',
    amount: '1500',
    description: 'Flour',
  };
}

function ended(executionId: string) {
  return rig.slack.functionRuns.find((run) => run.function_execution_id === executionId);
}

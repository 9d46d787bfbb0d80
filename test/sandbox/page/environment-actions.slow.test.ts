// What happens around the workspace, through the page: payments, steps of workflows, faults, and a bot that stops.
import { describe, expect, it } from 'vitest';
import { soon } from './browser.ts';
import { requestRefund } from './request-refund.ts';
import { openSession, watch } from './session.ts';

describe('the customer', () => {
  it('pays another amount in another currency, for the order that is named', async () => {
    const session = await openSession();
    await session.createLink('INV-7', '100 Fees');
    await session.createLink('INV-8');
    const trackingId = session.trackingId('INV-7');
    await session.act({ type: 'pay', trackingId, amount: 10, currency: 'USD' });
    await soon(() => session.read().join('\n')).toMatch(/↳ .*USD 10\.00 instead of KES 100\.00/);
    expect(session.environment.provider.find('INV-8')?.payment).toBeUndefined();
  });

  it('is charged again for a recurring order, and gets money back', async () => {
    const session = await openSession();
    await session.write('/pay link 2500 School fees');
    await session.modalWith('Create a payment link');
    const at = { in: 'modal' } as const;
    await session.act({ type: 'pick', at, action: 'frequency', value: 'MONTHLY', values: {} });
    await session.modalWith('First day');
    await session.submit({ id: 'INV-7', start_date: '2031-01-15', end_date: '2031-12-15' });
    await soon(() => session.environment.provider.find('INV-7')).toBeDefined();
    const trackingId = session.trackingId('INV-7');
    await session.act({ type: 'pay', trackingId });
    await soon(() => session.read().join('\n')).toMatch(/↳ :white_check_mark: KES 2,500\.00 for/);
    await session.act({ type: 'charge', trackingId });
    await soon(() => session.read().join('\n')).toMatch(
      /↳ .*\*KES 2,500\.00\* for .*\(a charge of .*\n\[… Refund \| History\]/,
    );
    session.environment.skip(10_000);
    await session.act({ type: 'reverse', trackingId });
    await soon(() => session.read().join('\n')).toMatch(/↳ .*KES 2,500\.00 refunded/);
  });

  it('declines a link at first, and pays after all', async () => {
    const session = await openSession();
    await session.createLink('INV-7');
    expect(session.read().join('\n')).toMatch(/\[Open payment page\] \(http:\/\/127\.0\.0\.1:\d+\/page\//);
    const trackingId = session.trackingId('INV-7');
    await session.act({ type: 'decline', trackingId });
    await soon(() => session.read().join('\n')).toMatch(/↳ .*Not paid\./);
    session.environment.skip(10_000);
    await session.act({ type: 'pay', trackingId });
    await soon(() => session.read().join('\n')).toMatch(/↳ .*KES 2,500\.00 for .*Paid after all/);
  });

  it('cannot do what does not fit the order, and a sentence says so', async () => {
    const session = await openSession();
    await session.createLink('INV-7');
    const trackingId = session.trackingId('INV-7');
    for (const type of ['pay', 'decline', 'charge', 'reverse'] as const)
      expect((await session.act({ type, trackingId: 'INV-404' })).note).toContain('no order INV-404');
    expect((await session.act({ type: 'charge', trackingId })).note).toContain('is not recurring');
    expect((await session.act({ type: 'reverse', trackingId })).note).toContain('is not paid');
    await session.act({ type: 'pay', trackingId });
    expect((await session.act({ type: 'pay', trackingId })).note).toContain('is paid already');
  });
});

describe('the operator of the service', () => {
  it('sees what was requested, and pays one payment back and not the other', async () => {
    const session = await openSession();
    const { environment, act } = session;
    const codes: string[] = [];
    for (const reference of ['INV-7', 'INV-8']) {
      await session.createLink(reference);
      const { confirmation_code } = await environment.provider.customer.pay(reference);
      await requestRefund(environment, { confirmation_code, amount: 2500 });
      codes.push(confirmation_code);
    }
    const [paidBack = '', kept = ''] = codes;
    await soon(() => session.read().join('\n')).toMatch(
      /↳ :white_check_mark: KES[\s\S]*↳ :white_check_mark: KES/,
    );
    const asked = { money: 'KES 2,500.00', username: 'Amina', remarks: 'Sent twice' };
    const refunds = async () => (await watch(session.url, () => true)).refunds;
    expect(await refunds()).toEqual([
      { code: paidBack, reference: 'INV-7', state: 'waiting', ...asked },
      { code: kept, reference: 'INV-8', state: 'waiting', ...asked },
    ]);

    environment.skip(10_000);
    expect(await act({ type: 'approveRefund', code: paidBack })).toEqual({});
    expect(await act({ type: 'rejectRefund', code: kept })).toEqual({});
    expect((await refunds()).map(({ state }) => state)).toEqual(['approved', 'rejected']);
    await soon(() => session.read().join('\n')).toMatch(/↳ .*KES 2,500\.00 refunded/);
    expect(environment.provider.find('INV-8')?.payment?.status_code).toBe(1);

    for (const type of ['approveRefund', 'rejectRefund'] as const) {
      expect((await act({ type, code: kept })).note).toContain('is rejected already');
      expect((await act({ type, code: 'X' })).note).toContain('Nobody has requested a refund of X');
    }
  });
});

describe('a step of a workflow', () => {
  it('ends with its outputs, or with the bot’s reason', async () => {
    const session = await openSession();
    const { slack } = session.environment;
    const inputs = { channel: slack.channels.sales, currency: 'KES', id: ' ' };
    const run = (agent: string, amount: string, description: string) =>
      session.act({
        type: 'runStep',
        callbackId: 'create_link',
        inputs: { ...inputs, agent, amount, description },
      });
    expect(await run(slack.users.agent, '2500', 'School fees')).toEqual({});
    await run(slack.users.guest, '1', 'Tea');
    const { steps } = await watch(session.url, (screen) =>
      screen.steps.every(({ state }) => state !== 'running'),
    );
    expect(steps).toMatchObject([
      {
        callbackId: 'create_link',
        state: 'completed',
        outputs: {
          id: expect.any(String),
          state: 'Waiting for payment',
          redirect_url: expect.stringMatching(/^http/),
        },
      },
      { callbackId: 'create_link', state: 'failed', error: expect.stringContaining('full member') },
    ]);
    await expect
      .poll(() => session.read().join('\n'))
      .toContain('*KES 2,500.00* · School fees · *waiting for payment*');
  });

  it('is refused by Workflow Builder without its required inputs', async () => {
    const session = await openSession();
    const inputs = { agent: session.environment.slack.users.agent };
    const { note } = await session.act({ type: 'runStep', callbackId: 'send_prompt', inputs });
    expect(note).toContain('Workflow Builder would refuse: missing required field: channel');
    expect((await session.act({ type: 'runStep', callbackId: 'dance', inputs: {} })).note).toContain(
      'no function dance',
    );
  });

  it('fails when Teller does not answer Slack', async () => {
    const session = await openSession();
    const { slack } = session.environment;
    await session.act({ type: 'stopBot' });
    const inputs = {
      agent: slack.users.agent,
      channel: slack.channels.sales,
      amount: '1',
      currency: 'KES',
      description: 'Tea',
    };
    await session.act({ type: 'runStep', callbackId: 'create_link', inputs });
    const { steps } = await watch(session.url, (screen) => screen.steps.length === 1);
    expect(steps[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('didn’t answer Slack'),
    });
  });
});

describe('faults and stops', () => {
  it('a fault is listed with how often it has struck, until it is switched off', async () => {
    const session = await openSession();
    const lost = (isOn: boolean) => session.act({ type: 'switch', name: 'lostAnswer', isOn });
    const fault = async () =>
      (await watch(session.url, () => true)).switches.find(({ name }) => name === 'lostAnswer');
    await lost(true);
    expect(await fault()).toMatchObject({
      isOn: true,
      hits: 0,
      words: expect.stringContaining('answer is lost'),
    });
    await session.write('/pay prompt 0712345678 9 Tea');
    await session.modalWith('Send a PIN prompt');
    await session.submit();
    const { requestsTo } = session.environment.provider;
    await soon(() => requestsTo('push')[0]?.answer).toBe('lost');
    expect((await fault())?.hits).toBeGreaterThan(0);
    await lost(false);
    expect(await fault()).toMatchObject({ isOn: false });
    expect((await fault())?.hits).toBeUndefined();
  });

  it('while Slack loses the answers to posts, each message is there once; until the switch is off', async () => {
    const session = await openSession();
    const { slack } = session.environment;
    const lost = () => slack.callsTo('chat.postMessage').filter(({ answer }) => answer === undefined).length;
    await session.act({ type: 'switch', name: 'slackLostPost', isOn: true });
    await session.createLink('INV-7');
    await session.createLink('INV-8');
    await soon(() => slack.messages(slack.channels.sales).length).toBe(2);
    expect(lost()).toBe(2);
    await session.act({ type: 'switch', name: 'slackLostPost', isOn: false });
    await session.createLink('INV-9');
    await soon(() => slack.messages(slack.channels.sales).length).toBe(3);
    expect(lost()).toBe(2);
  });

  it('nothing is lost when Teller is stopped, the customer pays, and Teller starts again', async () => {
    const session = await openSession();
    const { environment } = session;
    await session.write('/pay prompt 0712345678 1500 Two bags of flour');
    await session.modalWith('Send a PIN prompt');
    await session.submit({ id: 'INV-7' });
    await soon(() => session.read().join()).toContain('waiting for the PIN');
    await session.act({ type: 'stopBot' });
    await session.act({ type: 'stopBot' });
    expect((await watch(session.url, () => true)).isBotRunning).toBe(false);
    await session.act({ type: 'pay', trackingId: session.trackingId('INV-7') });
    await session.write('/pay');
    await soon(() => session.readEphemerals().join()).toContain(
      '/pay failed with the error "dispatch_failed"',
    );
    expect(session.read().join('\n')).not.toContain('KES 1,500.00 paid');

    await session.act({ type: 'startBot' });
    await soon(() => {
      environment.skip(30_000);
      return session.read().join('\n');
    }).toMatch(/↳ :white_check_mark: KES 1,500\.00 for/);
    await session.write('/pay');
    await soon(() => session.readEphemerals().join()).toContain('What would you like to do?');
    expect(environment.provider.prompts).toHaveLength(1);
  });
});

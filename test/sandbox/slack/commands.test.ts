import { describe, expect, test } from 'vitest';
import { actions, button, SILENT, startRig } from './rig.ts';

describe('a slash command', () => {
  test('arrives signed and with all of Slack’s fields', async () => {
    const rig = await startRig();
    const { sales } = rig.slack.channels;
    const result = await rig.slack.person(rig.slack.users.agent).command(sales, '/pay', 'prompt 0712 & more');
    expect(result).toMatchObject({ sent: true, status: 200, body: '' });
    expect(result).not.toHaveProperty('problem');
    expect(rig.received).toMatchObject([
      {
        signed: true,
        payload: {
          command: '/pay',
          text: 'prompt 0712 & more',
          user_id: rig.slack.users.agent,
          team_id: rig.slack.teamId,
          channel_id: sales,
          channel_name: 'sales',
          api_app_id: rig.slack.appId,
          is_enterprise_install: 'false',
          trigger_id: expect.stringMatching(/./),
          response_url: expect.stringMatching(/^http:/),
        },
      },
    ]);
  });

  test("of another workspace's person carries their workspace", async () => {
    const rig = await startRig();
    await rig.slack.person(rig.slack.users.stranger).command(rig.slack.channels.partners, '/pay');
    expect(rig.received[0]?.payload.team_id).toBe('T0STRANGER');
  });

  test.each([
    ['a text', 'hello'],
    ['a message', { text: 'hello' }],
  ])('can be answered at once with %s', async (_, answer) => {
    const rig = await startRig();
    rig.app(() => answer);
    const agent = rig.slack.person(rig.slack.users.agent);
    await agent.command(rig.slack.channels.sales, '/pay');
    expect(rig.slack.ephemerals(agent.id)).toMatchObject([{ from: 'app', text: 'hello' }]);
  });

  test('answered in the channel is there for everybody', async () => {
    const rig = await startRig();
    rig.app(() => ({ text: 'hello', response_type: 'in_channel' }));
    await rig.slack.person(rig.slack.users.agent).command(rig.slack.channels.sales, '/pay');
    expect(rig.slack.messages(rig.slack.channels.sales)).toMatchObject([{ text: 'hello' }]);
  });

  test('answered too late is an operation_timeout', async () => {
    const rig = await startRig({ ackTimeoutMs: 50 });
    rig.app(() => SILENT);
    const agent = rig.slack.person(rig.slack.users.agent);
    const result = await agent.command(rig.slack.channels.sales, '/pay');
    expect(result).toMatchObject({ status: 0, problem: 'operation_timeout' });
    expect(rig.slack.ephemerals(agent.id)).toMatchObject([
      { from: 'slack', text: '/pay failed with the error "operation_timeout"' },
    ]);
  });

  test.each([
    [
      'status 500',
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
    ],
    ['a cut connection', (_: unknown, response: { destroy(): void }) => response.destroy()],
  ])('answered with %s is a dispatch_failed', async (_, script) => {
    const rig = await startRig();
    rig.app(script);
    const agent = rig.slack.person(rig.slack.users.agent);
    expect((await agent.command(rig.slack.channels.sales, '/pay')).problem).toBe('dispatch_failed');
    expect(rig.slack.ephemerals(agent.id)).toMatchObject([
      { text: '/pay failed with the error "dispatch_failed"' },
    ]);
  });

  test('answered with blocks that Slack refuses is invalid', async () => {
    const rig = await startRig();
    rig.app(() => ({ blocks: [{ type: 'nonsense' }] }));
    const agent = rig.slack.person(rig.slack.users.agent);
    expect((await agent.command(rig.slack.channels.sales, '/pay')).problem).toBe('invalid_answer');
    expect(rig.slack.ephemerals(agent.id)[0]?.text).toContain('invalid_command_response');
  });

  test('can only be typed where the person can write', async () => {
    const rig = await startRig();
    const guest = rig.slack.person(rig.slack.users.guest);
    await expect(guest.command(rig.slack.channels.finance, '/pay')).rejects.toThrow("can't see finance");
    rig.slack.archive(rig.slack.channels.sales);
    await expect(guest.command(rig.slack.channels.sales, '/pay')).rejects.toThrow('archived');
  });
});

test('a global shortcut carries no channel', async () => {
  const rig = await startRig();
  await rig.slack.person(rig.slack.users.agent).shortcut('send_prompt');
  expect(rig.received[0]).toMatchObject({
    signed: true,
    payload: { type: 'shortcut', callback_id: 'send_prompt', user: { id: rig.slack.users.agent } },
  });
  expect(rig.received[0]?.payload).not.toHaveProperty('channel');
});

test('a message shortcut carries the message', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  const message = agent.say(rig.slack.channels.leads, 'order A-1?');
  await agent.messageShortcut('look_up_message', message);
  expect(rig.received[0]?.payload).toMatchObject({
    type: 'message_action',
    callback_id: 'look_up_message',
    message_ts: message.ts,
    message: { text: 'order A-1?', user: agent.id },
    channel: { id: rig.slack.channels.leads, name: 'privategroup' },
  });
});

describe('a click', () => {
  async function withCard(...elements: Record<string, unknown>[]) {
    const rig = await startRig();
    await rig.call('chat.postMessage', { channel: 'sales', text: 'card', blocks: actions(...elements) });
    const [card] = rig.slack.messages(rig.slack.channels.sales);
    if (!card) throw new Error('no card');
    return { ...rig, card, agent: rig.slack.person(rig.slack.users.agent) };
  }

  test('carries the message, the place, and what was pressed', async () => {
    const { agent, card, received, slack } = await withCard(
      button('cancel_order', 'A-1', { style: 'danger' }),
    );
    expect(await agent.click(card, 'cancel_order')).toMatchObject({ sent: true, status: 200 });
    expect(received[0]).toMatchObject({
      signed: true,
      payload: {
        type: 'block_actions',
        user: { id: agent.id, team_id: slack.teamId },
        team: { id: slack.teamId },
        container: { type: 'message', message_ts: card.ts, channel_id: card.channel, is_ephemeral: false },
        channel: { id: card.channel, name: 'sales' },
        message: { ts: card.ts, text: 'card', bot_id: slack.botId },
        actions: [
          { type: 'button', action_id: 'cancel_order', block_id: 'buttons', value: 'A-1', style: 'danger' },
        ],
      },
    });
  });

  test('on a confirm dialog can be answered no', async () => {
    const words = { type: 'plain_text', text: 'Sure?' };
    const confirm = { title: words, text: words, confirm: words, deny: words };
    const { agent, card, received } = await withCard(button('a', 'v', { confirm }));
    expect(await agent.click(card, 'a', { confirm: 'no' })).toMatchObject({
      sent: false,
      problem: 'dismissed',
    });
    expect(received).toEqual([]);
    await agent.click(card, 'a');
    expect(received).toHaveLength(1);
  });

  test('finds a button by value or label, and says what is there when it is not', async () => {
    const { agent, received, call, slack } = await withCard(button('a', 'x'));
    const blocks = ['1', '2'].map((value) => ({ type: 'actions', elements: [button('cancel', value)] }));
    await call('chat.postMessage', { channel: 'sales', text: 'list', blocks });
    const list = slack.messages(slack.channels.sales)[1];
    if (!list) throw new Error('no list');
    await agent.click(list, 'cancel', { value: '2' });
    await agent.click(list, 'cancel', { value: 'Press 1' });
    expect(received.map(({ payload }) => payload.actions)).toMatchObject([
      [{ value: '2' }],
      [{ value: '1' }],
    ]);
    await expect(agent.click(list, 'cancel')).rejects.toThrow('several "cancel"');
    await expect(agent.click(list, 'delete')).rejects.toThrow('cancel [Press 1], cancel [Press 2]');
  });

  test('meets what the message is now, not what it was', async () => {
    const { agent, card, call, slack } = await withCard(button('a', 'v'));
    await call('chat.update', { channel: card.channel, ts: card.ts, text: 'done', blocks: [] });
    await expect(agent.click(card, 'a')).rejects.toThrow('there is: nothing');
    slack.deleteMessage(card.channel, card.ts);
    await expect(agent.click(card, 'a')).rejects.toThrow('no longer there');
  });

  test('on an ephemeral message does not carry its content', async () => {
    const { agent, call, received, slack } = await withCard(button('a', 'v'));
    const shown = {
      channel: slack.channels.sales,
      user: agent.id,
      text: 'psst',
      blocks: actions(button('b', 'v')),
    };
    await call('chat.postEphemeral', shown);
    const [ephemeral] = slack.ephemerals(agent.id);
    if (!ephemeral) throw new Error('nothing shown');
    await agent.click(ephemeral, 'b');
    expect(received[0]?.payload).toMatchObject({
      container: { is_ephemeral: true, message_ts: ephemeral.ts },
    });
    expect(received[0]?.payload).not.toHaveProperty('message');
  });

  test('that fails shows the person an error', async () => {
    const { agent, card, app, slack } = await withCard(button('a', 'v'));
    app((_, response) => response.writeHead(503).end());
    expect((await agent.click(card, 'a')).problem).toBe('dispatch_failed');
    expect(slack.ephemerals(agent.id)).toMatchObject([{ from: 'slack' }]);
  });

  test('picks from a menu or a select with its option', async () => {
    const option = { text: { type: 'plain_text', text: 'This week' }, value: 'week' };
    const { agent, card, received } = await withCard(
      { type: 'overflow', action_id: 'more', options: [option] },
      { type: 'static_select', action_id: 'range', options: [option] },
    );
    await agent.select(card, 'more', 'week');
    await agent.select(card, 'range', 'This week');
    expect(received[0]?.payload).toMatchObject({ actions: [{ type: 'overflow', selected_option: option }] });
    expect(received[1]?.payload).toMatchObject({
      actions: [{ type: 'static_select', selected_option: option }],
      state: { values: { buttons: { range: { selected_option: option } } } },
    });
    await expect(agent.select(card, 'range', 'year')).rejects.toThrow('it offers: week');
  });
});

import { describe, expect, test } from 'vitest';
import { actions, at, button, startRig } from './rig.ts';

describe('a mention', () => {
  test('posts the message and sends the app an event', async () => {
    const rig = await startRig();
    const { sales } = rig.slack.channels;
    const agent = rig.slack.person(rig.slack.users.agent);
    const { message, acks } = await agent.mention(sales, 'status A-1');
    expect(acks).toMatchObject([{ sent: true, status: 200 }]);
    expect(rig.slack.messages(sales)).toMatchObject([
      { text: `<@${rig.slack.botUserId}> status A-1`, user: agent.id },
    ]);
    expect(rig.received[0]).toMatchObject({
      signed: true,
      payload: {
        type: 'event_callback',
        team_id: rig.slack.teamId,
        api_app_id: rig.slack.appId,
        event: {
          type: 'app_mention',
          user: agent.id,
          channel: sales,
          team: rig.slack.teamId,
          ts: message.ts,
          event_ts: message.ts,
          client_msg_id: message.client_msg_id,
          text: message.text,
          blocks: [
            {
              type: 'rich_text',
              elements: [
                {
                  type: 'rich_text_section',
                  elements: [
                    { type: 'user', user_id: rig.slack.botUserId },
                    { type: 'text', text: ' status A-1' },
                  ],
                },
              ],
            },
          ],
        },
        authorizations: [{ user_id: rig.slack.botUserId, is_bot: true }],
        event_id: expect.stringMatching(/^Ev/),
        event_time: expect.any(Number),
      },
    });
    expect(rig.received[0]?.payload.event).not.toHaveProperty('thread_ts');
  });

  test('that is edited is sent once more as a new event, which says so', async () => {
    const rig = await startRig();
    const agent = rig.slack.person(rig.slack.users.agent);
    const { message } = await agent.mention(rig.slack.channels.sales, 'status A-1');
    agent.edit(message, `<@${rig.slack.botUserId}> status A-2`);
    await expect.poll(() => rig.received.length).toBe(2);
    const [first, second] = rig.received.map(({ payload }) => payload);
    expect(second).toMatchObject({
      event: {
        ...{ type: 'app_mention', ts: message.ts, text: `<@${rig.slack.botUserId}> status A-2` },
        edited: { user: agent.id },
      },
    });
    expect(second?.['event_id']).not.toBe(first?.['event_id']);
    expect(first?.['event']).not.toHaveProperty('edited');
  });

  test('in a thread carries the thread', async () => {
    const rig = await startRig();
    const agent = rig.slack.person(rig.slack.users.agent);
    const { ts } = agent.say(rig.slack.channels.sales, 'card');
    await agent.mention(rig.slack.channels.sales, 'status', { thread_ts: ts });
    expect(rig.received[0]?.payload).toMatchObject({ event: { thread_ts: ts, parent_user_id: agent.id } });
    expect(rig.slack.thread(rig.slack.channels.sales, ts)).toHaveLength(2);
  });

  test('may be delivered in several copies of one event', async () => {
    const rig = await startRig();
    await rig.slack.person(rig.slack.users.agent).mention(rig.slack.channels.sales, 'status', { copies: 3 });
    expect(rig.received).toHaveLength(3);
    expect(new Set(rig.received.map(({ payload }) => payload.event_id)).size).toBe(1);
  });

  test('may be marked as a retry', async () => {
    const rig = await startRig();
    await rig.slack
      .person(rig.slack.users.agent)
      .mention(rig.slack.channels.sales, 'status', { retryNum: 2 });
    expect(rig.received[0]?.headers).toMatchObject({
      'x-slack-retry-num': '2',
      'x-slack-retry-reason': 'http_timeout',
    });
  });

  test('that is not accepted comes again, three times at most', async () => {
    const rig = await startRig({ eventRetryDelaysMs: [0, 1, 2] });
    rig.app((_, response) => response.writeHead(500).end());
    const { acks } = await rig.slack
      .person(rig.slack.users.agent)
      .mention(rig.slack.channels.sales, 'status');
    expect(acks).toMatchObject([{ problem: 'dispatch_failed' }]);
    await expect.poll(() => rig.received.length).toBe(4);
    expect(rig.received.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([
      undefined,
      '1',
      '2',
      '3',
    ]);
    expect(rig.received[3]?.headers['x-slack-retry-reason']).toBe('http_error');
    expect(new Set(rig.received.map(({ payload }) => payload.event_id)).size).toBe(1);
  });

  test('where the bot is no member, the person gets a note and the app no event', async () => {
    const rig = await startRig();
    const agent = rig.slack.person(rig.slack.users.agent);
    const { acks } = await agent.mention(rig.slack.channels.finance, 'status');
    expect(acks).toEqual([]);
    expect(rig.received).toEqual([]);
    expect(rig.slack.ephemerals(agent.id)[0]?.text).toContain("they're not in this channel");
  });
});

test('opening the Home tab sends the app an event, with the view that is there', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  await agent.openHome();
  expect(rig.received[0]?.payload).toMatchObject({
    event: { type: 'app_home_opened', user: agent.id, tab: 'home', channel: rig.slack.channels.dm },
  });
  await rig.call('views.publish', {
    user_id: agent.id,
    view: { type: 'home', blocks: actions(button('new', 'v')) },
  });
  await agent.openHome();
  expect(at(rig.received[1]?.payload, 'event', 'view', 'type')).toBe('home');
  const home = rig.slack.home(agent.id);
  if (!home) throw new Error('no home');
  await agent.click(home, 'new');
  expect(rig.received[2]?.payload).toMatchObject({
    container: { type: 'view' },
    view: { type: 'home', id: home.id },
  });
});

test('opening the Messages tab sends the app an event too, without a view', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  await rig.call('views.publish', { user_id: agent.id, view: { type: 'home', blocks: [] } });
  await agent.openHome({ tab: 'messages' });
  expect(rig.received[0]?.payload).toMatchObject({ event: { type: 'app_home_opened', tab: 'messages' } });
  expect(rig.received[0]?.payload.event).not.toHaveProperty('view');
});

test('without a connected app, the error says what to do', async () => {
  const { startSlackSandbox } = await import('#sandbox/slack/workspace.ts');
  const slack = await startSlackSandbox({ signingSecret: 's', botToken: 'xoxb' });
  await expect(slack.person(slack.users.agent).shortcut('x')).rejects.toThrow('connect(requestUrl)');
  await slack.stop();
});

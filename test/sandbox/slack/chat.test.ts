import { describe, expect, test } from 'vitest';
import { asText } from '#sandbox/slack/json.ts';
import { actions, at, button, startRig } from './rig.ts';

describe('posting', () => {
  test('needs no membership in a public channel, but does in a private one', async () => {
    const { call, slack } = await startRig();
    expect((await call('chat.postMessage', { channel: slack.channels.finance, text: 'hi' })).ok).toBe(true);
    const refused = await call('chat.postMessage', { channel: slack.channels.leads, text: 'hi' });
    expect(refused).toEqual({ ok: false, error: 'channel_not_found' });
    slack.invite(slack.channels.leads, slack.botUserId);
    expect((await call('chat.postMessage', { channel: slack.channels.leads, text: 'hi' })).ok).toBe(true);
  });

  test('to a person goes to their direct message with the app', async () => {
    const { call, slack } = await startRig();
    const answer = await call('chat.postMessage', { channel: slack.users.agent, text: 'hi' });
    expect(answer.channel).toBe(slack.channels.dm);
  });

  test.each([
    [{ channel: 'C0NOWHERE' }, 'channel_not_found'],
    [{ text: '' }, 'no_text'],
    [{ text: 'x'.repeat(40_001) }, 'msg_too_long'],
    [{ thread_ts: '1.000000' }, 'thread_not_found'],
    [{ attachments: [{}] }, 'invalid_attachments'],
  ])('%j is refused with %s', async (args, error) => {
    const { call, slack } = await startRig();
    expect(await call('chat.postMessage', { channel: slack.channels.sales, text: 'hi', ...args })).toEqual({
      ok: false,
      error,
    });
  });

  test('to an archived channel is refused', async () => {
    const { call, slack } = await startRig();
    slack.archive(slack.channels.sales);
    expect((await call('chat.postMessage', { channel: slack.channels.sales, text: 'hi' })).error).toBe(
      'is_archived',
    );
  });

  test('a reply stays in its thread unless it is also sent to the channel', async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const { ts } = await call('chat.postMessage', { channel, text: 'card' });
    await call('chat.postMessage', { channel, text: 'quiet', thread_ts: ts });
    await call('chat.postMessage', { channel, text: 'loud', thread_ts: ts, reply_broadcast: true });
    expect(slack.messages(channel).map((message) => message.text)).toEqual(['card', 'loud']);
    expect(slack.thread(channel, asText(ts)).map((message) => message.text)).toEqual([
      'card',
      'quiet',
      'loud',
    ]);
  });

  test('under a reply is refused: a thread hangs on its parent', async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const parent = await call('chat.postMessage', { channel, text: 'card' });
    const reply = await call('chat.postMessage', { channel, text: 'reply', thread_ts: parent.ts });
    const nested = await call('chat.postMessage', { channel, text: 'nested', thread_ts: reply.ts });
    expect(nested.error).toBe('cannot_reply_to_message');
  });

  test('times of messages never repeat, even when the clock stands still', async () => {
    const { call, slack } = await startRig({ now: () => 1_700_000_000_000 });
    const post = async () =>
      asText((await call('chat.postMessage', { channel: slack.channels.sales, text: 'x' })).ts);
    const times = [await post(), await post(), await post()];
    expect(times).toEqual([...new Set(times)].sort());
    expect(times[0]).toMatch(/^1700000000\.\d{6}$/);
  });
});

describe('editing', () => {
  test('marks the message and keeps the blocks and metadata it does not mention', async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const metadata = { event_type: 'teller_order', event_payload: { id: 'A-1' } };
    const blocks = actions(button('a', 'v'));
    const { ts } = await call('chat.postMessage', { channel, text: 'one', blocks, metadata });
    expect((await call('chat.update', { channel, ts, text: 'two' })).ok).toBe(true);
    expect(slack.messages(channel)[0]).toMatchObject({
      text: 'two',
      metadata,
      blocks,
      edited: { user: slack.botUserId },
    });
    await call('chat.update', { channel, ts, text: 'three', blocks: [], metadata: {} });
    expect(slack.messages(channel)[0]).toMatchObject({ text: 'three', blocks: [] });
    expect(slack.messages(channel)[0]).not.toHaveProperty('metadata');
  });

  test('takes 4,000 bytes of text and no more, though a post takes 40,000 characters', async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const { ts } = await call('chat.postMessage', { channel, text: 'x'.repeat(40_000) });
    const edit = (text: string) => call('chat.update', { channel, ts, text });
    expect((await edit('x'.repeat(4_000))).ok).toBe(true);
    expect((await edit('x'.repeat(4_001))).error).toBe('msg_too_long');
    expect((await edit('é'.repeat(2_001))).error).toBe('msg_too_long');
    expect(slack.messages(channel)[0]?.text).toHaveLength(4_000);
  });

  test("is refused for other people's messages, and for what is not there", async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const { ts } = slack.person(slack.users.agent).say(channel, 'mine');
    expect((await call('chat.update', { channel, ts, text: 'x' })).error).toBe('cant_update_message');
    expect((await call('chat.update', { channel, ts: '1.000000', text: 'x' })).error).toBe(
      'message_not_found',
    );
  });
});

describe('deleting', () => {
  test('a parent with replies leaves a tombstone and its thread', async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const { ts } = await call('chat.postMessage', { channel, text: 'card' });
    await call('chat.postMessage', { channel, text: 'reply', thread_ts: ts });
    slack.deleteMessage(channel, asText(ts));
    const { messages } = await call('conversations.replies', { channel, ts });
    expect(messages).toMatchObject([{ subtype: 'tombstone', user: 'USLACKBOT' }, { text: 'reply' }]);
    expect((await call('chat.update', { channel, ts, text: 'x' })).error).toBe('message_not_found');
  });

  test('by a person of a message without replies leaves nothing to reply to', async () => {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const { ts } = await call('chat.postMessage', { channel, text: 'card' });
    slack.deleteMessage(channel, asText(ts));
    expect(slack.messages(channel)).toEqual([]);
    expect((await call('chat.postMessage', { channel, text: 'x', thread_ts: ts })).error).toBe(
      'thread_not_found',
    );
  });
});

describe('showing to one person', () => {
  test('reaches that person only, in the thread if asked', async () => {
    const { call, slack } = await startRig();
    const { sales } = slack.channels;
    const answer = await call('chat.postEphemeral', {
      channel: sales,
      user: slack.users.agent,
      text: 'psst',
    });
    expect(slack.ephemerals(slack.users.agent, sales)).toMatchObject([
      { text: 'psst', ts: answer.message_ts },
    ]);
    expect(slack.ephemerals(slack.users.secondAgent)).toEqual([]);
    expect(slack.messages(sales)).toEqual([]);
  });

  test('in a thread is seen in that thread only', async () => {
    const { call, slack } = await startRig();
    const { sales } = slack.channels;
    const user = slack.users.agent;
    const thread = async (text: string) => {
      const { ts } = await call('chat.postMessage', { channel: sales, text });
      await call('chat.postMessage', { channel: sales, text: 'reply', thread_ts: ts });
      return asText(ts);
    };
    const [first, second] = [await thread('one'), await thread('two')];
    await call('chat.postEphemeral', { channel: sales, user, text: 'in two', thread_ts: second });
    expect(slack.ephemerals(user, sales, second)).toMatchObject([{ text: 'in two', thread_ts: second }]);
    expect(slack.ephemerals(user, sales, first)).toEqual([]);
  });

  test('in a thread that nobody has begun is accepted and never seen', async () => {
    const { call, slack } = await startRig();
    const { sales } = slack.channels;
    const user = slack.users.agent;
    const { ts } = await call('chat.postMessage', { channel: sales, text: 'card' });
    const answer = await call('chat.postEphemeral', { channel: sales, user, text: 'psst', thread_ts: ts });
    expect(answer).toMatchObject({ ok: true, message_ts: expect.any(String) });
    expect(slack.ephemerals(user)).toEqual([]);
  });

  test('needs both the bot and the person in the channel', async () => {
    const { call, slack } = await startRig();
    const { sales, finance } = slack.channels;
    const { agent, stranger } = slack.users;
    expect((await call('chat.postEphemeral', { channel: finance, user: agent, text: 'x' })).error).toBe(
      'not_in_channel',
    );
    expect((await call('chat.postEphemeral', { channel: sales, user: stranger, text: 'x' })).error).toBe(
      'user_not_in_channel',
    );
  });
});

test('a permalink names the message, and the thread of a reply', async () => {
  const { call, slack } = await startRig();
  const channel = slack.channels.sales;
  const parent = await call('chat.postMessage', { channel, text: 'card' });
  const reply = await call('chat.postMessage', { channel, text: 'reply', thread_ts: parent.ts });
  const { permalink } = await call('chat.getPermalink', { channel, message_ts: reply.ts });
  const digits = asText(reply.ts).replace('.', '');
  expect(permalink).toBe(
    `https://sandbox.slack.com/archives/${channel}/p${digits}?thread_ts=${asText(parent.ts)}&cid=${channel}`,
  );
  const parentLink = await call('chat.getPermalink', { channel, message_ts: parent.ts });
  expect(parentLink).toEqual({
    ok: true,
    channel,
    permalink: `https://sandbox.slack.com/archives/${channel}/p${asText(parent.ts).replace('.', '')}`,
  });
  expect((await call('chat.getPermalink', { channel, message_ts: '1.0' })).error).toBe('message_not_found');
  expect((await call('chat.getPermalink', { channel: slack.channels.leads, message_ts: '1.0' })).error).toBe(
    'channel_not_found',
  );
});

test('the answer to a post says who posted it', async () => {
  const { call, slack } = await startRig();
  const answer = await call('chat.postMessage', { channel: 'sales', text: 'hi' });
  expect(at(answer, 'message')).toMatchObject({
    user: slack.botUserId,
    bot_id: slack.botId,
    text: 'hi',
    type: 'message',
  });
});

test.each([
  ['no event_type', { event_payload: {} }],
  ['no payload', { event_type: 'teller_order' }],
  ['a payload that is no object', { event_type: 'teller_order', event_payload: 'x' }],
  ['another field', { event_type: 'teller_order', event_payload: {}, more: 1 }],
])('message metadata with %s is refused', async (_, metadata) => {
  const { call, slack } = await startRig();
  const answer = await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', metadata });
  expect(answer.error).toBe('invalid_metadata_format');
});

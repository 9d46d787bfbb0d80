import { describe, expect, test } from 'vitest';
import { asFieldsList, asText, type Fields } from '#sandbox/slack/json.ts';
import { at, startRig } from './rig.ts';

test('history shows newest first, without plain replies, and only where the bot is', async () => {
  const { call, slack } = await startRig();
  const channel = slack.channels.sales;
  const { ts } = await call('chat.postMessage', { channel, text: 'one' });
  await call('chat.postMessage', { channel, text: 'reply', thread_ts: ts });
  slack.person(slack.users.agent).say(channel, 'two');
  const history = await call('conversations.history', { channel });
  expect(history.messages).toMatchObject([{ text: 'two' }, { text: 'one', reply_count: 1, thread_ts: ts }]);
  expect((await call('conversations.history', { channel: slack.channels.finance })).error).toBe(
    'not_in_channel',
  );
  expect((await call('conversations.history', { channel: slack.channels.leads })).error).toBe(
    'channel_not_found',
  );
});

test('replies come parent first, in pages, with metadata only when asked for', async () => {
  const { call, slack } = await startRig();
  const channel = slack.channels.sales;
  const metadata = { event_type: 'teller_order', event_payload: { id: 'A-1' } };
  const { ts } = await call('chat.postMessage', { channel, text: 'card', metadata });
  for (const text of ['r1', 'r2', 'r3']) await call('chat.postMessage', { channel, text, thread_ts: ts });

  const first = await call('conversations.replies', { channel, ts, limit: 3, include_all_metadata: true });
  expect(first).toMatchObject({
    has_more: true,
    messages: [{ text: 'card', metadata }, { text: 'r1' }, { text: 'r2' }],
  });
  const cursor = at(first, 'response_metadata', 'next_cursor');
  const second = await call('conversations.replies', { channel, ts, limit: 3, cursor });
  expect(second).toMatchObject({
    has_more: false,
    messages: [{ text: 'r3', parent_user_id: slack.botUserId }],
  });

  const plainly = asFieldsList((await call('conversations.replies', { channel, ts })).messages);
  expect(plainly[0]).not.toHaveProperty('metadata');
  expect((await call('conversations.replies', { channel, ts: '1.000000' })).error).toBe('thread_not_found');
  expect((await call('conversations.replies', { channel, ts, cursor: 'nonsense' })).error).toBe(
    'invalid_cursor',
  );
});

describe('the time bounds of history', () => {
  async function fiveMessages() {
    const { call, slack } = await startRig();
    const channel = slack.channels.sales;
    const times: string[] = [];
    for (const text of ['1', '2', '3', '4', '5'])
      times.push(asText((await call('chat.postMessage', { channel, text })).ts));
    const page = async (args: Fields) => {
      const answer = await call('conversations.history', { channel, ...args });
      const texts = asFieldsList(answer.messages).map(({ text }) => text);
      return { texts, more: answer.has_more, cursor: at(answer, 'response_metadata', 'next_cursor') };
    };
    return { call, channel, page, times };
  }

  test('leave out what stands on them, unless inclusive', async () => {
    const { page, times } = await fiveMessages();
    const bounds = { oldest: times[1], latest: times[3] };
    expect((await page(bounds)).texts).toEqual(['3']);
    expect((await page({ ...bounds, inclusive: true })).texts).toEqual(['4', '3', '2']);
    expect((await page({ latest: times[2], inclusive: true, limit: 1 })).texts).toEqual(['3']);
  });

  test('lead back in time, page by page', async () => {
    const { page, times } = await fiveMessages();
    const first = await page({ latest: times[4], limit: 3 });
    expect(first).toMatchObject({ texts: ['4', '3', '2'], more: true });
    expect(await page({ latest: times[4], limit: 3, cursor: first.cursor })).toEqual({
      texts: ['1'],
      more: false,
      cursor: '',
    });
  });

  test('lead forward when only the oldest is given', async () => {
    const { page, times } = await fiveMessages();
    const first = await page({ oldest: times[0], limit: 2 });
    expect(first).toMatchObject({ texts: ['3', '2'], more: true });
    expect((await page({ oldest: times[0], limit: 2, cursor: first.cursor })).texts).toEqual(['5', '4']);
  });

  test.each([
    [{ oldest: 'yesterday' }, 'invalid_ts_oldest'],
    [{ latest: '-1' }, 'invalid_ts_latest'],
    [{ limit: 0 }, 'invalid_limit'],
  ])('%j is refused with %s', async (args, error) => {
    const { call, channel } = await fiveMessages();
    expect((await call('conversations.history', { channel, ...args })).error).toBe(error);
  });
});

test('time bounds leave out replies but never the parent', async () => {
  const { call, slack } = await startRig();
  const channel = slack.channels.sales;
  const { ts } = await call('chat.postMessage', { channel, text: 'card' });
  const early = await call('chat.postMessage', { channel, text: 'early', thread_ts: ts });
  await call('chat.postMessage', { channel, text: 'late', thread_ts: ts });
  const texts = async (bounds: object) =>
    asFieldsList((await call('conversations.replies', { channel, ts, ...bounds })).messages).map(
      ({ text }) => text,
    );
  expect(await texts({ oldest: early.ts })).toEqual(['card', 'late']);
  expect(await texts({ oldest: early.ts, inclusive: true })).toEqual(['card', 'early', 'late']);
  expect(await texts({ latest: early.ts })).toEqual(['card']);
});

test('info describes public channels and of those the bot is in', async () => {
  const { call, slack } = await startRig();
  const info = async (channel: string) => call('conversations.info', { channel });
  expect(await info(slack.channels.sales)).toMatchObject({ channel: { is_member: true, is_private: false } });
  expect(await info(slack.channels.finance)).toMatchObject({ channel: { is_member: false } });
  expect(await info(slack.channels.partners)).toMatchObject({ channel: { is_ext_shared: true } });
  expect(await info(slack.channels.dm)).toMatchObject({
    channel: { id: slack.channels.dm, is_im: true, is_archived: false, user: slack.users.agent },
  });
  expect(at(await info(slack.channels.dm), 'channel')).not.toHaveProperty('name');
  expect((await info(slack.channels.leads)).error).toBe('channel_not_found');
  slack.remove(slack.channels.sales, slack.botUserId);
  expect(await info(slack.channels.sales)).toMatchObject({ channel: { is_member: false } });
});

test('a direct message is opened once for each person', async () => {
  const { call, slack } = await startRig();
  const open = async (users: string) => at(await call('conversations.open', { users }), 'channel', 'id');
  expect(await open(slack.users.agent)).toBe(slack.channels.dm);
  expect(await open(slack.users.secondAgent)).toBe(slack.dmOf(slack.users.secondAgent));
  expect((await call('conversations.open', { users: 'U0NOBODY' })).error).toBe('user_not_found');
  expect((await call('conversations.open')).error).toBe('users_list_not_supplied');
  expect(asText(slack.channels.dm)).toMatch(/^D/);
});

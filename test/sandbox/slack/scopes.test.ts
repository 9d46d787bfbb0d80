import { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { BOT_TOKEN, startRig } from './rig.ts';
import { silentLogger } from './silent-logger.ts';

const posting = { text: 'hi', channel: 'C0SALES001', user: 'U0AGENT001', ts: '1.0', message_ts: '1.0' };

describe('without its scope a method is refused', () => {
  test.each([
    ['chat.postMessage', posting, 'chat:write'],
    ['chat.postEphemeral', posting, 'chat:write'],
    ['chat.update', posting, 'chat:write'],
    ['conversations.info', { channel: 'C0SALES001' }, 'channels:read'],
    ['conversations.history', { channel: 'C0SALES001' }, 'channels:history'],
    ['conversations.replies', { channel: 'C0SALES001', ts: '1.0' }, 'channels:history'],
    ['conversations.open', { users: 'U0AGENT001' }, 'im:write'],
    ['users.info', { user: 'U0AGENT001' }, 'users:read'],
    ['users.list', {}, 'users:read'],
    ['usergroups.list', {}, 'usergroups:read'],
    ['usergroups.users.list', { usergroup: 'S1' }, 'usergroups:read'],
    ['files.getUploadURLExternal', { filename: 'a.csv', length: 1 }, 'files:write'],
    ['files.completeUploadExternal', { files: [{ id: 'F1' }] }, 'files:write'],
  ])('%s', async (method, args, needed) => {
    const bare = await startRig({ scopes: ['commands', 'app_mentions:read'] });
    expect(await bare.call(method, args)).toEqual({
      ok: false,
      error: 'missing_scope',
      needed,
      provided: 'commands,app_mentions:read',
    });
    expect(bare.slack.messages(bare.slack.channels.sales)).toEqual([]);
    const granted = await startRig({ scopes: needed.split(',') });
    expect(await granted.call(method, args)).not.toMatchObject({ error: 'missing_scope' });
  });
});

test('the scope depends on the kind of the channel', async () => {
  const { call, slack } = await startRig({ scopes: ['channels:read', 'channels:history'] });
  const ops = slack.addChannel({ name: 'ops', kind: 'private', members: [slack.botUserId] }).id;
  const needed = async (method: string, channel: string) => (await call(method, { channel })).needed;
  expect(await needed('conversations.info', slack.channels.sales)).toBeUndefined();
  expect(await needed('conversations.info', ops)).toBe('groups:read');
  expect(await needed('conversations.info', slack.channels.dm)).toBe('im:read');
  expect(await needed('conversations.history', ops)).toBe('groups:history');
  expect(await needed('conversations.history', slack.channels.dm)).toBe('im:history');
});

test('a private channel that the bot is not in stays hidden, whatever the scopes', async () => {
  const { call, slack } = await startRig({ scopes: ['channels:read'] });
  const answer = await call('conversations.info', { channel: slack.channels.leads });
  expect(answer).toEqual({ ok: false, error: 'channel_not_found' });
});

test('methods without a scope are open to every installed app', async () => {
  const { call } = await startRig({ scopes: [] });
  for (const method of [
    'auth.test',
    'chat.getPermalink',
    'views.open',
    'views.publish',
    'functions.completeError',
  ])
    expect(await call(method)).not.toMatchObject({ error: 'missing_scope' });
});

describe('posting in a public channel without being a member', () => {
  const post = async (scopes: string[], channel: string) => {
    const { call } = await startRig({ scopes });
    return call('chat.postMessage', { channel, text: 'hi' });
  };

  test('needs chat:write.public', async () => {
    expect(await post(['chat:write'], 'C0FINANCE1')).toEqual({ ok: false, error: 'not_in_channel' });
    expect(await post(['chat:write', 'chat:write.public'], 'C0FINANCE1')).toMatchObject({ ok: true });
  });

  test('makes no difference where the bot is, in direct messages, or where nothing is', async () => {
    expect(await post(['chat:write'], 'C0SALES001')).toMatchObject({ ok: true });
    expect(await post(['chat:write'], 'U0AGENT001')).toMatchObject({ ok: true });
    expect(await post(['chat:write'], 'C0NOWHERE')).toMatchObject({ error: 'channel_not_found' });
  });
});

test('a mention reaches only an app that may read mentions', async () => {
  const mentioned = async (scopes: string[]) => {
    const rig = await startRig({ scopes });
    const { acks } = await rig.slack.person(rig.slack.users.agent).mention('sales', 'status');
    return [acks.length, rig.received.length];
  };
  expect(await mentioned(['commands'])).toEqual([0, 0]);
  expect(await mentioned(['app_mentions:read'])).toEqual([1, 1]);
});

test('the real client reports which scope is missing', async () => {
  const { slack } = await startRig({ scopes: ['commands'] });
  const client = new WebClient(BOT_TOKEN, { slackApiUrl: slack.apiUrl, logger: silentLogger });
  const expected: Fields = { error: 'missing_scope', needed: 'users:read', provided: 'commands' };
  await expect(client.users.info({ user: slack.users.agent })).rejects.toMatchObject({ data: expected });
});

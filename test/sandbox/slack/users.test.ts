import { expect, test } from 'vitest';
import { asFieldsList, asText } from '#sandbox/slack/json.ts';
import { at, BOT_TOKEN, callApi, post, startRig } from './rig.ts';

test('auth.test says who the bot is', async () => {
  const { call, slack } = await startRig();
  expect(await call('auth.test')).toMatchObject({
    ok: true,
    user_id: slack.botUserId,
    bot_id: slack.botId,
    team_id: slack.teamId,
  });
});

test('a missing and a wrong token have different errors', async () => {
  const { slack } = await startRig();
  const bare = await post(`${slack.apiUrl}auth.test`, '', {});
  expect(await bare.json()).toEqual({ ok: false, error: 'not_authed' });
  expect(await callApi(slack.apiUrl, 'auth.test', {}, 'xoxb-wrong')).toEqual({
    ok: false,
    error: 'invalid_auth',
  });
  const inForm = await post(`${slack.apiUrl}auth.test`, `token=${BOT_TOKEN}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(await inForm.json()).toMatchObject({ ok: true });
});

test('the list of methods is closed', async () => {
  const { call } = await startRig();
  expect(await call('reactions.add')).toMatchObject({ ok: false, error: 'unknown_method' });
  expect(await call('apps.connections.open')).toEqual({ ok: false, error: 'not_allowed_token_type' });
});

test('users.info distinguishes members, guests and strangers', async () => {
  const { call, slack } = await startRig();
  const user = async (id: string) => at(await call('users.info', { user: id }), 'user');
  expect(await user(slack.users.agent)).toMatchObject({ team_id: slack.teamId, is_restricted: false });
  expect(await user(slack.users.agent)).not.toHaveProperty('is_stranger');
  expect(await user(slack.users.guest)).toMatchObject({ is_restricted: true, is_ultra_restricted: false });
  expect(await user(slack.users.singleChannelGuest)).toMatchObject({
    is_restricted: true,
    is_ultra_restricted: true,
  });
  expect(await user(slack.users.stranger)).toMatchObject({ is_stranger: true, team_id: 'T0STRANGER' });
  expect((await call('users.info', { user: 'U0NOBODY' })).error).toBe('user_not_found');
  const added = slack.addUser({ name: 'new', deleted: true });
  expect(await user(added.id)).toMatchObject({ name: 'new', deleted: true });
});

test('users.list has everybody', async () => {
  const { call, slack } = await startRig();
  const ids = asFieldsList((await call('users.list')).members).map(({ id }) => id);
  expect(ids).toEqual([slack.botUserId, ...Object.values(slack.users)]);
});

test('user groups and their members', async () => {
  const { call, slack } = await startRig();
  slack.addUsergroup({ id: 'S0SELLERS1', handle: 'sellers', name: 'Sellers', users: [slack.users.agent] });
  expect(await call('usergroups.list', { include_users: true })).toMatchObject({
    usergroups: [{ id: 'S0SELLERS1', handle: 'sellers', users: [slack.users.agent] }],
  });
  expect((await call('usergroups.users.list', { usergroup: 'S0SELLERS1' })).users).toEqual([
    slack.users.agent,
  ]);
  expect((await call('usergroups.users.list', { usergroup: 'S0OTHER' })).error).toBe('no_such_subteam');
});

test('with the token of a whole organisation the members of a user group need a team_id', async () => {
  const { call, slack } = await startRig();
  const usergroup = 'S0SELLERS1';
  slack.addUsergroup({ id: usergroup, handle: 'sellers', name: 'Sellers', users: [slack.users.agent] });
  slack.installOrgWide();
  expect((await call('usergroups.users.list', { usergroup })).error).toBe('missing_argument');
  expect((await call('usergroups.users.list', { usergroup, team_id: slack.teamId })).ok).toBe(true);
});

test('a file is announced, uploaded as announced, and shared in a thread', async () => {
  const { call, slack } = await startRig();
  const channel = slack.channels.sales;
  const { ts } = await call('chat.postMessage', { channel, text: 'report' });
  const { upload_url, file_id } = await call('files.getUploadURLExternal', {
    filename: 'week.csv',
    length: 3,
  });
  const share = { files: [{ id: file_id, title: 'Week' }], channel_id: channel, thread_ts: ts };
  expect((await call('files.completeUploadExternal', share)).error).toBe('file_not_found');
  expect((await post(asText(upload_url), 'too long', {})).status).toBe(400);
  expect((await post(asText(upload_url), 'a,b', {})).status).toBe(200);
  expect(await call('files.completeUploadExternal', share)).toMatchObject({
    files: [{ id: file_id, title: 'Week' }],
  });
  expect(slack.thread(channel, asText(ts))[1]).toMatchObject({ files: [{ id: file_id, title: 'Week' }] });
  expect(slack.files()).toMatchObject([
    { name: 'week.csv', content: Buffer.from('a,b'), channel, thread_ts: ts },
  ]);
});

test('every call is on record, with its arguments and its answer', async () => {
  const { call, slack } = await startRig();
  await call('chat.postMessage', { channel: slack.channels.sales, text: 'hi' });
  await call('users.info', { user: 'U0NOBODY' });
  expect(slack.calls.map(({ method }) => method)).toEqual(['chat.postMessage', 'users.info']);
  expect(slack.callsTo('users.info')).toMatchObject([
    { args: { user: 'U0NOBODY' }, answer: { ok: false, error: 'user_not_found' } },
  ]);
});

test('listeners get every change until they stop listening', async () => {
  const { call, slack } = await startRig();
  const received: string[] = [];
  const stop = slack.onChange((change) => received.push(change.kind));
  const { channel, ts } = await call('chat.postMessage', { channel: slack.channels.sales, text: 'hi' });
  await call('chat.update', { channel, ts, text: 'ho' });
  slack.deleteMessage(asText(channel), asText(ts));
  stop();
  await call('chat.postMessage', { channel: slack.channels.sales, text: 'hi' });
  expect(received).toEqual(['posted', 'edited', 'deleted']);
});

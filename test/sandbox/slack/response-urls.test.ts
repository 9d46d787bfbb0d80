import { expect, test } from 'vitest';
import { actions, button, startRig } from './rig.ts';

async function commanded(options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig(options);
  const agent = rig.slack.person(rig.slack.users.agent);
  await agent.command(rig.slack.channels.sales, '/pay', 'help');
  const url = rig.received[0]?.payload.response_url;
  return { ...rig, agent, reply: (body: Record<string, unknown>) => rig.respond(url, body) };
}

/** A message with a button, pressed; and the way to answer that press. */
async function pressed() {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  await rig.call('chat.postMessage', {
    channel: rig.slack.channels.sales,
    text: 'card',
    blocks: actions(button('a', 'v')),
  });
  const card = rig.slack.messages(rig.slack.channels.sales)[0];
  if (!card) throw new Error('no card');
  await agent.click(card, 'a');
  const url = rig.received[0]?.payload.response_url;
  return { ...rig, agent, card, reply: (body: Record<string, unknown>) => rig.respond(url, body) };
}

test('answers the person alone, or the channel when it says so', async () => {
  const { reply, slack, agent } = await commanded();
  expect(await reply({ text: 'just you' })).toEqual({ status: 200, answer: { ok: true } });
  await reply({ text: 'all', response_type: 'in_channel' });
  expect(slack.ephemerals(agent.id)).toMatchObject([{ text: 'just you', channel: slack.channels.sales }]);
  expect(slack.messages(slack.channels.sales)).toMatchObject([{ text: 'all', user: slack.botUserId }]);
});

test('works five times', async () => {
  const { reply, slack, agent } = await commanded();
  for (let use = 1; use <= 5; use += 1) expect((await reply({ text: `${use}` })).status).toBe(200);
  expect(await reply({ text: '6' })).toEqual({ status: 404, answer: { ok: false, error: 'used_url' } });
  expect(slack.ephemerals(agent.id)).toHaveLength(5);
});

test('works for thirty minutes', async () => {
  let now = Date.now();
  const { reply } = await commanded({ now: () => now });
  now += 30 * 60_000;
  expect((await reply({ text: 'just in time' })).status).toBe(200);
  now += 1;
  expect((await reply({ text: 'late' })).answer).toEqual({ ok: false, error: 'expired_url' });
});

test('reaches a private channel that the bot is not in', async () => {
  const rig = await startRig();
  await rig.slack.person(rig.slack.users.agent).command(rig.slack.channels.leads, '/pay');
  await rig.respond(rig.received[0]?.payload.response_url, { text: 'hi', response_type: 'in_channel' });
  expect(rig.slack.messages(rig.slack.channels.leads)).toMatchObject([{ text: 'hi' }]);
});

test('replaces or deletes the message that was clicked', async () => {
  const { reply, slack } = await pressed();
  await reply({ replace_original: true, text: 'done' });
  expect(slack.messages(slack.channels.sales)).toMatchObject([{ text: 'done', blocks: [], edited: {} }]);
  await reply({ delete_original: true });
  expect(slack.messages(slack.channels.sales)).toEqual([]);
  expect((await reply({ replace_original: true, text: 'again' })).status).toBe(400);
});

test('replaces or deletes an ephemeral message', async () => {
  const { slack, received, respond, call } = await startRig();
  const agent = slack.person(slack.users.agent);
  const blocks = actions(button('a', 'v'));
  await call('chat.postEphemeral', { channel: slack.channels.sales, user: agent.id, text: 'ask', blocks });
  const [shown] = slack.ephemerals(agent.id);
  if (!shown) throw new Error('nothing shown');
  await agent.click(shown, 'a');
  const url = received[0]?.payload.response_url;
  await respond(url, { replace_original: true, text: 'answered' });
  expect(slack.ephemerals(agent.id)).toMatchObject([{ text: 'answered' }]);
  await respond(url, { delete_original: true });
  expect(slack.ephemerals(agent.id)).toEqual([]);
});

test('answers in a thread when thread_ts names it', async () => {
  const { reply, slack, card, agent } = await pressed();
  await reply({ text: 'public', response_type: 'in_channel', thread_ts: card.ts });
  await reply({ text: 'private', thread_ts: card.ts });
  expect(slack.thread(slack.channels.sales, card.ts)).toMatchObject([{ text: 'card' }, { text: 'public' }]);
  expect(slack.ephemerals(agent.id)).toMatchObject([{ text: 'private', thread_ts: card.ts }]);
  expect((await reply({ text: 'x', response_type: 'in_channel', thread_ts: '1.000000' })).answer).toEqual({
    ok: false,
    error: 'thread_not_found',
  });
});

test('checks blocks as a post does', async () => {
  const { reply } = await commanded();
  expect(await reply({ text: 'x', blocks: [{ type: 'nonsense' }] })).toMatchObject({
    status: 400,
    answer: { error: 'invalid_blocks' },
  });
  expect((await reply({})).answer).toEqual({ ok: false, error: 'no_text' });
});

test('can fail like anything else', async () => {
  const { reply, slack } = await commanded();
  slack.faults.next('response_url', { kind: 'error', code: 'internal_error' });
  expect((await reply({ text: 'x' })).answer).toEqual({ ok: false, error: 'internal_error' });
  expect((await reply({ text: 'x' })).status).toBe(200);
});

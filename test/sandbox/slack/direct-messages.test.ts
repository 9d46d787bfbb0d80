import { expect, test } from 'vitest';
import { at, startRig } from './rig.ts';

/** Waits for the events that the app has got so far, up to `count`. */
async function heard(rig: Awaited<ReturnType<typeof startRig>>, count: number) {
  await expect.poll(() => rig.received.length).toBe(count);
  return rig.received.map(({ payload }) => at(payload, 'event'));
}

test('a message to the app sends it an event of the type message, with the channel type im', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  const dm = rig.slack.dmOf(agent.id);
  const { ts, client_msg_id } = agent.say(dm, 'status A-1 & see https://duka.test');
  const [event] = await heard(rig, 1);
  expect(event).toMatchObject({
    type: 'message',
    channel: dm,
    channel_type: 'im',
    user: agent.id,
    text: 'status A-1 &amp; see <https://duka.test>',
    ts,
    event_ts: ts,
    client_msg_id,
    team: rig.slack.teamId,
  });
  expect(event).not.toHaveProperty('subtype');
  expect(event).not.toHaveProperty('bot_id');
});

test('in a thread it carries the thread', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  const dm = rig.slack.dmOf(agent.id);
  const { ts } = agent.say(dm, 'one');
  agent.say(dm, 'two', { thread_ts: ts });
  expect((await heard(rig, 2))[1]).toMatchObject({ text: 'two', thread_ts: ts, parent_user_id: agent.id });
});

test('the app hears of its own messages, with its bot id, and of edits and deletions', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  const dm = rig.slack.dmOf(agent.id);
  const { ts } = await rig.call('chat.postMessage', { channel: dm, text: 'hello' });
  await heard(rig, 1);
  await rig.call('chat.update', { channel: dm, ts, text: 'hello again' });
  await heard(rig, 2);
  const said = agent.say(dm, 'thanks');
  await heard(rig, 3);
  agent.edit(said, 'thanks a lot');
  await heard(rig, 4);
  rig.slack.deleteMessage(dm, said.ts);
  const [own, edit, , rewritten, deletion] = await heard(rig, 5);
  expect(own).toMatchObject({
    type: 'message',
    channel_type: 'im',
    bot_id: rig.slack.botId,
    text: 'hello',
    ts,
  });
  expect(edit).toMatchObject({
    subtype: 'message_changed',
    hidden: true,
    channel: dm,
    message: { text: 'hello again', bot_id: rig.slack.botId, edited: { user: rig.slack.botUserId } },
    previous_message: { text: 'hello' },
  });
  expect(rewritten).toMatchObject({
    subtype: 'message_changed',
    message: { text: 'thanks a lot', user: agent.id, edited: { user: agent.id } },
    previous_message: { text: 'thanks' },
  });
  expect(deletion).toMatchObject({
    subtype: 'message_deleted',
    deleted_ts: said.ts,
    previous_message: { text: 'thanks a lot' },
  });
  expect(() => agent.edit(said, 'x')).toThrow('not there');
});

test('a mention in a direct message is a message and no mention', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  const { acks } = await agent.mention(rig.slack.dmOf(agent.id), 'status');
  expect(acks).toMatchObject([{ status: 200 }]);
  expect(await heard(rig, 1)).toMatchObject([{ type: 'message', text: `<@${rig.slack.botUserId}> status` }]);
});

test('may be delivered in several copies of one event', async () => {
  const rig = await startRig();
  const agent = rig.slack.person(rig.slack.users.agent);
  agent.say(rig.slack.dmOf(agent.id), 'hello', { copies: 3 });
  await heard(rig, 3);
  expect(new Set(rig.received.map(({ payload }) => payload.event_id)).size).toBe(1);
});

test.each([
  ['has not subscribed to message.im', { events: ['app_mention'] }],
  ['lacks im:history', { scopes: ['chat:write', 'app_mentions:read', 'im:write'] }],
])('none is sent to an app that %s, and none of messages elsewhere', async (_, options) => {
  const rig = await startRig(options);
  const agent = rig.slack.person(rig.slack.users.agent);
  agent.say(rig.slack.dmOf(agent.id), 'hello');
  agent.say(rig.slack.channels.sales, 'hello');
  await agent.mention(rig.slack.channels.sales, 'hello');
  expect((await heard(rig, 1)).map((event) => at(event, 'type'))).toEqual(['app_mention']);
});

test('with should_escape a command has marks of people and channels, links of addresses, and entities', async () => {
  const rig = await startRig({ escapesCommands: true });
  const { users, channels } = rig.slack;
  await rig.slack
    .person(users.agent)
    .command(channels.sales, '/pay', 'report @Brian #sales @nobody a<b & c@d.test https://e.test/f');
  expect(rig.received[0]?.payload.text).toBe(
    `report <@${users.secondAgent}|brian> <#${channels.sales}|sales> @nobody a&lt;b &amp; <mailto:c@d.test|c@d.test> <https://e.test/f>`,
  );
});

// What Slack leaves out of a request or sends twice: Teller needs only what it reads.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt, shownTo } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: false });
});
afterEach(() => rig.stop());

type Payload = Record<string, unknown>;

/** Sends what Slack sent last of this type once more, with something left out. */
async function sendWithout(type: string, leaveOut: (payload: Payload) => Payload): Promise<string> {
  const sent = rig.slack.deliveries
    .map(({ envelope }) => envelope.payload)
    .findLast((one) => one['type'] === type);
  const body = new URLSearchParams({ payload: JSON.stringify(leaveOut({ ...sent })) }).toString();
  const answer = await rig.slack.sendRaw(body, { contentType: 'application/x-www-form-urlencoded' });
  expect(answer.status).toBe(200);
  return answer.body;
}

it.each([
  ['message', 'app_mention'],
  ['app_mention', 'message'],
])('Direct message: sent as %s and as %s, it gets one answer', async (...types) => {
  const channel = rig.slack.dmOf(rig.agent.id);
  const text = `<@${rig.slack.botUserId}> prompt 0712345678 1500 Flour`;
  const message = { channel, channel_type: 'im', user: rig.agent.id, text, ts: '1790000000.000100' };
  for (const type of types) {
    const event = { ...message, type, event_ts: message.ts };
    const body = JSON.stringify({ type: 'event_callback', event_id: `Ev-${type}`, event });
    expect((await rig.slack.sendRaw(body, { contentType: 'application/json' })).status).toBe(200);
  }
  const answers = () => rig.slack.history(channel).map((answer) => renderMessage(answer));
  await until(() => answers().length > 0);
  await rig.idle();
  expect(answers()).toEqual([expect.stringContaining('15 minutes')]);
  expect(rig.slack.ephemerals(rig.agent.id)).toEqual([]);
});

it('Message shortcut: one without action_ts is answered in its thread', async () => {
  const { reference } = await sendPrompt(rig);
  const message = rig.agent.say(rig.slack.channels.sales, `Where is ${reference}?`);
  const answers = () => rig.replies(message).length;
  await rig.agent.messageShortcut('look_up_message', message);
  await until(() => answers() === 1);
  await sendWithout('message_action', ({ action_ts: _, ...payload }) => payload);
  await until(() => answers() === 2);
});

it('Press: without a trigger, a button whose form cannot open says what to do', async () => {
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'help');
  await until(() => shownTo(rig).length === 1);
  const [help] = rig.slack.ephemerals(rig.agent.id);
  if (!help) throw new Error('there is no help');
  await rig.agent.click(help, 'send_prompt');
  await until(() => rig.slack.modal(rig.agent.id));
  rig.agent.close();
  await sendWithout('block_actions', ({ trigger_id: _, ...payload }) => payload);
  await until(() => shownTo(rig).length === 2);
  expect(shownTo(rig).at(-1)).toContain(SAYS.pressButtonAgain);
  expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
});

it('Form: it is read without memory, name and values where it has none', async () => {
  const { card, reference } = await sendPrompt(rig);
  await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'cancel_order');
  await rig.agent.submit();
  await until(() => rig.readCard(card).includes(SAYS.cancelled));
  const withoutValues = ({ view, ...payload }: Payload) => ({
    ...payload,
    view: { ...Object(view), state: {} },
  });
  expect(await sendWithout('view_submission', withoutValues)).toContain('"response_action":"update"');
  const withoutMore = ({ view, ...payload }: Payload) => {
    const { state: _, private_metadata: __, callback_id: ___, ...bare } = Object(view);
    return { ...payload, view: bare };
  };
  await sendWithout('view_submission', withoutMore);
  await rig.agent.command(card.channel, '/pay', 'link 1500 Flour');
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'create_link');
});

// Whatever comes in at Slack's ways in, Teller goes on: odd addresses, bodies that mean nothing, frames that are none.
import { afterEach, describe, expect, it } from 'vitest';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { sendPrompt, shownTo } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let rig: Rig;
afterEach(() => rig.stop());

/** The command answers, so the process lives and Slack still reaches it. */
async function formOpens(): Promise<void> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'link 1500 Flour');
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'create_link');
}

type Payload = Record<string, unknown>;

/** Sends what Slack sent last of this type once more, with something left out. */
async function sendWithout(type: string, leaveOut: (payload: Payload) => Payload): Promise<string> {
  const sent = rig.slack.deliveries
    .map(({ envelope }) => envelope.payload)
    .findLast((one) => one['type'] === type);
  const body = new URLSearchParams({ payload: JSON.stringify(leaveOut({ ...sent })) }).toString();
  const answer = await rig.slack.sendRaw(body, { contentType: FORM_TYPE });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('over HTTP', () => {
  it('an address of Slack’s route with two slashes is Slack’s route', async () => {
    rig = await startRig({}, { socket: false });
    rig.slack.connect(`${rig.botUrl}//slack/events`);
    const challenge = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' });
    const answer = await rig.slack.sendRaw(challenge, { contentType: JSON_TYPE });
    expect([answer.status, answer.body]).toEqual([200, '{"challenge":"3eZbrw1a"}']);
    await formOpens();
  });

  it.each([
    ['a form whose payload is null', FORM_TYPE, 'payload=null'],
    ['a form whose payload is no JSON', FORM_TYPE, 'payload=%7B'],
    ['a form whose payload is a number', FORM_TYPE, 'payload=7'],
    ['a form with nothing in it', FORM_TYPE, ''],
    ['JSON that is null', JSON_TYPE, 'null'],
    ['JSON that is a list', JSON_TYPE, '[]'],
    ['no JSON', JSON_TYPE, '{'],
    ['nothing', JSON_TYPE, ''],
    ['an event that is null', JSON_TYPE, '{"type":"event_callback","event":null}'],
    ['an event that is a text', JSON_TYPE, '{"type":"event_callback","event":"x"}'],
    ['an event without a type', JSON_TYPE, '{"type":"event_callback","event":{}}'],
    [
      'a step without an id of its run',
      JSON_TYPE,
      '{"event":{"type":"function_executed","function":{"callback_id":"create_link"},"function_execution_id":""}}',
    ],
    ['JSON without a type', JSON_TYPE, '{"text":"hello"}'],
    ['a body of an unknown form of body', 'text/plain', 'hello'],
  ])('%s is answered with 400, and Teller goes on', async (_, contentType, body) => {
    rig = await startRig({}, { socket: false });
    const answer = await rig.slack.sendRaw(body, { contentType });
    expect([answer.status, answer.body]).toEqual([400, '']);
    await formOpens();
  });

  it.each([
    ['a press without a button', { type: 'block_actions', user: { id: 'U1' }, actions: null }],
    ['a form without a view', { type: 'view_submission', user: { id: 'U1' } }],
    ['a shortcut without anything', { type: 'shortcut' }],
    ['a message action without a message', { type: 'message_action', callback_id: 'look_up_message' }],
  ])('%s is answered with 400, and Teller goes on', async (_, payload) => {
    rig = await startRig({}, { socket: false });
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const answer = await rig.slack.sendRaw(body, { contentType: FORM_TYPE });
    expect([answer.status, answer.body]).toEqual([400, '']);
    await formOpens();
  });

  it.each([
    ['message', 'app_mention'],
    ['app_mention', 'message'],
  ])('Direct message: sent as %s and as %s, it gets one answer', async (...types) => {
    rig = await startRig({}, { socket: false });
    const channel = rig.slack.dmOf(rig.agent.id);
    const text = `<@${rig.slack.botUserId}> prompt 0712345678 1500 Flour`;
    const message = { channel, channel_type: 'im', user: rig.agent.id, text, ts: '1790000000.000100' };
    for (const type of types) {
      const event = { ...message, type, event_ts: message.ts };
      const body = JSON.stringify({ type: 'event_callback', event_id: `Ev-${type}`, event });
      expect((await rig.slack.sendRaw(body, { contentType: JSON_TYPE })).status).toBe(200);
    }
    const answers = () => rig.slack.history(channel).map((answer) => renderMessage(answer));
    await until(() => answers().length > 0);
    await rig.idle();
    expect(answers()).toEqual([expect.stringContaining('15 minutes')]);
    expect(rig.slack.ephemerals(rig.agent.id)).toEqual([]);
  });

  it('Message shortcut: one without action_ts is answered in its thread', async () => {
    rig = await startRig({}, { socket: false });
    const { reference } = await sendPrompt(rig);
    const message = rig.agent.say(rig.slack.channels.sales, `Where is ${reference}?`);
    const answers = () => rig.replies(message).length;
    await rig.agent.messageShortcut('look_up_message', message);
    await until(() => answers() === 1);
    await sendWithout('message_action', ({ action_ts: _, ...payload }) => payload);
    await until(() => answers() === 2);
  });

  it('Press: without a trigger, a button whose form cannot open says what to do', async () => {
    rig = await startRig({}, { socket: false });
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'help');
    await until(() => shownTo(rig).length === 1);
    const [help] = rig.slack.ephemerals(rig.agent.id);
    if (!help) throw new Error('there is no help');
    await rig.agent.click(help, 'send_prompt');
    await until(() => rig.slack.modal(rig.agent.id));
    rig.agent.close();
    await sendWithout('block_actions', ({ trigger_id: _, ...payload }) => payload);
    await until(() => shownTo(rig).length === 2);
    expect(shownTo(rig).at(-1)).toContain('Press the button again, or type the command.');
    expect(rig.slack.modal(rig.agent.id)).toBeUndefined();
  });

  it('Form: it is read without memory, name and values where it has none', async () => {
    rig = await startRig({}, { socket: false });
    const { card, reference } = await sendPrompt(rig);
    await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
    await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'cancel_order');
    await rig.agent.submit();
    await until(() => rig.readCard(card).includes('cancelled'));
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
    await formOpens();
  });

  it('a workspace whose id is a word of JavaScript is a workspace', async () => {
    rig = await startRig({}, { socket: false });
    const event = { type: 'app_home_opened', user: rig.agent.id, tab: 'home' };
    const body = JSON.stringify({ type: 'event_callback', team_id: 'constructor', event });
    const answer = await rig.slack.sendRaw(body, { contentType: JSON_TYPE });
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it('a body whose type names its characters is read like any other', async () => {
    rig = await startRig({}, { socket: false });
    const body = new URLSearchParams({
      command: '/pay',
      text: 'link 1500 Flour',
      user_id: rig.agent.id,
      channel_id: rig.slack.channels.sales,
      trigger_id: 'spent',
      response_url: 'http://127.0.0.1:1/',
    }).toString();
    const form = await rig.slack.sendRaw(body, { contentType: `${FORM_TYPE}; charset=utf-8` });
    expect([form.status, form.body]).toEqual([200, '']);
    await until(() => rig.slack.callsTo('views.open').length === 1);
    const challenge = JSON.stringify({ type: 'url_verification', challenge: 'x' });
    const json = await rig.slack.sendRaw(challenge, { contentType: 'Application/JSON;charset=UTF-8' });
    expect([json.status, json.body]).toEqual([200, '{"challenge":"x"}']);
  });
});

describe('over a socket', () => {
  const envelope = (type: string, payload: unknown) =>
    JSON.stringify({ type, envelope_id: '7b2c6d54', accepts_response_payload: false, payload });

  it.each([
    ['null', 'null'],
    ['a text', '"hello"'],
    ['a list', '[]'],
    ['no JSON', '{'],
    ['nothing', ''],
    ['a frame without a type', '{}'],
    ['a frame of an unknown type', envelope('something', { type: 'something' })],
    ['an event frame without a payload', JSON.stringify({ type: 'events_api', envelope_id: '7b2c6d54' })],
    ['an event frame whose payload is null', envelope('events_api', null)],
    ['an event frame without an event', envelope('events_api', {})],
    ['an event that is null', envelope('events_api', { event: null })],
    ['an event without a type', envelope('events_api', { event: {} })],
    ['an event with a number as its type', envelope('events_api', { event: { type: 7 } })],
    ['an interaction whose payload is null', envelope('interactive', null)],
    ['a press without a person', envelope('interactive', { type: 'block_actions', actions: null })],
    // The client emits what it receives under its own name, and listens to some names itself.
    ...['ws_message', 'error', 'close', 'connected', 'disconnected', 'slack_event', '__proto__'].flatMap(
      (name) => [
        [`an event named ${name}`, envelope('events_api', { event: { type: name } })],
        [`a frame of the type ${name}`, envelope(name, { type: 'block_actions' })],
      ],
    ),
  ])('%s changes nothing, and Teller goes on over the same connection', async (_, frame = '') => {
    rig = await startRig({}, { socket: true });
    const opened = rig.slack.callsTo('apps.connections.open').length;
    rig.slack.sockets.write(frame);
    await formOpens();
    expect(rig.slack.callsTo('apps.connections.open')).toHaveLength(opened);
    expect((await fetch(`${rig.botUrl}/readyz`)).status).toBe(200);
  });
});

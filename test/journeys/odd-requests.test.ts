// Whatever comes in at Slack's ways in, Teller goes on: odd addresses, bodies that mean nothing, frames that are none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig, until } from './rig.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let rig: Rig;
/** Each way in has one Teller for all its requests, because none of them may change anything. */
function shareRig(socket: boolean): void {
  beforeAll(async () => {
    rig = await startRig({}, { socket });
  });
  afterAll(() => rig.stop());
}

/** The command answers, so the process lives and Slack still reaches it. */
async function formOpens(): Promise<void> {
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'link 1500 Flour');
  await until(() => rig.slack.modal(rig.agent.id)?.callback_id === 'create_link');
  rig.agent.close();
}

describe('over HTTP', () => {
  shareRig(false);

  it('an address of Slack’s route with two slashes is Slack’s route', async () => {
    rig.slack.connect(`${rig.botUrl}//slack/events`);
    const challenge = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' });
    const answer = await rig.slack.sendRaw(challenge, { contentType: JSON_TYPE });
    expect([answer.status, answer.body]).toEqual([200, '{"challenge":"3eZbrw1a"}']);
    await formOpens();
    rig.slack.connect(`${rig.botUrl}/slack/events`);
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
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const answer = await rig.slack.sendRaw(body, { contentType: FORM_TYPE });
    expect([answer.status, answer.body]).toEqual([400, '']);
    await formOpens();
  });

  it('a workspace whose id is a word of JavaScript is a workspace', async () => {
    const event = { type: 'app_home_opened', user: rig.agent.id, tab: 'home' };
    const body = JSON.stringify({ type: 'event_callback', team_id: 'constructor', event });
    const answer = await rig.slack.sendRaw(body, { contentType: JSON_TYPE });
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it('a body whose type names its characters is read like any other', async () => {
    const opened = rig.slack.callsTo('views.open').length;
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
    await until(() => rig.slack.callsTo('views.open').length === opened + 1);
    const challenge = JSON.stringify({ type: 'url_verification', challenge: 'x' });
    const json = await rig.slack.sendRaw(challenge, { contentType: 'Application/JSON;charset=UTF-8' });
    expect([json.status, json.body]).toEqual([200, '{"challenge":"x"}']);
  });
});

describe('over a socket', () => {
  shareRig(true);

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
    const opened = rig.slack.callsTo('apps.connections.open').length;
    rig.slack.sockets.write(frame);
    await formOpens();
    expect(rig.slack.callsTo('apps.connections.open')).toHaveLength(opened);
    expect((await fetch(`${rig.botUrl}/readyz`)).status).toBe(200);
  });
});

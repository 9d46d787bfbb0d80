// Everything that Slack sends is answered at once: whole, with empty parts, without a part, or for nobody.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  COMMAND,
  EVENTS,
  eventOf,
  INTERACTIONS,
  interactionOf,
  VIEW,
} from '#test/slack/bolt/payload-samples.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, { socket: false });
});
afterAll(() => rig.stop());

/** As Slack encodes its kind. */
async function send(payload: object): Promise<number> {
  const isEvent = 'event' in payload || 'minute_rate_limited' in payload;
  const form = 'command' in payload ? { ...payload } : { payload: JSON.stringify(payload) };
  const body = isEvent ? JSON.stringify(payload) : new URLSearchParams(form as Record<string, string>);
  const contentType = isEvent ? 'application/json' : 'application/x-www-form-urlencoded';
  const { status } = await rig.slack.sendRaw(String(body), { contentType });
  return status;
}

const formWith = (view: object) => interactionOf('view_submission', { view: { ...VIEW, ...view } });
const press = (more: object) => ({ ...INTERACTIONS.press, ...more });
const { message, mention, home, step } = EVENTS;

it.each<[string, object]>([
  ['a command', COMMAND],
  ...Object.entries(EVENTS).map(([name, event]): [string, object] => [name, eventOf(event)]),
  ...Object.entries(INTERACTIONS),
  ['a command without words', { ...COMMAND, text: '' }],
  ['a direct message without text', eventOf({ ...message, text: null, subtype: null, thread_ts: null })],
  ['a direct message of an app', eventOf({ ...message, user: null, bot_id: 'B1' })],
  ['a direct message of a person', eventOf({ ...message, bot_id: null, channel_type: null })],
  ['a mention of an app', eventOf({ ...mention, user: null, thread_ts: null, bot_id: null, edited: null })],
  ['an opened Home without a tab', eventOf({ ...home, tab: null })],
  ['a step without a token', eventOf({ ...step, bot_access_token: null })],
  ['a step with an empty list of inputs', eventOf({ ...step, inputs: [] })],
  ['an event of an organisation', { ...eventOf(message), team_id: null, event_id: null }],
  ['a press in a message', press({ view: null, message: { ts: '1.2', thread_ts: null, blocks: null } })],
  ['a press in Home', press({ channel: null, message: null, response_url: null })],
  ['a message shortcut', { ...INTERACTIONS.onMessage, response_url: null }],
  ['a search for options without a view', { ...INTERACTIONS.options, view: null }],
  ['a form whose values are an empty list', formWith({ state: { values: [] } })],
  ['a form without a state', formWith({ state: null })],
  ['a form with empty blocks', formWith({ blocks: [{ type: 'divider', block_id: null, element: null }] })],
  ['a field that Teller does not read', { ...press({ team: 7, enterprise: [], authorizations: 'x' }) }],
  ['a button that nobody has', press({})],
  ['a form that is closed', interactionOf('view_closed', { view: VIEW })],
  ['an interaction of a later Slack', interactionOf('block_dreams', {})],
  ['an event for nobody', eventOf({ type: 'team_join', user: null })],
  ['that Slack holds back events', { type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1 }],
])('Payload: %s is accepted', async (_, payload) => {
  expect(await send(payload)).toBe(200);
});

/** Without what the last part of `where` names. */
function without(where: string, payload: object): object {
  const [name = '', ...deeper] = where.split('.');
  return Object.fromEntries(
    Object.entries(payload).flatMap(([key, value]) => {
      if (key !== name) return [[key, value]];
      return deeper.length > 0 ? [[key, without(deeper.join('.'), value)]] : [];
    }),
  );
}

it.each([
  ['a command', 'user_id', COMMAND],
  ['a command', 'channel_id', COMMAND],
  ['a command', 'trigger_id', COMMAND],
  ['a direct message', 'event.channel', eventOf(message)],
  ['a direct message', 'event.ts', eventOf(message)],
  ['a mention', 'event.text', eventOf(mention)],
  ['an opened Home', 'event.user', eventOf(home)],
  ['a step', 'event.function', eventOf(step)],
  ['a step', 'event.function_execution_id', eventOf(step)],
  ['a press', 'user', INTERACTIONS.press],
  ['a press', 'actions', INTERACTIONS.press],
  ['a form', 'user', INTERACTIONS.form],
  ['a form', 'view', INTERACTIONS.form],
  ['a form', 'view.blocks', INTERACTIONS.form],
  ['a shortcut', 'callback_id', INTERACTIONS.shortcut],
  ['a message shortcut', 'message', INTERACTIONS.onMessage],
  ['a message shortcut', 'channel.id', INTERACTIONS.onMessage],
  ['a search for options', 'value', INTERACTIONS.options],
])('Payload: %s without %s is refused', async (_, where, payload) => {
  expect(await send(without(where, payload))).toBe(400);
});

it.each([
  ['a press of nothing', press({ actions: [] })],
  ['a menu of which nothing is chosen', press({ actions: [{ type: 'overflow', action_id: 'menu' }] })],
  ['a press in a window that is none', press({ view: { type: 'dream' } })],
  ['a choice without a value', formWith({ state: { values: { a: { b: { selected_option: {} } } } } })],
])('Payload: %s is refused', async (_, payload) => {
  expect(await send(payload)).toBe(400);
});

it('Payload: whatever came, nobody was told of an error, and Teller goes on', async () => {
  await rig.idle();
  expect(rig.slack.callsTo('views.open')).toEqual([]);
  expect((await fetch(`${rig.botUrl}/readyz`)).status).toBe(200);
});

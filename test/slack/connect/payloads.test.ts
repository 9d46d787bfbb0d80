// What is read of a payload of Slack, and what is refused.
import { describe, expect, it } from 'vitest';
import { readPayload } from '#slack/connect/payloads.ts';
import { COMMAND, EVENTS, eventOf, INTERACTIONS, interactionOf, VIEW } from './payload-samples.ts';

const pressOf = (action: object) => ({ ...INTERACTIONS.press, actions: [action] });

describe('a payload that is whole', () => {
  it.each<readonly [string, object]>([
    ['command', COMMAND],
    ...Object.entries(EVENTS).map(([name, event]) => [name, eventOf(event)] as const),
    ...Object.entries(INTERACTIONS),
  ])('%s is read', (_, payload) => {
    expect(readPayload(payload).status).toBe('read');
  });

  it('a form’s fields, blocks and title are read as they were sent', () => {
    const view = {
      ...VIEW,
      title: { type: 'plain_text', text: 'Form', emoji: true },
      submit: { type: 'plain_text', text: 'Send', emoji: true },
      close: null,
      blocks: [
        {
          type: 'input',
          block_id: 'amount',
          element: { type: 'plain_text_input', max_length: 9 },
          label: {},
        },
      ],
      state: {
        values: {
          amount: { amount: { type: 'plain_text_input', value: null } },
          channel: { channel: { type: 'conversations_select', selected_conversation: 'C1' } },
          again: { again: { type: 'checkboxes', selected_options: [{ text: {}, value: 'same-1' }] } },
        },
      },
    };
    expect(readPayload(interactionOf('view_submission', { view }))).toMatchObject({
      status: 'read',
      body: { user: { id: 'U1' }, view },
    });
  });

  it('a form is read without the hash of what it shows, which only an update needs', () => {
    const { hash: _, ...view } = { ...VIEW, hash: undefined };
    expect(readPayload(interactionOf('view_submission', { view }))).toMatchObject({ status: 'read' });
  });

  it('the item that is chosen in a menu is read', () => {
    const action = {
      type: 'overflow',
      action_id: 'menu',
      selected_option: { text: {}, value: 'cancel INV-1' },
    };
    expect(readPayload(pressOf(action))).toMatchObject({ status: 'read', body: { actions: [action] } });
  });

  it('a step’s inputs may be anything, and nothing', () => {
    const inputs = { amount: 1500, who: ['U1'], note: null };
    expect(readPayload(eventOf({ ...EVENTS.step, inputs }))).toMatchObject({ body: { event: { inputs } } });
    const { inputs: _, ...bare } = EVENTS.step;
    expect(readPayload(eventOf(bare))).toMatchObject({ body: { event: { inputs: {} } } });
  });

  it('a command without words is one with none', () => {
    const { text: _, ...bare } = COMMAND;
    expect(readPayload(bare)).toMatchObject({ status: 'read', body: { text: '' } });
  });
});

describe('what Slack sends empty', () => {
  it('a form without a field that holds anything is read, also where its fields come as an empty list', () => {
    for (const state of [{ values: [] }, {}, null, undefined])
      for (const payload of [
        interactionOf('view_submission', { view: { ...VIEW, state } }),
        { ...INTERACTIONS.press, view: { ...VIEW, state } },
      ])
        expect(readPayload(payload)).toMatchObject({
          status: 'read',
          body: { view: { state: { values: {} } } },
        });
  });

  it('the options of a choice are offered whatever the state of its form is', () => {
    const view = { ...VIEW, private_metadata: 'kept' };
    for (const shown of [view, { ...view, state: null }, { ...view, state: { values: [] } }])
      expect(readPayload({ ...INTERACTIONS.options, view: shown })).toMatchObject({
        status: 'read',
        body: { view: { callback_id: 'form', private_metadata: 'kept' } },
      });
  });

  it('a step without inputs is read, also where they come as an empty list', () => {
    for (const inputs of [[], null])
      expect(readPayload(eventOf({ ...EVENTS.step, inputs }))).toMatchObject({
        body: { event: { inputs: {} } },
      });
  });

  it.each<readonly [string, object]>([
    ['a command', { ...COMMAND, text: null, response_url: null }],
    ['a direct message', eventOf({ ...EVENTS.message, text: null, subtype: null, thread_ts: null })],
    ['a direct message of an app', eventOf({ ...EVENTS.message, user: null, bot_id: 'B1' })],
    ['a direct message of a person', eventOf({ ...EVENTS.message, bot_id: null, channel_type: null })],
    [
      'a mention of an app',
      eventOf({ ...EVENTS.mention, user: null, thread_ts: null, bot_id: null, edited: null }),
    ],
    ['an opened Home', eventOf({ ...EVENTS.home, tab: null })],
    ['a step', eventOf({ ...EVENTS.step, bot_access_token: null })],
    ['an event of a whole organisation', { ...eventOf(EVENTS.message), team_id: null, event_id: null }],
    [
      'a press in a message',
      {
        ...INTERACTIONS.press,
        view: null,
        message: { ts: '1.2', thread_ts: null, text: null, blocks: null },
      },
    ],
    ['a press in Home', { ...INTERACTIONS.press, channel: null, message: null, response_url: null }],
    ['a message shortcut', { ...INTERACTIONS.onMessage, response_url: null }],
    ['a question for options', { ...INTERACTIONS.options, view: null }],
    [
      'a form with empty parts',
      interactionOf('view_submission', {
        view: {
          ...VIEW,
          blocks: [
            { type: 'divider', block_id: null, element: null },
            { type: 'input', element: { type: 'checkboxes', options: null } },
          ],
        },
      }),
    ],
  ])('%s with null where it may have nothing is read, and has nothing there', (_, payload) => {
    const read = readPayload(payload);
    expect(read).toMatchObject({ status: 'read' });
    const { view: __, ...body } = 'body' in read ? read.body : {};
    expect(JSON.stringify(body)).not.toContain('null');
  });
});

describe('a payload that lacks what Slack always sends', () => {
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
    ['a direct message', 'event.channel', eventOf(EVENTS.message)],
    ['a direct message', 'event.ts', eventOf(EVENTS.message)],
    ['a mention', 'event.text', eventOf(EVENTS.mention)],
    ['an opened Home', 'event.user', eventOf(EVENTS.home)],
    ['a step', 'event.function', eventOf(EVENTS.step)],
    ['a step', 'event.function_execution_id', eventOf(EVENTS.step)],
    ['a press', 'user', INTERACTIONS.press],
    ['a press', 'actions', INTERACTIONS.press],
    ['a form', 'user', INTERACTIONS.form],
    ['a form', 'view', INTERACTIONS.form],
    ['a form', 'view.blocks', INTERACTIONS.form],
    ['a shortcut', 'user', INTERACTIONS.shortcut],
    ['a shortcut', 'callback_id', INTERACTIONS.shortcut],
    ['a message shortcut', 'message', INTERACTIONS.onMessage],
    ['a message shortcut', 'channel.id', INTERACTIONS.onMessage],
    ['a question for options', 'value', INTERACTIONS.options],
  ])('%s without %s cannot be read, and the place is named', (_, where, payload) => {
    expect(readPayload(without(where, payload))).toEqual({ status: 'unreadable', where });
  });

  it.each([
    ['a press of nothing', 'actions.0', { ...INTERACTIONS.press, actions: [] }],
    ['a menu of which nothing is chosen', 'actions.0', pressOf({ type: 'overflow', action_id: 'menu' })],
    ['a press in a window that is none', 'view', { ...INTERACTIONS.press, view: { type: 'dream' } }],
    [
      'a field that is chosen without a value',
      'view.state.values.a.b.selected_option.value',
      interactionOf('view_submission', {
        view: { ...VIEW, state: { values: { a: { b: { selected_option: {} } } } } },
      }),
    ],
  ])('%s cannot be read', (_, where, payload) => {
    expect(readPayload(payload)).toEqual({ status: 'unreadable', where });
  });

  it('a long place is cut, because its names come from elsewhere', () => {
    const values = { ['x'.repeat(500)]: 7 };
    const read = readPayload(interactionOf('view_submission', { view: { ...VIEW, state: { values } } }));
    expect(read).toMatchObject({ status: 'unreadable' });
    expect('where' in read && read.where.length).toBe(100);
  });
});

describe('what nobody listens for', () => {
  it.each([
    [{ event: { type: 'team_join', user: null } }],
    [{ type: 'view_closed' }],
    [{ type: 'block_dreams', user: 7 }],
  ])('%j is heard by nobody, whatever its fields are', (payload) => {
    expect(readPayload(payload)).toEqual({ status: 'no_listener' });
  });

  it('that Slack holds back events is read', () => {
    expect(readPayload({ type: 'app_rate_limited', minute_rate_limited: 1 })).toEqual({
      status: 'held_back',
    });
  });

  it.each([[null], [7], ['x'], [[]], [{}], [{ event: 'x' }], [{ event: {} }], [{ type: '' }]])(
    '%j is nothing that Slack sends',
    (payload) => {
      expect(readPayload(payload)).toMatchObject({ status: 'unreadable' });
    },
  );
});

// A select whose options the app finds while a person types.
import { describe, expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { ACK_MS } from '#test/patience.ts';
import { many, option, section } from './pieces.ts';
import { actions, at, input, modal, openForm, SILENT, startRig } from './rig.ts';
import { connectApp, startSocketRig } from './socket-app.ts';

const select = (more: Fields = {}) => ({ type: 'external_select', min_query_length: 0, ...more });
const jane = option('A1', 'Jane Wanjiru');

async function withSelect(blocks: Fields[], options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig(options);
  await openForm(rig, modal(blocks));
  rig.received.length = 0;
  const agent = rig.slack.person(rig.slack.users.agent);
  const top = () => {
    const shown = rig.slack.modal(agent.id);
    if (!shown) throw new Error('no modal');
    return shown;
  };
  const offered = (block = 'who') => top().suggestions[block]?.['who'];
  return { ...rig, agent, top, offered };
}

const types = (received: { payload: Fields }[]) => received.map(({ payload }) => payload.type);

describe('typing into an external select', () => {
  test('asks the app with a signed payload that has no trigger, and offers what it answers', async () => {
    const { agent, app, received, top, offered } = await withSelect([input('who', select())]);
    app(() => ({ options: [jane] }));
    const result = await agent.search(top(), 'who', 'jan');
    expect(result.problem).toBeUndefined();
    expect(received[0]).toMatchObject({
      signed: true,
      payload: {
        type: 'block_suggestion',
        block_id: 'who',
        action_id: 'who',
        value: 'jan',
        user: { id: agent.id },
        container: { type: 'view', view_id: top().id },
        view: {
          id: top().id,
          callback_id: 'form',
          state: { values: { who: { who: { selected_option: null } } } },
        },
      },
    });
    expect(received[0]?.payload).not.toHaveProperty('trigger_id');
    expect(received[0]?.payload.view).not.toHaveProperty('suggestions');
    expect(offered()).toEqual({ query: 'jan', options: [jane] });
  });

  test('asks over a socket too, and the answer comes in the ack', async () => {
    const rig = await startSocketRig();
    await connectApp(rig, (app, envelope) => {
      if (at(envelope, 'payload', 'type') !== 'block_suggestion') return app.ack(envelope);
      expect(envelope).toMatchObject({ type: 'interactive', accepts_response_payload: true });
      app.ack(envelope, { options: [jane] });
    });
    const agent = rig.slack.person(rig.slack.users.agent);
    const answer = await agent.shortcut('open');
    expect(answer.problem).toBeUndefined();
    const trigger = rig.slack.deliveries.at(-1)?.envelope.payload.trigger_id;
    await rig.call('views.open', { trigger_id: trigger, view: modal([input('who', select())]) });
    const view = rig.slack.modal(agent.id);
    if (!view) throw new Error('no modal');
    await agent.search(view, 'who', '');
    expect(rig.slack.modal(agent.id)?.suggestions['who']?.['who']?.options).toEqual([jane]);
  });

  test('asks only from min_query_length on, which is three unless the app says otherwise', async () => {
    const { agent, received, top } = await withSelect([
      input('who', { type: 'external_select' }),
      input('where', select({ min_query_length: 1 })),
    ]);
    expect((await agent.search(top(), 'who', 'ja')).sent).toBe(false);
    expect((await agent.search(top(), 'who', 'jan')).sent).toBe(true);
    expect((await agent.search(top(), 'where', '')).sent).toBe(false);
    expect((await agent.search(top(), 'where', 'j')).sent).toBe(true);
    expect(types(received)).toEqual(['block_suggestion', 'block_suggestion']);
  });

  test('works in an actions block and beside a section as well', async () => {
    const { agent, app, top, offered } = await withSelect([
      ...actions({ action_id: 'who', ...select() }),
      section('Who?', { block_id: 'beside', accessory: { action_id: 'other', ...select() } }),
    ]);
    app(() => ({ options: [jane] }));
    await agent.search(top(), 'who', 'jan');
    expect(offered('buttons')?.options).toEqual([jane]);
    await agent.search(top(), 'other', 'jan');
    expect(top().suggestions['beside']?.['other']?.options).toEqual([jane]);
  });

  test('offers nothing for an empty list', async () => {
    const { agent, app, top, offered } = await withSelect([input('who', select())]);
    app(() => ({ options: [] }));
    expect((await agent.search(top(), 'who', 'xyz')).problem).toBeUndefined();
    expect(offered()).toEqual({ query: 'xyz', options: [] });
  });

  test.each([
    ['no answer', undefined],
    ['more than 100 options', { options: many(101, (n) => option(`${n}`)) }],
    ['a label of 76 characters', { options: [option('a', 'x'.repeat(76))] }],
    ['a value of 76 characters', { options: [option('x'.repeat(76), 'a')] }],
    ['something else', { text: 'Jane' }],
  ])('shows an error in the select when the app gives %s', async (_, answer) => {
    const { agent, app, top, offered } = await withSelect([input('who', select())]);
    app(() => answer);
    expect((await agent.search(top(), 'who', 'jan')).problem).toBe('invalid_answer');
    expect(offered()).toEqual({
      query: 'jan',
      options: [],
      trouble: expect.stringContaining('could not be loaded'),
    });
  });

  test('shows an error in the select when the app takes too long', async () => {
    const { agent, app, top, offered } = await withSelect([input('who', select())], { ackTimeoutMs: ACK_MS });
    app(() => SILENT);
    expect((await agent.search(top(), 'who', 'jan')).problem).toBe('operation_timeout');
    expect(offered()?.trouble).toContain('could not be loaded');
  });
});

describe('choosing in an external select', () => {
  test('takes only what was offered, and sends it with the form', async () => {
    const { agent, app, received, top } = await withSelect([input('who', select())]);
    app(({ payload }) => (payload.type === 'block_suggestion' ? { options: [jane] } : undefined));
    expect(() => agent.fill({ who: 'A1' })).toThrow('does not offer');
    await agent.search(top(), 'who', '');
    await agent.submit({ who: 'Jane Wanjiru' });
    expect(at(received.at(-1)?.payload, 'view', 'state', 'values', 'who', 'who')).toEqual({
      type: 'external_select',
      selected_option: jane,
    });
  });

  test('tells the app at once where the input has dispatch_action, also when it is cleared', async () => {
    const { agent, app, received, top } = await withSelect([
      input('who', select(), { optional: true, dispatch_action: true }),
    ]);
    app(({ payload }) => (payload.type === 'block_suggestion' ? { options: [jane] } : undefined));
    await agent.search(top(), 'who', '');
    await agent.select(top(), 'who', 'A1');
    await agent.select(top(), 'who', null);
    const chosen = received.filter(({ payload }) => payload.type === 'block_actions');
    expect(chosen.map(({ payload }) => at(payload, 'actions', 0))).toMatchObject([
      { type: 'external_select', block_id: 'who', action_id: 'who', selected_option: jane },
      { type: 'external_select', selected_option: null },
    ]);
    expect(at(chosen[0]?.payload, 'view', 'state', 'values', 'who', 'who', 'selected_option')).toEqual(jane);
  });

  test('begins with the initial option, which an update keeps under the same block_id', async () => {
    const other = option('B2', 'Brian');
    const { call, top } = await withSelect([input('who', select({ initial_option: jane }))]);
    const held = (block: string) => at(top().state.values, block, 'who', 'selected_option');
    expect(held('who')).toEqual(jane);
    const again = { action_id: 'who', ...select({ initial_option: other }) };
    await call('views.update', { view_id: top().id, view: modal([input('who', again)]) });
    expect(held('who')).toEqual(jane);
    await call('views.update', { view_id: top().id, view: modal([input('who.2', again)]) });
    expect(held('who.2')).toEqual(other);
  });
});

test('options of its own are refused in an external select', async () => {
  const rig = await startRig();
  const answer = await openForm(rig, modal([input('who', select({ options: [jane] }))]));
  expect(answer).toMatchObject({
    error: 'invalid_arguments',
    errors: ['invalid additional property: options [json-pointer:/view/blocks/0/element]'],
  });
});

import { describe, expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { many, mrkdwn, option, section } from './pieces.ts';
import { input, messagesOf, modal, openForm, plain, startRig } from './rig.ts';

const typed = { type: 'plain_text_input' };

/** What a modal may not be. */
const refusedInModals: [string, Fields, string][] = [
  [
    '101 blocks',
    modal(many(101, () => ({ type: 'divider' }))),
    'no more than 100 items allowed [json-pointer:/view/blocks]',
  ],
  [
    'a title of 25 characters',
    modal([], { title: plain('x'.repeat(25)) }),
    'must be less than 25 characters [json-pointer:/view/title/text]',
  ],
  [
    'a submit label of 25 characters',
    modal([], { submit: plain('x'.repeat(25)) }),
    'must be less than 25 characters [json-pointer:/view/submit/text]',
  ],
  [
    'a close label of 25 characters',
    modal([], { close: plain('x'.repeat(25)) }),
    'must be less than 25 characters [json-pointer:/view/close/text]',
  ],
  ['no title', { type: 'modal', blocks: [] }, 'missing required field: title [json-pointer:/view]'],
  [
    'private metadata of 3001 characters',
    modal([], { private_metadata: 'x'.repeat(3001) }),
    'must be less than 3001 characters [json-pointer:/view/private_metadata]',
  ],
  [
    'a callback_id of 256 characters',
    modal([], { callback_id: 'x'.repeat(256) }),
    'must be less than 256 characters [json-pointer:/view/callback_id]',
  ],
  [
    'inputs without submit',
    { type: 'modal', title: plain('x'), blocks: [input('a', typed)] },
    '`submit` is required when an `input` block is within blocks [json-pointer:/view]',
  ],
  [
    'an initial text of 3001 characters',
    modal([input('a', { ...typed, initial_value: 'x'.repeat(3001) })]),
    'must be less than 3001 characters [json-pointer:/view/blocks/0/element/initial_value]',
  ],
  [
    'a max_length of 3001',
    modal([input('a', { ...typed, max_length: 3001 })]),
    'must be a whole number from 1 to 3000 [json-pointer:/view/blocks/0/element/max_length]',
  ],
  [
    'a button as an input',
    modal([input('a', { type: 'button', text: plain('x') })]),
    'unsupported type: button [json-pointer:/view/blocks/0/element/type]',
  ],
  [
    '11 boxes to tick',
    modal([input('a', { type: 'checkboxes', options: many(11, (n) => option(`${n}`)) })]),
    'no more than 10 items allowed [json-pointer:/view/blocks/0/element/options]',
  ],
];

describe('a modal', () => {
  test.each(refusedInModals)('with %s is refused, and Slack says where', async (_, view, problem) => {
    const rig = await startRig();
    const answer = await openForm(rig, view);
    expect(answer).toMatchObject({ ok: false, error: 'invalid_arguments', errors: [problem] });
    expect(rig.slack.modal(rig.slack.users.agent)).toBeUndefined();
  });

  test('is accepted with every kind of input', async () => {
    const rig = await startRig();
    const view = modal(
      [
        input(
          'text',
          { type: 'plain_text_input', max_length: 3000 },
          { hint: plain('x'), dispatch_action: true },
        ),
        input('email', { type: 'email_text_input' }),
        input('date', { type: 'datepicker', initial_date: '2027-01-31' }),
        input('one', { type: 'static_select', options: [option('a')], initial_option: option('a') }),
        input('search', { type: 'external_select', min_query_length: 0, initial_option: option('a') }),
        input('boxes', { type: 'checkboxes', options: [{ text: mrkdwn('*a*'), value: 'a' }] }),
        input('where', { type: 'conversations_select', filter: { include: ['public', 'private'] } }),
      ],
      { private_metadata: 'x'.repeat(3000), close: plain('No') },
    );
    expect((await openForm(rig, view)).ok).toBe(true);
  });

  test('of more than 250 kB is view_too_large', async () => {
    const rig = await startRig();
    const view = modal(many(90, () => section('x'.repeat(2900))));
    expect((await openForm(rig, view)).error).toBe('view_too_large');
  });
});

test('the Home tab takes blocks and refuses a title', async () => {
  const { call, slack } = await startRig();
  const home = { type: 'home', blocks: [section('Open orders')] };
  const user_id = slack.users.agent;
  expect((await call('views.publish', { user_id, view: home })).ok).toBe(true);
  const titled = await call('views.publish', { user_id, view: { ...home, title: plain('x') } });
  expect(messagesOf(titled)).toEqual(['[ERROR] invalid additional property: title [json-pointer:/view]']);
  expect((await call('views.publish', { user_id, view: modal([]) })).error).toBe('invalid_arguments');
});

import { describe, expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { actions, button, input, messagesOf, modal, openForm, plain, startRig } from './rig.ts';

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (text: string, more: Fields = {}) => ({ type: 'section', text: mrkdwn(text), ...more });
const option = (value: string, label = value) => ({ text: plain(label), value });
const confirm = (more: Fields = {}) => ({
  title: plain('Sure?'),
  text: plain('Really?'),
  confirm: plain('Yes'),
  deny: plain('No'),
  ...more,
});
const rich = (...pieces: Fields[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: pieces }],
});
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** What a message may not hold: blocks, then the complaint and the place it points to. */
const refusedInMessages: [string, Fields[], string][] = [
  [
    '51 blocks',
    many(51, () => ({ type: 'divider' })),
    'no more than 50 items allowed [json-pointer:/blocks]',
  ],
  [
    'a section of 3001 characters',
    [section('x'.repeat(3001))],
    'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
  ],
  ['an empty section', [section('')], 'must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
  [
    'a section without text',
    [{ type: 'section' }],
    'must define either `text` or `fields` [json-pointer:/blocks/0]',
  ],
  [
    '11 fields',
    [{ type: 'section', fields: many(11, () => plain('x')) }],
    'no more than 10 items allowed [json-pointer:/blocks/0/fields]',
  ],
  [
    'a field of 2001 characters',
    [{ type: 'section', fields: [plain('x'.repeat(2001))] }],
    'must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]',
  ],
  [
    'a header of 151 characters',
    [{ type: 'header', text: plain('x'.repeat(151)) }],
    'must be less than 151 characters [json-pointer:/blocks/0/text/text]',
  ],
  [
    'a header in mrkdwn',
    [{ type: 'header', text: mrkdwn('x') }],
    'unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]',
  ],
  [
    'a button label of 76 characters',
    actions(button('a', 'v', { text: plain('x'.repeat(76)) })),
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]',
  ],
  [
    'a button value of 2001 characters',
    actions(button('a', 'x'.repeat(2001), { text: plain('x') })),
    'must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]',
  ],
  [
    'a button url of 3001 characters',
    actions(button('a', 'v', { url: 'x'.repeat(3001) })),
    'must be less than 3001 characters [json-pointer:/blocks/0/elements/0/url]',
  ],
  [
    'an empty button value',
    actions(button('a', '')),
    'must be more than 0 characters [json-pointer:/blocks/0/elements/0/value]',
  ],
  [
    'an unknown button style',
    actions(button('a', 'v', { style: 'default' })),
    'must be one of: primary, danger [json-pointer:/blocks/0/elements/0/style]',
  ],
  [
    'a misspelt field',
    actions(button('a', 'v', { valeu: 'x' })),
    'invalid additional property: valeu [json-pointer:/blocks/0/elements/0]',
  ],
  [
    'a button without action_id',
    actions({ type: 'button', text: plain('x') }),
    'missing required field: action_id [json-pointer:/blocks/0/elements/0]',
  ],
  [
    'an action_id of 256 characters',
    actions(button('x'.repeat(256), 'v')),
    'must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]',
  ],
  [
    '26 actions',
    actions(...many(26, (n) => button(`a${n}`, 'v'))),
    'no more than 25 items allowed [json-pointer:/blocks/0/elements]',
  ],
  [
    'two equal action_ids in a block',
    actions(button('a', '1'), button('a', '2')),
    '`action_id` already exists: a [json-pointer:/blocks/0/elements]',
  ],
  [
    'two equal block_ids',
    [section('a', { block_id: 'b' }), section('c', { block_id: 'b' })],
    '`block_id` already exists: b [json-pointer:/blocks]',
  ],
  [
    '11 context elements',
    [{ type: 'context', elements: many(11, () => plain('x')) }],
    'no more than 10 items allowed [json-pointer:/blocks/0/elements]',
  ],
  [
    'a confirm title of 101',
    actions(button('a', 'v', { confirm: confirm({ title: plain('x'.repeat(101)) }) })),
    'must be less than 101 characters [json-pointer:/blocks/0/elements/0/confirm/title/text]',
  ],
  [
    'a confirm text of 301',
    actions(button('a', 'v', { confirm: confirm({ text: plain('x'.repeat(301)) }) })),
    'must be less than 301 characters [json-pointer:/blocks/0/elements/0/confirm/text/text]',
  ],
  [
    'a confirm answer of 31',
    actions(button('a', 'v', { confirm: confirm({ deny: plain('x'.repeat(31)) }) })),
    'must be less than 31 characters [json-pointer:/blocks/0/elements/0/confirm/deny/text]',
  ],
  [
    'an option label of 76',
    actions({ type: 'overflow', action_id: 'a', options: [option('v', 'x'.repeat(76))] }),
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/options/0/text/text]',
  ],
  [
    'an option value of 76',
    actions({ type: 'overflow', action_id: 'a', options: [option('x'.repeat(76), 'x')] }),
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/options/0/value]',
  ],
  [
    'a placeholder of 151',
    actions({ type: 'users_select', action_id: 'a', placeholder: plain('x'.repeat(151)) }),
    'must be less than 151 characters [json-pointer:/blocks/0/elements/0/placeholder/text]',
  ],
  [
    'a select without options',
    actions({ type: 'static_select', action_id: 'a' }),
    'must define either `options` or `option_groups` [json-pointer:/blocks/0/elements/0]',
  ],
  [
    'an initial option that is not offered',
    actions({
      type: 'static_select',
      action_id: 'a',
      options: [option('KES')],
      initial_option: option('USD'),
    }),
    'must be among the options [json-pointer:/blocks/0/elements/0/initial_option]',
  ],
  [
    'an initial date that is no date',
    actions({ type: 'datepicker', action_id: 'a', initial_date: '31-01-2027' }),
    'must be a date written YYYY-MM-DD [json-pointer:/blocks/0/elements/0/initial_date]',
  ],
  [
    'an input in a message',
    [input('amount', { type: 'plain_text_input' })],
    'unsupported type: input [json-pointer:/blocks/0/type]',
  ],
  [
    'a text input among actions',
    actions({ type: 'plain_text_input', action_id: 'a' }),
    'unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]',
  ],
  [
    'a markdown block',
    [{ type: 'markdown', text: '# x' }],
    'unsupported type: markdown [json-pointer:/blocks/0/type]',
  ],
  [
    'an unknown element',
    actions({ type: 'slider', action_id: 'a' }),
    'unsupported type: slider [json-pointer:/blocks/0/elements/0/type]',
  ],
  [
    'empty rich text',
    [rich({ type: 'text', text: '' })],
    'must be more than 0 characters [json-pointer:/blocks/0/elements/0/elements/0/text]',
  ],
  [
    'an unknown rich text style',
    [rich({ type: 'text', text: 'x', style: { loud: true } })],
    'invalid additional property: loud [json-pointer:/blocks/0/elements/0/elements/0/style]',
  ],
  [
    'an unknown rich text piece',
    [rich({ type: 'sticker' })],
    'unsupported type: sticker [json-pointer:/blocks/0/elements/0/elements/0/type]',
  ],
];

const decimals = { type: 'number_input', is_decimal_allowed: true };

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
    { type: 'modal', title: plain('x'), blocks: [input('a', decimals)] },
    '`submit` is required when an `input` block is within blocks [json-pointer:/view]',
  ],
  [
    'a number input that does not say about decimals',
    modal([input('a', { type: 'number_input' })]),
    'missing required field: is_decimal_allowed [json-pointer:/view/blocks/0/element]',
  ],
  [
    'a number that is not a string',
    modal([input('a', { ...decimals, initial_value: 5 })]),
    'must be a number in a string [json-pointer:/view/blocks/0/element/initial_value]',
  ],
  [
    'an initial number below the least',
    modal([input('a', { ...decimals, initial_value: '1', min_value: '2' })]),
    'must not be below min_value [json-pointer:/view/blocks/0/element/initial_value]',
  ],
  [
    'an initial text of 3001 characters',
    modal([input('a', { type: 'plain_text_input', initial_value: 'x'.repeat(3001) })]),
    'must be less than 3001 characters [json-pointer:/view/blocks/0/element/initial_value]',
  ],
  [
    'a max_length of 3001',
    modal([input('a', { type: 'plain_text_input', max_length: 3001 })]),
    'must be a whole number from 1 to 3000 [json-pointer:/view/blocks/0/element/max_length]',
  ],
  [
    'a button as an input',
    modal([input('a', { type: 'button', text: plain('x') })]),
    'unsupported type: button [json-pointer:/view/blocks/0/element/type]',
  ],
  [
    '11 radio buttons',
    modal([input('a', { type: 'radio_buttons', options: many(11, (n) => option(`${n}`)) })]),
    'no more than 10 items allowed [json-pointer:/view/blocks/0/element/options]',
  ],
  [
    'checked boxes that are not offered',
    modal([input('a', { type: 'checkboxes', options: [option('a')], initial_options: [option('b')] })]),
    'must be among the options [json-pointer:/view/blocks/0/element/initial_options]',
  ],
  [
    'two fields in focus',
    modal([
      input('a', { ...decimals, focus_on_load: true }),
      input('b', { ...decimals, focus_on_load: true }),
    ]),
    'only one element can set `focus_on_load` [json-pointer:/view/blocks]',
  ],
];

describe('a message', () => {
  test.each(refusedInMessages)('with %s is refused, and Slack says where', async (_, blocks, problem) => {
    const { call, slack } = await startRig();
    const answer = await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks });
    expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks', errors: [problem] });
    expect(messagesOf(answer)).toEqual([`[ERROR] ${problem}`]);
    expect(slack.messages(slack.channels.sales)).toEqual([]);
  });

  test('is accepted at every limit, with every kind of block', async () => {
    const { call, slack } = await startRig();
    const blocks = [
      { type: 'header', text: plain('x'.repeat(150)) },
      section('x'.repeat(3000), { accessory: button('b', 'v', { confirm: confirm({ style: 'danger' }) }) }),
      { type: 'section', fields: [mrkdwn('x'.repeat(2000)), plain('y')] },
      { type: 'divider' },
      { type: 'context', elements: many(10, () => mrkdwn('x')) },
      actions(...many(25, (n) => button(`a${n}`, 'v')))[0] ?? {},
      rich({ type: 'text', text: 'x', style: { bold: true } }, { type: 'link', url: 'https://a.test' }),
    ];
    const answer = await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks });
    expect(answer.ok).toBe(true);
    const ids = slack.messages(slack.channels.sales)[0]?.blocks?.map((block) => block.block_id);
    expect(new Set(ids).size).toBe(blocks.length);
  });

  test('of fifty sound blocks is refused when they are near 13,000 characters together', async () => {
    const { call, slack } = await startRig();
    const blocks = many(5, () => section('x'.repeat(2700)));
    const answer = await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks });
    expect(answer.error).toBe('msg_blocks_too_long');
  });

  test('whose blocks are no list is invalid_blocks_format', async () => {
    const { call, slack } = await startRig();
    const answer = await call('chat.postMessage', {
      channel: slack.channels.sales,
      text: 'x',
      blocks: 'nonsense',
    });
    expect(answer.error).toBe('invalid_blocks_format');
  });
});

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
        input('text', { type: 'plain_text_input', multiline: true, min_length: 1, max_length: 3000 }),
        input('number', { ...decimals, initial_value: '1.50', min_value: '1' }),
        input('email', { type: 'email_text_input' }),
        input('url', { type: 'url_text_input' }),
        input('date', { type: 'datepicker', initial_date: '2027-01-31' }),
        input('one', { type: 'static_select', options: [option('a')], initial_option: option('a') }),
        input('radio', { type: 'radio_buttons', options: [{ text: mrkdwn('*a*'), value: 'a' }] }),
        input('boxes', { type: 'checkboxes', options: [option('a')], initial_options: [option('a')] }),
        input('where', { type: 'conversations_select', filter: { include: ['public', 'private'] } }),
        input('who', { type: 'users_select' }, { optional: true, hint: plain('x'), dispatch_action: true }),
      ],
      { private_metadata: 'x'.repeat(3000), close: plain('No'), notify_on_close: true },
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

test.each([
  ['no event_type', { event_payload: {} }],
  ['no payload', { event_type: 'teller_order' }],
  ['a payload that is no object', { event_type: 'teller_order', event_payload: 'x' }],
  ['another field', { event_type: 'teller_order', event_payload: {}, more: 1 }],
])('message metadata with %s is refused', async (_, metadata) => {
  const { call, slack } = await startRig();
  const answer = await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', metadata });
  expect(answer.error).toBe('invalid_metadata_format');
});

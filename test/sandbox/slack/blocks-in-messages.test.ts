import { describe, expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { many, mrkdwn, option, section } from './pieces.ts';
import { actions, button, input, messagesOf, plain, startRig } from './rig.ts';

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
    actions({ type: 'datepicker', action_id: 'a', placeholder: plain('x'.repeat(151)) }),
    'must be less than 151 characters [json-pointer:/blocks/0/elements/0/placeholder/text]',
  ],
  [
    'a select without options',
    actions({ type: 'static_select', action_id: 'a' }),
    'missing required field: options [json-pointer:/blocks/0/elements/0]',
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

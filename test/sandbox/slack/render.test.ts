import { describe, expect, test } from 'vitest';
import type { Message, View } from '#sandbox/slack/state/model.ts';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';
import { renderMrkdwn } from '#test/sandbox/slack/render/render-text.ts';
import { input, modal, openForm, plain, startRig } from './rig.ts';

const message: Message = {
  type: 'message',
  channel: 'C1',
  ts: '1.000000',
  team: 'T1',
  user: 'U1',
  text: 'fallback',
};
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const nameOf = (id: string) => ({ U1: 'amina', C1: 'sales', S1: 'sellers' })[id];

describe('mrkdwn', () => {
  test.each([
    ['a &amp; b &lt;c&gt;', 'a & b <c>'],
    ['<@U1> in <#C1|old-name>', '@amina in #sales'],
    ['<!channel> <!subteam^S1>', '@channel @sellers'],
    ['&lt;!channel&gt;', '<!channel>'],
    ['<https://a.test/?x=1&amp;y=2|pay>', 'pay (https://a.test/?x=1&y=2)'],
    ['<https://a.test>', 'https://a.test'],
    ['&amp;lt;', '&lt;'],
  ])('%s reads %s', (text, shown) => {
    expect(renderMrkdwn(text, { nameOf })).toBe(shown);
  });

  test.each([
    ['{date_num} {time}', 'UTC', '2023-11-14 10:13 PM'],
    ['{date_num} {time_secs}', 'Africa/Nairobi', '2023-11-15 1:13:20 AM'],
    ['{date} or {date_short}', 'UTC', 'November 14th, 2023 or Nov 14, 2023'],
    ['{date_long_pretty}', 'UTC', 'Tuesday, November 14th, 2023'],
    ['{unknown}', 'UTC', '{unknown}'],
  ])('a date %s in %s reads %s', (format, zone, shown) => {
    expect(renderMrkdwn(`<!date^1700000000^${format}|fallback>`, { zone })).toBe(shown);
  });
});

describe('a message', () => {
  test('shows its blocks, and its text only when it has none', () => {
    const blocks = [
      { type: 'header', block_id: '1', text: plain('Paid') },
      {
        type: 'section',
        block_id: '2',
        text: mrkdwn('*KES 100* from &lt;b&gt;'),
        fields: [mrkdwn('one'), plain('&lt;as it is')],
        accessory: { type: 'button', action_id: 'a', text: plain('Check now') },
      },
      { type: 'divider', block_id: '3' },
      { type: 'context', block_id: '4', elements: [mrkdwn('by <@U1>'), plain('today')] },
      {
        type: 'actions',
        block_id: '5',
        elements: [
          { type: 'button', action_id: 'b', text: plain('Cancel') },
          { type: 'button', action_id: 'c', text: plain('Open'), url: 'https://a.test' },
          { type: 'overflow', action_id: 'd', options: [{ text: plain('More'), value: 'm' }] },
        ],
      },
      {
        type: 'rich_text',
        block_id: '6',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'user', user_id: 'U1' },
              { type: 'text', text: ' *said* ' },
              { type: 'link', url: 'https://a.test', text: 'here' },
            ],
          },
        ],
      },
    ];
    expect(renderMessage({ ...message, blocks }, { nameOf }).split('\n')).toEqual([
      'Paid',
      '*KES 100* from <b>',
      'one',
      '&lt;as it is',
      '[Check now]',
      '────',
      'by @amina · today',
      '[Cancel] [Open] (https://a.test) [… More]',
      '@amina *said* here (https://a.test)',
    ]);
    expect(renderMessage(message)).toBe('fallback');
  });

  test('is marked when edited, also sent to the channel, with a file, or for one person only', () => {
    const edited = { ...message, subtype: 'thread_broadcast' as const, edited: { user: 'U1', ts: '2.0' } };
    expect(
      renderMessage({ ...edited, files: [{ id: 'F1', name: 'week.csv', title: 'week.csv', size: 9 }] }),
    ).toBe('fallback\n[file: week.csv]\n(also sent to the channel)\n(edited)');
    expect(renderMessage({ from: 'app', user: 'U1', channel: 'C1', ts: '1.0', text: 'psst' })).toBe(
      'psst\n(Only visible to you)',
    );
  });
});

test('a view shows its fields with what they hold, hints, errors and buttons', async () => {
  const rig = await startRig();
  const kes = { text: plain('Shilling'), value: 'KES' };
  await openForm(
    rig,
    modal([
      input(
        'amount',
        { type: 'plain_text_input', placeholder: plain('e.g. 100') },
        { hint: plain('In full') },
      ),
      input('note', { type: 'plain_text_input', initial_value: 'thanks' }, { optional: true }),
      input('currency', { type: 'static_select', options: [kes], initial_option: kes }),
      input('channel', { type: 'conversations_select', initial_conversation: rig.slack.channels.sales }),
    ]),
  );
  const agent = rig.slack.person(rig.slack.users.agent);
  rig.app(() => ({ response_action: 'errors', errors: { amount: 'Too much' } }));
  const shown = (view: View | undefined) =>
    view ? renderView(view, { nameOf: rig.slack.nameOf }).split('\n') : [];
  expect(shown(rig.slack.modal(agent.id))).toContain('amount: ‹e.g. 100›');
  await agent.submit({ amount: '9' });
  expect(shown(rig.slack.modal(agent.id))).toEqual([
    '== A form ==',
    'amount: 9',
    '  In full',
    '  ! Too much',
    'note (optional): thanks',
    'currency: Shilling',
    'channel: sales',
    '[Send]',
  ]);
});

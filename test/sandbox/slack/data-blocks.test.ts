// Tables and charts: taken at Slack's limits and refused beyond them, and read as lines of text.
import { expect, test } from 'vitest';
import type { Fields } from '#sandbox/slack/json.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { many } from './pieces.ts';
import { messagesOf, plain, startRig } from './rig.ts';

const text = (words: string) => ({ type: 'raw_text', text: words });
const number = (value: number, words = String(value)) => ({ type: 'raw_number', value, text: words });
const table = (rows: Fields[][], more: Fields = {}) => ({
  type: 'data_table',
  caption: 'By agent',
  rows,
  ...more,
});
const header = [text('Agent'), text('Amount')];

const points = (count: number, label = (n: number) => `${n} Nov`) =>
  many(count, (n) => ({ label: label(n + 1), value: n }));
const chart = (series: Fields[], more: Fields = {}) => ({
  type: 'data_visualization',
  title: 'KES by day',
  chart: {
    type: 'bar',
    series,
    axis_config: { categories: points(3).map(({ label }) => label), ...more },
  },
});
const line = (name: string, data: Fields[] = points(3)) => ({ name, data });

const REFUSED: readonly (readonly [string, Fields[], string])[] = [
  [
    'a table of 102 rows',
    [table([header, ...many(101, () => header)])],
    'no more than 101 items allowed [json-pointer:/blocks/0/rows]',
  ],
  ['a table without a row', [table([header])], 'no fewer than 2 items allowed [json-pointer:/blocks/0/rows]'],
  [
    'a table of 21 columns',
    [table([header, many(21, () => text('x'))])],
    'no more than 20 items allowed [json-pointer:/blocks/0/rows/1]',
  ],
  [
    'an empty cell',
    [table([header, [text(''), number(1)]])],
    'must be more than 0 characters [json-pointer:/blocks/0/rows/1/0/text]',
  ],
  [
    'a number that is a text',
    [table([header, [text('x'), { ...number(1), value: '1' }]])],
    'must be a number [json-pointer:/blocks/0/rows/1/1/value]',
  ],
  [
    'a row with a cell too few',
    [table([header, [text('x')]])],
    'must have as many cells as the first row [json-pointer:/blocks/0/rows/1]',
  ],
  [
    'a table without a caption',
    [{ type: 'data_table', rows: [header, header] }],
    'missing required field: caption [json-pointer:/blocks/0]',
  ],
  [
    'pages of 101 rows',
    [table([header, header], { page_size: 101 })],
    'must be a whole number from 1 to 100 [json-pointer:/blocks/0/page_size]',
  ],
  [
    'two tables of more than 10,000 characters together',
    many(2, () => table([header, [text('x'.repeat(5_000)), number(1)]])),
    'no more than 10000 characters allowed in all tables [json-pointer:/blocks]',
  ],
  [
    'a chart of seven series',
    [chart(many(7, (n) => line(`s${n}`)))],
    'no more than 6 items allowed [json-pointer:/blocks/0/chart/series]',
  ],
  [
    'two series of one name',
    [chart([line('KES'), line('KES')])],
    '`name` already exists: KES [json-pointer:/blocks/0/chart/series]',
  ],
  [
    'points that are not the categories',
    [chart([line('KES', points(2))])],
    'must have the labels of axis_config.categories [json-pointer:/blocks/0/chart/series/0/data]',
  ],
  [
    'a title of 51 characters',
    [{ ...chart([line('KES')]), title: 'x'.repeat(51) }],
    'must be less than 51 characters [json-pointer:/blocks/0/title]',
  ],
  [
    'three charts',
    many(3, () => chart([line('KES')])),
    'no more than 2 data_visualization blocks allowed [json-pointer:/blocks]',
  ],
  [
    'an alert',
    [{ type: 'alert', text: plain('x') }],
    'unsupported type: alert [json-pointer:/blocks/0/type]',
  ],
];

test.each(REFUSED)('a message with %s is refused, and Slack says where', async (_, blocks, problem) => {
  const { call, slack } = await startRig();
  const answer = await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks });
  expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks' });
  expect(messagesOf(answer)).toContain(`[ERROR] ${problem}`);
});

test('a chart of 21 points, and a label of 21 characters, are refused', async () => {
  const { call, slack } = await startRig();
  const labels = (all: Fields[]) => ({ categories: all.map(({ label }) => label) });
  for (const data of [points(21), points(3, (n) => `${n}`.repeat(21))]) {
    const blocks = [chart([line('KES', data)], labels(data))];
    expect((await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks })).error).toBe(
      'invalid_blocks',
    );
  }
});

test('a table and a chart at every limit are taken, and read as lines of text', async () => {
  const { call, slack } = await startRig();
  const most = points(20, (n) => `${n}`.padStart(20, '0'));
  const blocks = [
    table([header, ...many(100, () => [text('Amina'), number(1.5, 'KES 1.50')])], { page_size: 100 }),
    chart(
      many(6, (n) => line(`s${n}`, most)),
      { categories: most.map(({ label }) => label), y_label: 'KES' },
    ),
  ];
  const posted = await call('chat.postMessage', {
    channel: slack.channels.sales,
    text: 'x',
    blocks: blocks.slice(0, 1),
  });
  expect(posted.ok).toBe(true);
  const [message] = slack.messages(slack.channels.sales);
  expect(message && renderMessage(message)).toContain(
    '[table: By agent]\n| Agent | Amount |\n| Amina | KES 1.50 |\n',
  );
  expect(
    (await call('chat.postMessage', { channel: slack.channels.sales, text: 'x', blocks: blocks.slice(1) }))
      .ok,
  ).toBe(true);
  const [, drawn] = slack.messages(slack.channels.sales);
  expect(drawn && renderMessage(drawn)).toContain('[bar chart: KES by day]\ns0: 00000000000000000001 0, ');
});

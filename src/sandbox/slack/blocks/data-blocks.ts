// Blocks that show figures: a table that sorts and a chart. With the limits of both in one message.
import { asFieldsList, asList, asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { id } from './composition.ts';
import { richText } from './rich-text.ts';
import {
  all,
  also,
  byType,
  distinct,
  list,
  type Report,
  type Rule,
  shape,
  text,
  wholeNumber,
} from './schema.ts';

const MAX_TABLE_CHARACTERS = 10_000;
const MAX_CHARTS = 2;

const anyNumber: Rule = (value, at, report) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) report(at, 'must be a number');
};

const rawText = shape({ text: text(MAX_TABLE_CHARACTERS) });
const rawNumber = shape({ value: anyNumber, text: text(MAX_TABLE_CHARACTERS) });
const cell = byType({ raw_text: rawText, raw_number: rawNumber, rich_text: richText });

export const dataTable: Rule = all(
  shape(
    { caption: text(MAX_TABLE_CHARACTERS), rows: list(list(cell, 20), 101, 2) },
    { block_id: id, page_size: wholeNumber(1, 100) },
  ),
  also((table, at, report) => {
    const [header, ...rows] = asList(table.rows).map(asFieldsList);
    if (header?.some(({ type }) => type === 'rich_text')) report(`${at}/rows/0`, 'must not be rich_text');
    for (const [index, row] of rows.entries())
      if (row.length !== header?.length)
        report(`${at}/rows/${index + 1}`, 'must have as many cells as the first row');
  }),
);

const point = shape({ label: text(20), value: anyNumber });
const series = shape({ name: text(20), data: list(point, 20) });
const axes = shape({ categories: list(text(20), 20) }, { x_label: text(50), y_label: text(50) });

const barChart: Rule = all(
  shape({ series: all(list(series, 6), distinct('name')), axis_config: axes }),
  also((chart, at, report) => {
    const categories = isFields(chart.axis_config) ? asList(chart.axis_config.categories) : [];
    for (const [index, { data }] of asFieldsList(chart.series).entries()) {
      const labels = asFieldsList(data).map(({ label }) => label);
      if (JSON.stringify(labels) !== JSON.stringify(categories))
        report(`${at}/series/${index}/data`, 'must have the labels of axis_config.categories');
    }
  }),
);

export const dataVisualization: Rule = shape(
  {
    title: text(50),
    chart: byType({ bar: barChart }),
  },
  { block_id: id },
);

/** What only all blocks of a message together can break. */
export const dataLimits: Rule = (blocks, at, report: Report) => {
  const ofType = (type: string) => asFieldsList(blocks).filter((block) => block.type === type);
  if (ofType('data_visualization').length > MAX_CHARTS)
    report(at, `no more than ${MAX_CHARTS} data_visualization blocks allowed`);
  const characters = ofType('data_table').reduce((sum, table) => sum + charactersIn(table), 0);
  if (characters > MAX_TABLE_CHARACTERS)
    report(at, `no more than ${MAX_TABLE_CHARACTERS} characters allowed in all tables`);
};

function charactersIn(table: Fields): number {
  const textOf = (value: unknown): number =>
    Array.isArray(value)
      ? value.reduce((sum: number, one) => sum + textOf(one), 0)
      : isFields(value)
        ? asText(value.text).length + textOf(value.elements)
        : 0;
  return textOf(table.rows);
}

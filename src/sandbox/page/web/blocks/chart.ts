// The data_visualization block as a small picture of bars, with a table of the same figures for screen readers.
import { h, type JSX } from 'preact';
import { asText, type Fields, fieldsIn, fieldsOr } from '#sandbox/page/web/state/json.ts';

type Series = { readonly name: string; readonly values: readonly number[] };

/** Of the drawing's own units; the page scales it. */
const WIDTH = 400;
const HEIGHT = 150;
const BOTTOM = 22;
const TOP = 18;

export function chart(block: Fields): JSX.Element {
  const content = fieldsOr(block['chart']) ?? {};
  const title = asText(block['title']);
  const { labels, series } = seriesOf(content);
  const most = Math.max(1, ...series.flatMap(({ values }) => values));
  const step = WIDTH / Math.max(1, labels.length);
  const yOf = (value: number) => HEIGHT - BOTTOM - (Math.max(0, value) / most) * (HEIGHT - BOTTOM - TOP);
  const drawing = series.map(({ values }, index) =>
    values.map((value, at) => {
      const width = (step * 0.7) / series.length;
      const x = (at + 0.15) * step + index * width;
      const y = yOf(value);
      return h('rect', { class: `series-${index}`, x, y, width, height: HEIGHT - BOTTOM - y });
    }),
  );
  // Where labels would run into each other only some are written.
  const every = Math.ceil((labels.length * 52) / WIDTH);
  const names = labels.map((label, at) =>
    at % every === 0
      ? h('text', { x: (at + 0.5) * step, y: HEIGHT - 6, 'text-anchor': 'middle' }, label)
      : null,
  );
  return h(
    'figure',
    { class: 'chart' },
    h('figcaption', null, title),
    h(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
      h('text', { x: 0, y: 12 }, most.toLocaleString('en')),
      h('line', { x1: 0, x2: WIDTH, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
      drawing,
      names,
    ),
    h(
      'table',
      { class: 'visually-hidden' },
      h('caption', null, title),
      h(
        'thead',
        null,
        h('tr', null, h('td', null), ...series.map(({ name }) => h('th', { scope: 'col' }, name))),
      ),
      h(
        'tbody',
        null,
        labels.map((label, at) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, label),
            ...series.map(({ values }) => h('td', null, (values[at] ?? 0).toLocaleString('en'))),
          ),
        ),
      ),
    ),
  );
}

function seriesOf(content: Fields): { labels: string[]; series: Series[] } {
  const series = fieldsIn(content['series']);
  return {
    labels: fieldsIn(series[0]?.['data']).map(labelIn),
    series: series.map((one) => ({ name: asText(one['name']), values: fieldsIn(one['data']).map(valueIn) })),
  };
}

const labelIn = (point: Fields) => asText(point['label']);
const valueIn = (point: Fields) => Number(point['value']);

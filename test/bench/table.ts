// The figures as people read them, on the terminal and in docs/performance.md alike.
import type { Figure, Scale } from './figures.ts';

const PARTS: Record<Figure['part'], string> = {
  ack: 'Slack’s request to its ack',
  notification: 'notification to durable and answered',
  reply: 'notification to the reply in Slack',
  history: 'beside a long history',
  search: 'searches and saves',
  start: 'start and memory',
};

/** One table for each measurement, in Markdown. `measuredAt`: the day of each, which stands in its heading. */
export function tablesOf(figures: readonly Figure[], measuredAt: Results['measuredAt'] = {}): string {
  return Object.entries(PARTS)
    .flatMap(([part, name]) => {
      const own = figures.filter((figure) => figure.part === part);
      if (own.length === 0) return [];
      const day = measuredAt[part];
      const title = day === undefined ? name : `${name}, ${day}`;
      return [part === 'history' || part === 'search' ? historyTable(title, own) : plainTable(title, own)];
    })
    .join('\n');
}

export type Results = {
  /** For each measurement the day (yyyy-MM-dd): one may be repeated without the others. */
  readonly measuredAt: Readonly<Record<string, string>>;
  readonly machine: {
    readonly processor: string;
    readonly processors: number;
    readonly memoryGb: number;
    readonly system: string;
    readonly node: string;
  };
  readonly scale: Scale;
  readonly figures: readonly Figure[];
};

const [BEGIN, END] = ['<!-- Written by the bench. -->', '<!-- Up to here. -->'];

/** The page with these figures in the place of those that it has. Throws when it has no place for them. */
export function withFigures(page: string, { measuredAt, machine, figures }: Results): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the page has no place for the figures');
  const { processor, processors, memoryGb, node } = machine;
  const where = `Measured with ${processors} processors (${processor}), ${memoryGb} GB, Node ${node}. Medians of several rounds.`;
  return `${before}${BEGIN}\n${where}\n\n${tablesOf(figures, measuredAt)}${END}${after}`;
}

function plainTable(title: string, figures: readonly Figure[]): string {
  return `| ${title} | median | p50 · p99 | ratio | aim |\n|---|---|---|---|---|\n${figures.map(rowOf).join('\n')}\n`;
}

/** A row for what was measured, a column for each history. The ratio is that of the longest one. */
function historyTable(title: string, figures: readonly Figure[]): string {
  const sizes = [...new Set(figures.map(({ finished = 0 }) => finished))];
  const head = `| ${[title, ...sizes.map((size) => size.toLocaleString('en')), 'ratio', 'aim'].join(' | ')} |`;
  const rows = [...Map.groupBy(figures, ({ what }) => what)].map(([what, row]) => {
    const at = (size: number) => row.find(({ finished }) => finished === size);
    const values = sizes.map(at).map((figure) => (figure ? `${rounded(figure.value)} ${figure.unit}` : ''));
    return `| ${[what, ...values, ...judged(row.at(-1))].join(' | ')} |`;
  });
  return `${head}\n|${'---|'.repeat(sizes.length + 3)}\n${rows.join('\n')}\n`;
}

function rowOf(figure: Figure): string {
  const { what, unit, value, p50Ms, p99Ms } = figure;
  const spread = p50Ms === undefined || p99Ms === undefined ? '' : `${rounded(p50Ms)} · ${rounded(p99Ms)} ms`;
  return `| ${[what, `${rounded(value)} ${unit}`, spread, ...judged(figure)].join(' | ')} |`;
}

function judged(figure: Figure | undefined): string[] {
  if (figure?.ratio === undefined) return ['', ''];
  const { ratio, aim, reached } = figure;
  return [ratio.toFixed(2), aim === undefined ? '' : `${aim}${reached ? '' : ' (not reached)'}`];
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1_000 ? 3 : 2, useGrouping: true });
}

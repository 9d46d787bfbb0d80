// What the README tells whoever runs Teller, held against the code: its figures, its numbers, its log lines.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '#observability/metrics.ts';
import { type Results, withFigures } from './bench/table.ts';
import { codeIn, drawings, file, quotedIn, ROOT, readme, rows, section, tables } from './readme.ts';

const OPERATING = 'Operating it';
const source = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/sandbox/**'] })
  .map((path) => file(path))
  .join('\n');

describe('the performance that the README shows', () => {
  const results = JSON.parse(file('test/bench/results.json')) as Results;
  const { figures } = results;

  it('is what the last bench measured, to the digit, with the machine', () => {
    expect(withFigures(readme, results)).toBe(readme);
  });

  it('covers all five measurements, with both stores', () => {
    expect(new Set(figures.map(({ part }) => part)).size).toBe(5);
    for (const part of ['notice', 'reply', 'history'])
      for (const store of ['SQLite', 'Redis'])
        expect(figures.some((figure) => figure.part === part && figure.what.includes(store))).toBe(true);
  });
});

describe('the numbers that the README explains', () => {
  it('are Teller’s own on /metrics, each with its labels', async () => {
    const metrics = createMetrics();
    const { text } = await metrics.read();
    const own = [...text.matchAll(/^# TYPE (teller_\w+) /gm)].map(([, name = '']) => name);
    const shown = rows(OPERATING).filter(([name = '']) => name.startsWith('teller_'));
    expect(shown.map(([name]) => name).sort()).toEqual(own.sort());
    const labels = await Promise.all(
      [
        metrics.orders,
        metrics.notifications,
        metrics.announcements,
        metrics.tokenRenewals,
        metrics.slackLimits,
      ].map(async (metric) => {
        const { name } = await metric.get();
        return [name, 'labelNames' in metric ? (metric.labelNames as string[]) : []] as const;
      }),
    );
    for (const [name, names] of labels)
      expect(codeIn(shown.find(([shownName]) => shownName === name)?.[1] ?? ''), name).toEqual(names);
  });

  it('are those that its alerts ask for', async () => {
    const { text } = await createMetrics().read();
    const [rules = ''] = drawings(OPERATING, 'yaml');
    const asked = [...rules.matchAll(/\bteller_\w+/g)].map(([name]) => name);
    expect(asked).toContain('teller_outbox_age_seconds');
    for (const name of asked) expect(text).toContain(`# TYPE ${name} `);
  });
});

describe('the log lines that the README explains', () => {
  const cells = tables(OPERATING).map(([first = '']) => first);

  it('are lines that Teller writes', () => {
    const quoted = cells.flatMap(quotedIn);
    expect(quoted.length).toBeGreaterThan(4);
    for (const line of quoted) expect(source).toContain(line);
  });

  it('are all of those that say what failed', () => {
    const said = [...source.matchAll(/\b(?:record|failed)\([^()]*what: '([^']+)'/g)].map(
      ([, what = '']) => what,
    );
    expect(said.length).toBeGreaterThan(4);
    for (const what of said) expect(cells.join('\n')).toContain(`\`${what}\``);
  });
});

it('names container files that exist', () => {
  expect(codeIn(section(OPERATING))).toContain('compose.yaml');
  expect(file(join('compose.yaml'))).toContain('services:');
});

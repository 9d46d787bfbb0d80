// docs/alerts.yml watches series that Teller has, in the right way. Prometheus' own promtool, where the machine has it, tries
// when the rules fire.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#observability/metrics.ts';
import { file, ROOT } from './documents.ts';

type Rule = { record?: string; alert?: string; expr: string };

const { groups } = parse(file('docs/alerts.yml')) as { groups: { rules: Rule[] }[] };
const expressions = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));

it('Alert rules: each watches a series of /metrics, a counter from its first 0', async () => {
  const { text } = await createMetrics().read();
  const names = expressions.flatMap((expr) => expr.match(/\bteller_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(text).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `);
  for (const expr of expressions)
    for (const [, series = ''] of expr.matchAll(/(?:increase|rate)\((teller_\w+(?:\{[^}]*\})?)/g)) {
      const [name = '', labels = ''] = series.replace(/le=~"[^"]+",?/, '').split(/[{}]/);
      expect(text).toMatch(new RegExp(`^${name}(\\{[^}]*${labels}[^}]*\\})? 0$`, 'm'));
    }
});

it.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
  'Alert rules: promtool finds that each fires when it should and not before',
  () => {
    const run = spawnSync('promtool', ['test', 'rules', join(ROOT, 'test/docs/alerts.promtool.yml')]);
    expect(`${run.stdout}${run.stderr}`).toContain('SUCCESS');
    expect(run.status).toBe(0);
  },
);

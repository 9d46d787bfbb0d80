// docs/alerts.yml: every alert is explained, every recorded series is there, and the rules fire when they should. The last is
// tried with Prometheus' own promtool, where the machine has it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#observability/metrics.ts';
import { documentAt, file, ROOT } from './documents.ts';

type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string };
};

const { groups } = parse(file('docs/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const operations = documentAt('docs/operations.md');

const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

describe('the alerts in docs/alerts.yml', () => {
  it('are each explained in docs/operations.md, with what to do, and no other is', () => {
    const explained = operations.rows('Alerts');
    expect(explained.map(([name]) => name)).toEqual(alerts.map(({ alert }) => alert));
    for (const [name, says = '', mend = ''] of explained)
      expect([name, says.length > 20, mend.length > 10]).toEqual([name, true, true]);
  });

  it('have a severity and a sentence each', () => {
    for (const { alert = '', labels, annotations } of alerts) {
      expect(['page', 'ticket'], alert).toContain(labels?.severity);
      expect(annotations?.summary, alert).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('watch what is stuck: a store that is away, unknown outcomes, failing checks, news that is not delivered', () => {
    const watched = alerts.map(({ expr }) => expr).join('\n');
    for (const name of [
      'teller_store_up',
      'teller_orders_outcome_unknown',
      'teller_checks_total',
      'teller_outbox_age_seconds',
      'teller_news_given_up_total',
    ])
      expect(watched).toContain(name);
  });

  it('take the largest of what every Teller on one store shows, the least of whether it can use the store, and add up what each one counts', async () => {
    const { text } = await createMetrics().read();
    const gauges = [...text.matchAll(/^# TYPE (teller_\w+) gauge$/gm)].map(([, name = '']) => name);
    expect(gauges.length).toBeGreaterThan(2);
    for (const { expr } of rules)
      for (const [whole, name = ''] of expr.matchAll(/(teller_\w+)/g)) {
        const before = expr.slice(0, expr.indexOf(whole));
        // Of the store's being there the worst counts: each Teller has its own way to it.
        const one = name === 'teller_store_up' ? /(min|absent)\($/ : /max\($/;
        const wanted = gauges.includes(name) ? one : /sum\((rate\(|increase\()?$/;
        expect(before, expr).toMatch(wanted);
      }
  });

  it('use recorded series that are recorded, and use each of them', () => {
    const recorded = rules.flatMap(({ record }) => record ?? []);
    const used = new Set(alerts.flatMap(({ expr }) => expr.match(/\bteller:\w+:\w+/g) ?? []));
    expect(recorded.sort()).toEqual([...used].sort());
  });

  it('measure the objectives in buckets that the metrics have, and that Prometheus 3 keeps as 3.0, 5.0 and 60.0', async () => {
    const metrics = createMetrics();
    metrics.paymentsTold.observe(1);
    const { text } = await metrics.read();
    const measured = rules.flatMap(({ expr }) => [
      ...expr.matchAll(/(teller_\w+)_bucket\{le=~"(\d+)\|\2\.0"/g),
    ]);
    expect(new Set(measured.map(([, , le]) => le))).toEqual(new Set(['3', '5', '60']));
    expect(rules.filter(({ expr }) => /\ble="/.test(expr))).toEqual([]);
    for (const [, name = '', le = ''] of measured)
      expect(text).toMatch(new RegExp(`^${name}_bucket\\{le="${le}"[,}]`, 'm'));
    expect(operations.section('Alerts')).toMatch(/99\.99 % .* 3 s[\s\S]*99 % .* 5 s.* 99\.9 % within 60 s/);
  });

  it('begin with 0 where they watch for an increase, because Prometheus does not see the first one otherwise', async () => {
    const { text } = await createMetrics().read();
    const watched = rules.flatMap(({ expr }) => [
      ...expr.matchAll(/(?:increase|rate)\((teller_\w+(?:\{[^}]*\})?)/g),
    ]);
    expect(watched.length).toBeGreaterThan(5);
    for (const [, series = ''] of watched) {
      const [name = '', labels = ''] = series.replace(/le=~"[^"]+",?/, '').split(/[{}]/);
      expect(text).toMatch(new RegExp(`^${name}(\\{[^}]*${labels}[^}]*\\})? 0$`, 'm'));
    }
  });

  it.skipIf(!HAS_PROMTOOL)('fire when they should and not before, as promtool finds', () => {
    const run = spawnSync('promtool', ['test', 'rules', join(ROOT, 'test/docs/alerts.promtool.yml')]);
    expect(`${run.stdout}${run.stderr}`).toContain('SUCCESS');
    expect(run.status).toBe(0);
  });
});

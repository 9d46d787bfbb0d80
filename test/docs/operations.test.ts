// What docs/operations.md and docs/performance.md tell whoever runs Teller, compared with the code: metrics, log lines,
// what to do when something goes wrong, and the measured figures.
import { describe, expect, it } from 'vitest';
import { CHECKS } from '#doctor/checked.ts';
import { createMetrics } from '#observability/metrics.ts';
import { type Results, withFigures } from '#test/bench/table.ts';
import { codeIn, documentAt, file, quotedIn, source } from './documents.ts';

const operations = documentAt('docs/operations.md');
const performance = documentAt('docs/performance.md');
const METRICS = 'Metrics';

describe('the figures in docs/performance.md', () => {
  const results = JSON.parse(file('test/bench/results.json')) as Results;
  const { figures } = results;

  it('are those that the last bench measured, to the digit, with the machine', () => {
    expect(withFigures(performance.text, results)).toBe(performance.text);
  });

  it('cover all six measurements, with both stores', () => {
    expect(new Set(figures.map(({ part }) => part)).size).toBe(6);
    for (const part of ['notification', 'reply', 'history', 'search'])
      for (const store of ['SQLite', 'Redis'])
        expect(figures.some((figure) => figure.part === part && figure.what.includes(store))).toBe(true);
  });
});

describe('the metrics in docs/operations.md', () => {
  it('are Teller’s own on /metrics, each with its labels', async () => {
    const metrics = createMetrics();
    const { text } = await metrics.read();
    const own = [...text.matchAll(/^# TYPE (teller_\w+) /gm)].map(([, name = '']) => name);
    const shown = operations.rows(METRICS).filter(([name = '']) => name.startsWith('teller_'));
    expect(shown.map(([name]) => name).sort()).toEqual(own.sort());
    const labels = await Promise.all(
      [
        metrics.orders,
        metrics.notifications,
        metrics.announcements,
        metrics.tokenRenewals,
        metrics.slackLimits,
        metrics.refusedSaves,
        metrics.checks,
        metrics.newsGivenUp,
        metrics.slackAnswers,
        metrics.paymentsTold,
      ].map(async (metric) => {
        const { name } = await metric.get();
        return [name, 'labelNames' in metric ? (metric.labelNames as string[]) : []] as const;
      }),
    );
    const gauges = [...text.matchAll(/^# TYPE (teller_\w+) gauge$/gm)].map(
      ([, name = '']) => [name, []] as const,
    );
    expect(gauges.length).toBe(4);
    for (const [name, names] of [...labels, ...gauges])
      expect(codeIn(shown.find(([shownName]) => shownName === name)?.[1] ?? ''), name).toEqual(names);
  });

  it('are the only ones that the page names, in its alerts as well', async () => {
    const { text } = await createMetrics().read();
    const rules = file('docs/alerts.yml');
    expect(rules).toContain('teller_outbox_age_seconds');
    const named = [...`${operations.text}${rules}`.matchAll(/\bteller_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count)$/, ''),
    );
    expect(named.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });

  it('have a result for everything that can become of a notification', () => {
    const named = codeIn(operations.rowOf(METRICS, '`teller_notifications_total`')[2] ?? '');
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((result) => !source.includes(`'${result}'`))).toEqual([]);
  });
});

describe('the log lines in docs/operations.md', () => {
  const cells = operations.tables('Logs').map(([first = '']) => first);

  it('are lines that Teller writes', () => {
    const quoted = cells.flatMap(quotedIn);
    expect(quoted.length).toBeGreaterThan(4);
    expect(quoted.filter((line) => !source.includes(line))).toEqual([]);
  });

  it('are all of those that say what failed', () => {
    const said = [...source.matchAll(/\{[^{}]*\bwhat: '([^'.]+)'[^{}]*\}\)/g)].map(([, what = '']) => what);
    expect(said.length).toBeGreaterThan(4);
    for (const what of said) expect(cells.join('\n')).toContain(`\`${what}\``);
    const explained = cells.filter((cell) => cell.includes('`what`')).flatMap(codeIn);
    expect(explained.filter((words) => words.includes(' ') && !said.includes(words))).toEqual([]);
  });

  it('say what stands beside the incident of each way to begin something, and nothing that stands there never', () => {
    const abouts = source.matchAll(
      /\babout(?:: \{| = \{ \.\.\.written\.about,) (?!readonly|reference)(\w+)(?:: '([^']+)')?/g,
    );
    const beside = new Set(
      [...abouts].flatMap(([, key = '', value = '']) => (key === 'from' ? [key, value] : [key])),
    );
    expect([...beside]).toEqual(expect.arrayContaining(['from', 'mention', 'word', 'action', 'step']));
    const row = operations.tables('Logs').find(([, means = '']) => means.startsWith('that task failed'));
    // Forms are also logged by their tasks.
    expect(codeIn(row?.[0] ?? '').filter((named) => !beside.has(named))).toEqual(['form']);
    for (const key of beside) expect(cells.join('\n')).toContain(`\`${key}\``);
  });

  it('say in each row what it means by itself, unless the row above is about the same', () => {
    const rows = operations.tables('Logs');
    const leaning = rows.filter(([, means = '']) => means.startsWith('the same')).map(([line = '']) => line);
    expect(leaning).toEqual([
      '`what`: `nobody caught an exception; stopping`',
      '*Older orders cannot be made due for erasing now; trying again*',
    ]);
  });
});

it('docs/operations.md names every address that Teller answers, and no other', () => {
  const server = file('src/web/server.ts');
  const routes = [...server.matchAll(/'(\/[a-z/]+)': ?\{/g)].map(([, path = '']) => path);
  const [, secret = ''] = /pathname\.replace\(\/\\\/\((.*?)\)/.exec(server) ?? [];
  const withSecrets = [...secret.matchAll(/\w+/g)].map(([name]) => `/${name}/`);
  expect(withSecrets).toContain('/ipn/');
  const named = operations
    .tables('What Teller answers over HTTP')
    .flatMap(([cell = '']) => codeIn(cell))
    .flatMap((code) => /(?:^| )(\/[a-z/]+)/.exec(code)?.[1] ?? []);
  expect(routes.length).toBeGreaterThan(5);
  expect(named.sort()).toEqual([...routes, ...withSecrets].sort());
});

it('docs/operations.md names container files that exist', () => {
  expect(codeIn(operations.section('Containers'))).toContain('compose.yaml');
  expect(file('compose.yaml')).toContain('services:');
});

describe('what docs/operations.md says when something goes wrong', () => {
  const TROUBLE = 'When something goes wrong';
  const troubles = operations
    .tables(TROUBLE)
    .map(([seen = '', means = '', mend = '']) => ({ seen, means, mend }));

  it('explains every fault that /readyz can name, and no other', () => {
    const ofStore = file('src/store/why-unusable.ts').match(/(?<=['`])the store cannot be \w+:?/g) ?? [];
    const others = [...file('src/bot.ts').matchAll(/^ {6}\['([^']+)', /gm)].map(([, fault]) => fault);
    const faults = [...ofStore, ...others];
    const explained = troubles
      .filter(({ seen }) => seen.startsWith('`/readyz`:'))
      .flatMap(({ seen }) => quotedIn(seen));
    expect(faults.length).toBeGreaterThan(3);
    expect(explained.sort()).toEqual(faults.sort());
  });

  it('quotes only what Teller really says', () => {
    const quoted = troubles.flatMap(({ seen }) => quotedIn(seen));
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter((words) => !source.includes(words))).toEqual([]);
  });

  it('says for each what to do', () => {
    expect(troubles.length).toBeGreaterThan(20);
    for (const { seen, mend } of troubles) expect(mend, seen).not.toBe('');
  });
});

describe('what docs/operations.md says of the doctor', () => {
  const rows = operations.tables('Before the start').slice(1);

  it('has a row for each of its checks, and for no other, in the order of its table', () => {
    expect(rows.flatMap(([check = '']) => quotedIn(check))).toEqual([...CHECKS]);
  });

  it('says for each what is looked at and what to do', () => {
    for (const [check, looked, mend] of rows) {
      expect(looked, check).not.toBe('');
      expect(mend, check).not.toBe('');
    }
  });

  it('names the fields that its JSON has', () => {
    const named = codeIn(operations.section('Before the start'));
    for (const field of ['isGood', 'findings', 'check', 'status', 'found', 'next'])
      expect(named).toContain(field);
  });
});

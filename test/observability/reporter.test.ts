// Lasting faults: one line for each change of state, and what to do beside an error.
import { expect, test } from 'vitest';
import { createLog } from '#observability/log.ts';
import { createReporter } from '#observability/reporter.ts';

type Line = { level: string; msg: string; hint?: string };

function start(hintOf?: (error: unknown) => string | undefined) {
  const lines: Line[] = [];
  const log = createLog('info', [], { write: (line) => lines.push(JSON.parse(line) as Line) });
  const read = () => lines.splice(0).map(({ level, msg }) => `${level} ${msg}`);
  return { reporter: createReporter(log, hintOf), read, lines };
}

test('what fails again and again is logged once, and again when its reason changes', () => {
  const { reporter, read } = start();
  for (let tries = 0; tries < 5; tries += 1) reporter.failing('service', 'No way out.', new Error('no'));
  expect(read()).toEqual(['warn No way out.']);
  reporter.failing('service', 'Wrong keys.');
  expect(read()).toEqual(['warn Wrong keys.']);
});

test('what works is logged at first and after it failed, and then it may fail again', () => {
  const { reporter, read } = start();
  for (let tries = 0; tries < 3; tries += 1) reporter.working('service', 'It answers');
  reporter.failing('service', 'No way out.');
  reporter.working('service', 'It answers');
  reporter.working('service', 'It answers');
  reporter.failing('service', 'No way out.');
  expect(read()).toEqual(['info It answers', 'warn No way out.', 'info It answers', 'warn No way out.']);
});

test('two things that fail for the same reason are one line', () => {
  const { reporter, read } = start();
  reporter.failing('bot', 'Slack cannot be reached.');
  reporter.failing('socket', 'Slack cannot be reached.');
  expect(read()).toEqual(['warn Slack cannot be reached.']);
});

test('an error is logged with a hint where one is known', () => {
  const { reporter, lines } = start((error) =>
    String(error).includes('scope') ? 'Add the scope.' : undefined,
  );
  reporter.error(new Error('no scope'), {});
  reporter.warn('it failed', { err: new Error('no scope') });
  reporter.error(new Error('a bug'), {});
  reporter.warn('odd');
  reporter.error(new Error('an answer could not be posted', { cause: new Error('no scope') }), {});
  const known = 'Add the scope.';
  expect(lines.map(({ hint }) => hint)).toEqual([known, known, undefined, undefined, known]);
});

// The files of tests that vitest.config.ts and test/longest-first.ts name are there: a name that fits none would leave a file out
// of a run, or let it start last, without a word.
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { file, ROOT } from './docs/documents.ts';

const tests = globSync('test/**/*.test.ts', { cwd: ROOT });

/** What stands in quotation marks in the list of this name. */
function listed(path: string, name: string): string[] {
  const [, list = ''] = file(path).split(`const ${name} = [`);
  return [...list.slice(0, list.indexOf('];')).matchAll(/'([^']+)'/g)].map(([, text = '']) => text);
}

/** `a/{b,c}` is `a/b` and `a/c`. */
function alternatives(pattern: string): string[] {
  const [all, before = '', inside = '', after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? [];
  if (all === undefined) return [pattern];
  return inside.split(',').flatMap((one) => alternatives(`${before}${one}${after}`));
}

describe('vitest.config.ts', () => {
  it.each(['SLOW', 'LEFT_OUT_OF_SHORT', 'CORE_JOURNEYS', 'SHORT_OVER_SOCKET'])(
    'names a file with each alternative of %s',
    (list) => {
      const patterns = listed('vitest.config.ts', list).flatMap(alternatives);
      expect(patterns.length).toBeGreaterThan(4);
      expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
    },
  );
});

it('test/longest-first.ts names a part of the path of a file with each of its names', () => {
  const parts = listed('test/longest-first.ts', 'LONG');
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => !tests.some((path) => path.includes(part)))).toEqual([]);
});

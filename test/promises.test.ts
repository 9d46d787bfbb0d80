// Each test that promises.md names exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

type Row = { readonly promise: string; readonly path: string; readonly title: string };

/** Rows of three cells; `\|` is a bar within a cell. */
const rows: Row[] = [...read('promises.md').matchAll(/^\| (.+) \|$/gm)].flatMap(([, row = '']) => {
  const [promise = '', path = '', title = ''] = row
    .split(/ (?<!\\)\| /)
    .map((cell) => cell.replaceAll('\\|', '|'));
  return promise === 'Promise' || /^-+$/.test(promise) ? [] : [{ promise, path, title }];
});

it('Promises: each row names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(({ path, title }) => !hasTest(path, title))).toEqual([]);
});

it('Promises: a test that is not there is found', () => {
  expect(hasTest('promises.test.ts', 'Promises: each row names a test that exists')).toBe(true);
  expect(hasTest('promises.test.ts', `Promises: ${'gone'}`)).toBe(false);
  expect(hasTest('gone.test.ts', 'Promises: each row names a test that exists')).toBe(false);
});

/** Titles stand between quotes, or before a part that a table or a condition fills in. */
function hasTest(path: string, title: string): boolean {
  if (!existsSync(join(import.meta.dirname, path))) return false;
  const source = read(path).replace(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some(
    (quote) => source.includes(quote + title + quote) || source.includes(`${quote}${title}\${`),
  );
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8');
}

// Every link leads somewhere: those of the documents, and the places that code, manifest and settings name in the documents.
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCUMENTS, file, ROOT } from './documents.ts';

type Link = { readonly page: string; readonly anchor: string };

const FILES = [
  ...globSync('{src,test}/**/*.{ts,tsx}', { cwd: ROOT }),
  'manifest.yml',
  'compose.yaml',
  'Dockerfile',
  '.env.example',
  '.ci/run',
];

it('Links: each leads to a file and a heading that exist', () => {
  const linked = [
    ...[...DOCUMENTS, 'CHANGELOG.md'].flatMap((from) => linksOf(from, withoutCode(file(from)))),
    ...FILES.flatMap((from) => placesIn(from, file(from))),
  ];
  expect(linked.length).toBeGreaterThan(100);
  expect(linked.flatMap(({ from, ...link }) => (isThere(link) ? [] : [{ from, ...link }]))).toEqual([]);
});

it('Links: a missing file and a missing heading are found', () => {
  const text = '[a](usage.md) [b](gone.md) [c](#gone) ![d](../README.md#settings) [e](https://m.test/n)';
  expect(linksOf('docs/usage.md', text).map(isThere)).toEqual([true, false, false, true]);
  expect(placesIn('src/a.ts', `// docs/usage.md and docs/usage.md${'#gone'}.`).map(isThere)).toEqual([
    true,
    false,
  ]);
});

function isThere({ page, anchor }: Link): boolean {
  return existsSync(join(ROOT, page)) && (anchor === '' || anchorsOf(file(page)).includes(anchor));
}

/** Relative links of Markdown. */
function linksOf(from: string, text: string): (Link & { from: string })[] {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return [];
    const [target = '', anchor = ''] = address.split('#');
    return [{ from, page: target === '' ? from : join(dirname(from), target), anchor }];
  });
}

function placesIn(from: string, text: string): (Link & { from: string })[] {
  return [...text.matchAll(/\b(docs\/[\w-]+\.(?:md|yml)|(?:README|CHANGELOG)\.md)(?:#([\w-]+))?/g)].map(
    ([, page = '', anchor = '']) => ({ from, page, anchor }),
  );
}

/** Lower case, without punctuation, spaces as hyphens; a heading that comes again gets a number. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

// Every link of README, docs/ and the changelog leads somewhere: to a file, and to a heading in it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, file, ROOT } from './documents.ts';

const TEXTS = [...DOCUMENTS, 'CHANGELOG.md'];

describe.each(TEXTS)('%s', (path) => {
  const links = linksIn(file(path));

  it('links only to files that exist', () => {
    const missing = links.filter(({ target }) => target && !existsSync(join(ROOT, dirname(path), target)));
    expect(missing).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const missing = links.filter(({ target, anchor }) => {
      if (!anchor) return false;
      const page = target ? join(dirname(path), target) : path;
      return !anchorsOf(file(page)).includes(anchor);
    });
    expect(missing).toEqual([]);
  });
});

describe('the reader of links', () => {
  it('sees links and pictures, relative ones only, with their anchors', () => {
    const text =
      '[a](b.md) ![c](d/e.png) [f](#g-h) [i](../j.md#k) [l](https://m.test/n)\n```\n[o](p.md)\n```\n';
    expect(linksIn(text)).toEqual([
      { target: 'b.md', anchor: '' },
      { target: 'd/e.png', anchor: '' },
      { target: '', anchor: 'g-h' },
      { target: '../j.md', anchor: 'k' },
    ]);
  });

  it('makes anchors as hosts of Markdown do', () => {
    const text =
      '# How does a PIN prompt work?\n## `a.ts` and b\n## Twice\n```\n# no heading\n```\n### Twice\n';
    expect(anchorsOf(text)).toEqual(['how-does-a-pin-prompt-work', 'ats-and-b', 'twice', 'twice-1']);
  });
});

type Link = { readonly target: string; readonly anchor: string };

/** Relative links. `target` is empty for a link within the page. */
function linksIn(text: string): Link[] {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return [];
    const [target = '', anchor = ''] = address.split('#');
    return [{ target, anchor }];
  });
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

// The README: its parts and their order, its size, and the sandbox that it leads to.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentAt, file, quotedIn, ROOT } from './documents.ts';

const readme = documentAt('README.md');

describe('the README', () => {
  it('has its parts in the order in which a newcomer needs them', () => {
    expect([...readme.sections.keys()]).toEqual([
      'Try it in two minutes',
      'Put it in your workspace',
      'What people can do',
      'Settings',
      'Where to read on',
      'Licence',
    ]);
  });

  it('opens with one sentence and a picture of a card and its thread', () => {
    const [title, sentence = '', picture = ''] = readme.text.split('\n\n');
    expect(title).toBe('# Teller');
    expect(sentence).toMatch(/^Teller is a Slack app [^.]+\.$/);
    const [, path = ''] = /^!\[[^\]]{20,}\]\(([^)]+)\)$/.exec(picture) ?? [];
    expect(path).toMatch(/card-and-thread\.png$/);
    expect(existsSync(join(ROOT, path))).toBe(true);
  });

  it('is at most 12 KB', () => {
    expect(Buffer.byteLength(readme.text)).toBeLessThanOrEqual(12_288);
  });

  it('has one table for what people can do and one for the settings', () => {
    for (const title of ['What people can do', 'Settings'])
      expect(readme.section(title).match(/^\|---/gm), title).toHaveLength(1);
  });

  it('leads to every page of docs/', () => {
    const pages = globSync('docs/*.md', { cwd: ROOT });
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) expect(readme.section('Where to read on')).toContain(`](${page})`);
  });

  it('says how to run the tests', () => {
    expect(readme.text).toContain('`npm ci && npm test`');
  });

  it('names only buttons, tabs and titles that the sandbox has', () => {
    const shown = globSync('src/{sandbox/page,slack}/**/*.{ts,tsx,js,html}', { cwd: ROOT })
      .map(file)
      .join('\n');
    const named = quotedIn(readme.section('Try it in two minutes').replace(/!\[.*?\]\(.*?\)/g, ''));
    expect(named).toEqual(expect.arrayContaining(['Try a PIN prompt', 'Send prompt', 'Paid', 'Faults']));
    for (const words of named) expect(shown, words).toMatch(new RegExp(`['"\`>]${words}['"\`<]`));
  });
});

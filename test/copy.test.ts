// What people read avoids expressions that native readers found odd: everything shown in Slack, the pages of customers, texts of
// the terminal, the manifest, the settings' example and the documents.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { everySample } from './slack/every-sample.ts';

const ROOT = join(import.meta.dirname, '..');

/** DESIGN.md (Voice) has what to write in their place. */
const ODD =
  /\b(told|hears of|stands here|all the same|asks? to pay|asked to pay|pay(?:s|ing)? back|paid back|teller knows|does instead|of before|may mean several things)\b/i;

const oddIn = (text: string) => text.split('\n').filter((line) => ODD.test(line));

/** Strings and templates of a TypeScript file that have several words. Expressions in templates are left out. */
function sentencesOf(source: string): string {
  const tokens =
    source.match(/\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g) ??
    [];
  return tokens
    .filter((token) => !token.startsWith('/') && token.includes(' '))
    .map((token) => token.replace(/\$\{[^}]*\}/g, '…').replaceAll('\n', ' '))
    .join('\n');
}

/** Every `text` within, in order, so that a sentence made of pieces is read as one. */
function textIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const own = 'text' in value && typeof value.text === 'string' ? value.text : '';
  const within = Object.values(value).map(textIn).join('');
  const isElement =
    'type' in value && ['text', 'link', 'user', 'channel', 'emoji'].includes(String(value.type));
  return own + within + (isElement ? '' : '\n');
}

test.each(everySample())('Copy: “$name” has no odd expression', ({ content }) => {
  const text = textIn(content);
  expect(text.trim()).not.toBe('');
  expect(oddIn(text)).toEqual([]);
});

describe('Copy: what else people read has no odd expression', () => {
  it.each(globSync('src/**/*.{ts,tsx}', { cwd: ROOT }))('%s', (path) => {
    expect(oddIn(sentencesOf(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  it.each(['README.md', 'CHANGELOG.md', 'manifest.yml', '.env.example', 'compose.yaml', 'Dockerfile'])(
    '%s',
    (path) => expect(oddIn(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]),
  );

  it.each(globSync('docs/*.{md,yml}', { cwd: ROOT, exclude: ['docs/SPEC.md'] }))('%s', (path) => {
    expect(oddIn(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });
});

it('Copy: an odd expression is found in a literal and in a sample of pieces', () => {
  expect(oddIn(sentencesOf("const a = 'The agent is told.'; // It is told."))).toEqual([
    "'The agent is told.'",
  ]);
  const pieces = [
    { type: 'text', text: 'KES 1,500 pa' },
    { type: 'text', text: 'id back' },
  ];
  expect(oddIn(textIn({ type: 'rich_text', elements: pieces }))).toEqual(['KES 1,500 paid back']);
});

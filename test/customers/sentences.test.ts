// Every sentence in every language: there, with its values, and no copy of another language's.
import { expect, test } from 'vitest';
import { SENTENCES } from '#customers/sentences.ts';
import { LANGUAGES } from '#orders/order.ts';

/** Functions of one or two texts, and those of an object; each value is a word that stands nowhere else. */
const VALUES = { merchant: 'MERCHANT', money: 'MONEY', what: 'WHAT', url: 'URL', until: 'UNTIL' };

/** Each sentence with its path, made with its values, and the values that it has to have. */
function sentencesIn(node: unknown, path: string): [path: string, text: string, values: string[]][] {
  if (typeof node === 'string') return [[path, node, []]];
  if (typeof node === 'function') {
    if (path.startsWith('share.')) {
      const values = path === 'share.receipt' ? ['MERCHANT', 'MONEY', 'URL'] : Object.values(VALUES);
      return [[path, String(node(VALUES)), values]];
    }
    const values = ['FIRST', 'SECOND'].slice(0, node.length);
    return [[path, String(node(...values)), values]];
  }
  return Object.entries(node ?? {}).flatMap(([key, value]) =>
    sentencesIn(value, path ? `${path}.${key}` : key),
  );
}

test.each(LANGUAGES)(
  'every sentence stands in %s with its values, and ends as a sentence does',
  (language) => {
    const sentences = sentencesIn(SENTENCES[language], '');
    expect(sentences.length).toBeGreaterThan(25);
    for (const [path, text, values] of sentences) {
      expect(text.trim(), path).toBe(text);
      expect(text.length, path).toBeGreaterThan(2);
      for (const value of values) expect(text.split(value), path).toHaveLength(2);
      expect(text, path).not.toMatch(/undefined|\[object|\$\{| {2}/);
      if (!/title|labels|partOf|share/.test(path)) expect(text, path).toMatch(/\.$/);
      if (path.startsWith('share')) expect(text, path).toMatch(/ URL$/);
    }
  },
);

test('no two languages have a sentence in common', () => {
  const [english = [], ...others] = LANGUAGES.map((language) => sentencesIn(SENTENCES[language], ''));
  for (const other of others)
    for (const [at, [path, text]] of other.entries()) {
      expect(english[at]?.[0]).toBe(path);
      expect(text, path).not.toBe(english[at]?.[1]);
    }
});

test('French writes no space before a mark at which a line could break', () => {
  for (const [path, text] of sentencesIn(SENTENCES.fr, '')) expect(text, path).not.toMatch(/ [:!?;]/);
});

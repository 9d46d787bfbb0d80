// The reader of manifest.yml, which reads as much of YAML as the manifest needs.
import { describe, expect, it } from 'vitest';
import { readYaml } from './manifest.ts';

describe('the reader of the manifest', () => {
  it('the reader of the manifest reads maps, lists of both kinds, and plain values', () => {
    const text =
      '# note\na:\n  b: true\n  c: "x: #y"\n  d:\n    - e\n    - f:g\n  h:\n    - i: 1a\n      j: k\nl: m n\n';
    expect(readYaml(text)).toEqual({
      a: { b: true, c: 'x: #y', d: ['e', 'f:g'], h: [{ i: '1a', j: 'k' }] },
      l: 'm n',
    });
  });

  it.each([
    'a: [b]',
    'a: &b c',
    'a: 12',
    'a: yes',
    'a:',
    'a: b\na: c',
    '  a: b\nc: d',
    'a: b # c',
    '\ta: b',
    'a',
  ])('the reader of the manifest throws at %j', (text) => {
    expect(() => readYaml(text)).toThrow();
  });
});

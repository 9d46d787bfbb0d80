// docs/SPEC.md, the published interface of the payment service: the map of what proves it (test/spec/) follows its headings.
import { expect, it } from 'vitest';
import { HEADINGS } from '#test/spec/headings.ts';
import { file } from './documents.ts';

it('docs/SPEC.md has the headings of the map that names the proof of each clause, in its order', () => {
  const headings = [...file('docs/SPEC.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([...HEADINGS]);
});

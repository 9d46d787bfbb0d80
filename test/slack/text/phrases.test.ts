// A phrase that journeys only rule out must be one that Teller can say. Otherwise a reworded sentence would pass unseen.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SAYS } from './phrases.ts';

const textOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const plain = (text: string) => text.replace(/[*`]/g, '').replace(/\s+/g, ' ');

it('Phrases: what journeys only rule out is in the text of Teller', () => {
  const asserted = textOf('test/journeys').replace(/^.*\.not\..*$/gm, '');
  const names = new Set([...asserted.matchAll(/SAYS\.(\w+)/g)].map(([, name]) => name));
  const ruledOut = Object.entries(SAYS).filter(([name]) => !names.has(name));
  expect(ruledOut.length).toBeGreaterThan(0);
  const teller = plain(textOf('src/slack') + textOf('src/customers'));
  const unknown = ruledOut.filter(([, says]) => typeof says === 'string' && !teller.includes(plain(says)));
  expect(unknown).toEqual([]);
});

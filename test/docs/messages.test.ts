// docs/messages.md says how much there is to read in each message, now and before it was made shorter. Newer ones have no before.
import { expect, it } from 'vitest';
import { messages, outcomes, sizeOf } from '#test/slack/samples.ts';
import { documentAt } from './documents.ts';

const [, ...rows] = documentAt('docs/messages.md').tables('Lines and characters');

it('docs/messages.md has the lines and characters of every message as they are now', () => {
  const written = rows.map(([name = '', , , lines = '', characters = '']) => [
    name,
    { lines: Number(lines), characters: Number(characters) },
  ]);
  const made = Object.entries({ ...messages(), ...outcomes() });
  expect(Object.fromEntries(written)).toEqual(
    Object.fromEntries(made.map(([name, one]) => [name, sizeOf(one)])),
  );
});

it('no message has more lines than before', () => {
  const older = rows.filter(([, before]) => before !== '–');
  expect(older.length).toBeGreaterThan(30);
  for (const [name = '', before = '', , after = ''] of older)
    expect(Number(after), name).toBeLessThanOrEqual(Number(before));
});

it('no card has more than five lines', () => {
  for (const [name = '', , , after = ''] of rows.filter(([row]) => row?.startsWith('Card, ')))
    expect(Number(after), name).toBeLessThanOrEqual(5);
});

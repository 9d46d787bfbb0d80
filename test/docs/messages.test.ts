// docs/messages.md says how much there is to read in each message, now and before it was made shorter. Newer ones have no before.
import { expect, it } from 'vitest';
import { answerSamples } from '#test/slack/answer-samples.ts';
import { listSamples } from '#test/slack/every-sample.ts';
import { messages, outcomes } from '#test/slack/samples.ts';
import { sizeOf } from '#test/slack/size-of.ts';
import { documentAt } from './documents.ts';

const document = documentAt('docs/messages.md');
const [, ...rows] = document.tables('Lines and characters');
const [, ...lists] = document.tables('Lists, Home, digest and report');

it('docs/messages.md has the lines and characters of every message, list and report as they are now', () => {
  const written = [...rows, ...lists].map(([name = '', , , lines = '', characters = '']) => [
    name,
    { lines: Number(lines), characters: Number(characters) },
  ]);
  // Help grows with each word that Teller learns.
  const { Help, ...shown } = listSamples();
  const made = Object.entries({ ...messages(), ...answerSamples(), ...outcomes(), ...shown });
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

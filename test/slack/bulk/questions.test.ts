// What one tick of a bulk's form agrees to is named, however many rows there are, within what Slack takes.
import { expect, it } from 'vitest';
import type { RowQuestion } from '#payments/bulk/check-rows.ts';
import { describeQuestions } from '#slack/bulk/check-file.ts';
import { MAX_TEXT_LENGTH } from '#slack/ui/line.ts';
import { ORDERS } from '#test/slack/samples.ts';

const order = ORDERS['prompt: waiting for the PIN'];
const NOW = order.createdAt;

const again = (row: number): RowQuestion => ({ about: 'same_again', row, order });
const twice = (...rows: number[]): RowQuestion => ({ about: 'number_twice', rows });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('numbers in several rows are named before prompts like one of the last ten minutes', () => {
  const said = describeQuestions([again(2), again(3), twice(2, 3)], NOW);
  expect(said.map((sentence) => sentence.slice(0, 9))).toEqual(['Rows 2, 3', 'Row 2: +2', 'Row 3: +2']);
});

it('the first twenty of each kind have a sentence of their own, and one sentence names the rows of the others', () => {
  const questions = [...upTo(22).map((at) => twice(at + 2, at + 52)), ...upTo(21).map((at) => again(at + 2))];
  const said = describeQuestions(questions, NOW);
  expect(said).toHaveLength(42);
  expect(said[20]).toBe('2 more numbers in several rows: rows 22, 72; rows 23, 73.');
  expect(said[41]).toBe('Same recent request: 1 more row (22). A second prompt could be paid too.');
});

it('any hundred rows fit, also where the spreadsheet has numbered them very high', () => {
  const rows = upTo(100).map((at) => 1_000_000 + at);
  const pairs = upTo(50).map((at) => twice(1_000_000 + at, 1_000_050 + at));
  const said = describeQuestions([{ about: 'number_rounded', rows }, ...rows.map(again), ...pairs], NOW);
  // Slack takes a hundred blocks in a view, and the form has a dozen more.
  expect(said.length).toBeLessThan(80);
  expect(Math.max(...said.map(({ length }) => length))).toBeLessThan(MAX_TEXT_LENGTH);
  const all = said.join(' ');
  for (const row of rows) expect(all.split(String(row)).length - 1).toBe(3);
});

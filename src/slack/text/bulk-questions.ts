// What the form of a bulk asks about. One tick agrees to all of it, so all of it is named: at length, or at least by its row.
import { counted } from '#lib/text.ts';
import type { RowQuestion } from '#payments/bulk/check-rows.ts';
import { sameAgain } from './questions.ts';

/** Of each kind; more than anybody reads, and each is a block of the form. The rows of the others stand in one sentence more. */
const MAX_SENTENCES = 20;

type SameAgain = Extract<RowQuestion, { about: 'same_again' }>;

/** First the numbers, then the prompts like one of the last ten minutes. `now` in ms. */
export function describeQuestions(questions: readonly RowQuestion[], now: number): string[] {
  const rounded = questions.filter((question) => question.about === 'number_rounded');
  const twice = questions.filter((question) => question.about === 'number_twice');
  const again = questions.filter((question) => question.about === 'same_again');
  return [
    ...rounded.map(({ rows }) => describeRounded(rows)),
    ...twice.slice(0, MAX_SENTENCES).map(({ rows }) => `Rows ${rows.join(', ')} have the same number.`),
    ...otherNumbers(twice.slice(MAX_SENTENCES).map(({ rows }) => rows)),
    ...again.slice(0, MAX_SENTENCES).map((question) => describeSameAgain(question, now)),
    ...otherRows(again.slice(MAX_SENTENCES).map(({ row }) => row)),
  ];
}

function describeRounded(rows: readonly number[]): string {
  return rows.length === 1
    ? `Row ${rows[0]}: the phone number ends in 00000. Excel may have rounded it, so check every digit.`
    : `Rows ${rows.join(', ')}: the phone numbers end in 00000. Excel may have rounded them, so check every digit.`;
}

function describeSameAgain({ row, order }: SameAgain, now: number): string {
  const minutes = Math.floor((now - (order.requestedAt ?? order.createdAt)) / 60_000);
  return `Row ${row}: ${sameAgain(order, minutes)}`;
}

function otherNumbers(numbers: readonly (readonly number[])[]): string[] {
  if (numbers.length === 0) return [];
  const rows = numbers.map((same) => `rows ${same.join(', ')}`).join('; ');
  return [`${counted(numbers.length, 'more number')} in several rows: ${rows}.`];
}

function otherRows(rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const which = `${counted(rows.length, 'more row')} (${rows.join(', ')})`;
  return [`Same recent request: ${which}. A second prompt could be paid too.`];
}

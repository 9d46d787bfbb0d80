// What is wrong with the file of a bulk, or with a row of it. Exhaustive by type.
import { hasCardNumber } from '#lib/card-number.ts';
import { maskNumbers } from '#lib/msisdn.ts';
import type { WrongRow } from '#payments/bulk/check-rows.ts';
import type { Column } from '#payments/bulk/columns.ts';
import type { RowFault } from '#payments/bulk/read-row.ts';
import { type FileFault, MAX_ROWS } from '#payments/bulk/read-rows.ts';
import type { RowRefusal } from '#payments/bulk/stored-bulk.ts';
import { nameOfMethod, PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { plain, shorten } from './escape.ts';
import { FETCH_TEXT } from './fetched-files.ts';
import { FIELD_TEXT } from './fields.ts';
import { CARD_NUMBER } from './people.ts';
import { clockTime } from './time-zone.ts';

/** Foreign text stands in it, so it belongs into plain_text. */
export function describeFileFault(fault: FileFault): string {
  switch (fault.problem) {
    case 'too_large':
      return FETCH_TEXT.too_large;
    case 'workbook':
      return 'This is not a CSV file but a spreadsheet or a PDF. In your spreadsheet choose “Save as” or “Download”, and then CSV.';
    case 'not_text':
      return 'This is not a CSV file. In your spreadsheet choose “Save as” or “Download”, and then CSV.';
    case 'empty':
      return 'The file is empty. Its first row names the columns: phone, amount, description.';
    case 'no_rows':
      return 'The file has a row of titles and nothing below it. Write one row for each customer.';
    case 'columns_missing':
      return `The file has no column ${listOf(fault.columns)}. Its first row must name the columns phone, amount and description; it says: ${quoted(fault.titles.join(', ')) || 'nothing'}.`;
    case 'column_doubled':
      return `Several columns may be the ${fault.column}: ${quoted(fault.titles.join(', '))}. Keep one of them.`;
    case 'too_many_rows':
      return `The file has ${fault.rows.toLocaleString('en')} rows, and ${MAX_ROWS} can be sent at once. Split it into several files.`;
    case 'open_quote':
      return `In row ${fault.row} a quotation mark is opened and never closed. Close it, or take it out.`;
  }
}

export function describeRowFault(fault: RowFault): string {
  if ('text' in fault && hasCardNumber(fault.text)) return CARD_NUMBER;
  switch (fault.problem) {
    case 'too_many_cells':
      return 'It has more cells than there are titles. Put what has a comma in it into quotation marks.';
    case 'digits_lost':
      return `The spreadsheet has lost digits of the ${fault.column}: ${quoted(fault.text)}. Format the column as text and type it again.`;
    case 'cut_in_two':
      return `The amount ${quoted(fault.text)} seems to be cut in two at its comma. Leave the comma out, or put the amount into quotation marks.`;
    case 'two_currencies':
      return 'It names two currencies. Keep one of them.';
    case 'unclear':
      return `The ${fault.column} ${quoted(fault.text)} may mean several things. Write it like 1500 or 1500.50.`;
  }
}

/** `now`, as `retryAt` of the row, in ms. `timeZone`: of the times in the sentence. */
export function describeWrongRow(
  wrong: WrongRow,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  switch (wrong.status) {
    case 'needs_approval':
      return 'An amount like this needs approval. Send it alone, with prompt or link.';
    case 'prompted_too_often':
      return 'This number stands in the file more than three times, and three prompts in ten minutes are the most. Send it later.';
    case 'reference_twice':
      return `Row ${wrong.first} has the same reference. Give each row its own, or leave it empty, and Teller makes one.`;
    case 'reference_taken':
      return FIELD_TEXT.referenceTaken;
    case 'account_number_taken':
      return FIELD_TEXT.accountNumberTaken;
    case 'too_many_prompts':
      return tooManyWith(wrong.retryAt, now, timeZone);
    case 'not_the_rest':
    case 'impossible':
      return 'This cannot be sent as it is. Send it alone, with prompt or link.';
  }
}

/** Other rows with the same number may come before it. */
function tooManyWith(retryAt: number, now: number, timeZone: string): string {
  const minutes = Math.max(1, Math.ceil((retryAt - now) / 60_000));
  return `With this one the number would have more than three prompts in ten minutes that are not paid. It can be sent from ${clockTime(retryAt, timeZone)}, in ${minutes} min.`;
}

/** Why a row got no order when its turn came. */
export const ROW_REFUSAL_TEXT = {
  reference_taken: 'Its reference was used meanwhile.',
  same_again:
    'The same number was asked for the same amount meanwhile, or its customer paid the prompt before.',
  too_many_prompts: 'The number had three prompts in ten minutes that are not paid.',
  impossible: 'It could not be made.',
  not_reached: 'Not sent: its turn did not come.',
} as const satisfies Record<RowRefusal, string>;

export function otherCurrency(method: PaymentMethod): string {
  return `Prompts to this number are in ${PAYMENT_METHODS[method].currency}, with ${nameOfMethod(method)}. Correct the currency, or send a link.`;
}

function listOf(columns: readonly Column[]): string {
  return columns.map((column) => `“${column}”`).join(' and no column ');
}

export function unknownCurrency(typed: string): string {
  return `The payment service does not take the currency ${quoted(typed)}. Write it as in KES, UGX or USD.`;
}

/** What may be somebody's number is masked. */
function quoted(text: string): string {
  if (hasCardNumber(text)) return '“…”';
  const shown = shorten(maskNumbers(plain(text)), 60);
  return shown && `“${shown}”`;
}

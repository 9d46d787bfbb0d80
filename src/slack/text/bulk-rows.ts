// What is wrong with the file of a bulk, or with a row of it. Exhaustive by type.

import { maskNumbers } from '#lib/msisdn.ts';
import { hasCardNumber } from '#lib/text.ts';
import type { WrongRow } from '#payments/bulk/check-rows.ts';
import type { Column } from '#payments/bulk/columns.ts';
import type { RowFault } from '#payments/bulk/read-row.ts';
import { type FileFault, MAX_ROWS } from '#payments/bulk/read-rows.ts';
import type { RowRefusal } from '#payments/bulk/stored-bulk.ts';
import { nameOfMethod, PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { FETCH_TEXT } from './bulk.ts';
import { plain, shorten } from './escape.ts';
import { FIELD_TEXT } from './fields.ts';
import { CARD_NUMBER } from './people.ts';
import { clockTime } from './time-zone.ts';

/** Foreign text stands in it, so it belongs into plain_text. */
export function describeFileFault(fault: FileFault): string {
  switch (fault.problem) {
    case 'too_large':
      return FETCH_TEXT.too_large;
    case 'workbook':
      return 'That’s a spreadsheet or a PDF, not a CSV file. In your spreadsheet, choose “Save as” or “Download”, then CSV.';
    case 'not_text':
      return 'That isn’t a CSV file. In your spreadsheet, choose “Save as” or “Download”, then CSV.';
    case 'empty':
      return 'The file is empty. Its first row names the columns: phone, amount, description.';
    case 'no_rows':
      return 'The file has column names but no rows. Add a row for each customer.';
    case 'columns_missing':
      return `The file has no column ${listOf(fault.columns)}. Its first row must name the columns phone, amount and description. It says ${quoted(fault.titles.join(', ')) || 'nothing'}.`;
    case 'column_doubled':
      return `Several columns could be the ${fault.column}: ${quoted(fault.titles.join(', '))}. Keep one.`;
    case 'too_many_rows':
      return `The file has ${fault.rows.toLocaleString('en')} rows. The limit is ${MAX_ROWS}, so split it into several files.`;
    case 'open_quote':
      return `Row ${fault.row} has an opening quotation mark without a closing one. Close it or remove it.`;
  }
}

export function describeRowFault(fault: RowFault): string {
  if ('text' in fault && hasCardNumber(fault.text)) return CARD_NUMBER;
  switch (fault.problem) {
    case 'too_many_cells':
      return 'There are more cells than columns. Put text with a comma in quotation marks.';
    case 'digits_lost':
      return `Your spreadsheet lost digits of the ${fault.column}: ${quoted(fault.text)}. Format the column as text and type it again.`;
    case 'cut_in_two':
      return `The amount ${quoted(fault.text)} seems to be split at its comma. Remove the comma, or put the amount in quotation marks.`;
    case 'two_currencies':
      return 'There are two currencies. Keep one.';
    case 'unclear':
      return /\d/.test(fault.text)
        ? `The ${fault.column} ${quoted(fault.text)} is unclear. Write it like 1500 or 1500.50.`
        : `${quoted(fault.text)} isn’t an amount. Write it like 1500 or 1500.50.`;
  }
}

/** `now`, as `retryAt` of the row, in ms. `timeZone`: of the times in the sentence. */
export function describeWrongRow(
  wrong: WrongRow,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  switch (wrong.status) {
    case 'needs_approval':
      return 'This needs approval. Request it separately.';
    case 'prompted_too_often':
      return 'This number is in the file more than three times, and the limit is three prompts in ten minutes. Send this row later.';
    case 'reference_twice':
      return `Row ${wrong.first} has the same reference. Use another, or leave it empty to get one.`;
    case 'reference_taken':
      return FIELD_TEXT.referenceTaken;
    case 'account_number_taken':
      return FIELD_TEXT.accountNumberTaken;
    case 'too_many_prompts':
      return tooManyWith(wrong.retryAt, now, timeZone);
    case 'not_the_rest':
    case 'impossible':
      return 'This can’t be sent in bulk. Send it separately.';
  }
}

/** Other rows with the same number may come before it. */
function tooManyWith(retryAt: number, now: number, timeZone: string): string {
  const minutes = Math.max(1, Math.ceil((retryAt - now) / 60_000));
  return `This would be a fourth unpaid prompt to this number in ten minutes. It can be sent from ${clockTime(retryAt, timeZone)}, in ${minutes} min.`;
}

/** Why a row got no order when its turn came. */
export const ROW_REFUSAL_TEXT = {
  reference_taken: 'The reference was used in the meantime.',
  same_again: 'This number got the same request in the meantime, or has paid an earlier one.',
  too_many_prompts: 'This number already had three unpaid prompts in ten minutes.',
  impossible: 'This request couldn’t be created.',
  not_reached: 'Not sent: sending ended before this row.',
} as const satisfies Record<RowRefusal, string>;

export function otherCurrency(method: PaymentMethod): string {
  return `Prompts to this number are in ${PAYMENT_METHODS[method].currency} (${nameOfMethod(method)}). Correct the currency, or create a link.`;
}

function listOf(columns: readonly Column[]): string {
  return columns.map((column) => `“${column}”`).join(' and no column ');
}

export function unknownCurrency(typed: string): string {
  return `Pesapal doesn’t take the currency ${quoted(typed)}. Use one such as KES, UGX or USD.`;
}

/** What may be somebody's number is masked. */
function quoted(text: string): string {
  if (hasCardNumber(text)) return '“…”';
  const shown = shorten(maskNumbers(plain(text)), 60);
  return shown && `“${shown}”`;
}

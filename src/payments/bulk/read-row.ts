// Reads one row of a bulk's file. Pure.
import type { Result } from '#lib/result.ts';
import { currencyOf } from '#provider/currencies.ts';
import { COLUMNS, type Column, type Columns } from './columns.ts';
import { amountIn, type CellFault, phoneIn, textIn, writtenIn } from './spreadsheet-cells.ts';

/** `row`: as the spreadsheet numbers it, from 1 with the titles. The rest is text as in a form's fields, '' where empty. */
export type Row = {
  readonly row: number;
  /** For parseMsisdn. */
  readonly phone: string;
  /** A plain decimal for parseAmount. */
  readonly amount: string;
  readonly description: string;
  readonly name?: string;
  readonly reference?: string;
  /** A code, also where the file says “Ksh”; else what the file says. */
  readonly currency?: string;
};

/**
 * `too_many_cells`: more than there are titles. `cut_in_two`: 1,500 without quotes, which is two cells. `two_currencies`: one
 * beside the amount, another one in its column or title.
 */
export type RowFault = { readonly row: number } & (
  | { readonly problem: 'too_many_cells' }
  | {
      readonly problem: CellFault | 'cut_in_two' | 'two_currencies';
      readonly column: Column;
      readonly text: string;
    }
);

/** What the rows of one file share. `width`: cells up to the last one with a title. `home`: whose shillings “Shs” are. */
export type Sheet = {
  readonly columns: Columns;
  readonly width: number;
  readonly separator: Separator;
  readonly home: string | undefined;
};

type Problem = Extract<RowFault, { readonly column: Column }>['problem'];

/** `row`: for the result. Every fault of the row is named. */
export function readRow(row: number, cells: readonly Cell[], sheet: Sheet): Result<Row, RowFault[]> {
  if (cells.slice(sheet.width).some(({ text }) => text.trim() !== ''))
    return { ok: false, fault: [{ row, problem: 'too_many_cells' }] };
  const faults: RowFault[] = [];
  const phone = valueIn('phone', phoneIn(textOf('phone')));
  const amount = valueIn('amount', amountIn(textOf('amount'), sheet.separator !== ','));
  const reference = valueIn('reference', writtenIn(textOf('reference')));
  if (isCutInTwo(cells, sheet)) add('cut_in_two', 'amount');
  const currencies = [amount?.currency, textIn(textOf('currency')), sheet.columns.currency]
    .filter((word) => word !== undefined && word !== '')
    .map((word) => currencyOf(word, sheet.home) ?? word);
  if (new Set(currencies).size > 1) add('two_currencies', 'amount');
  const name = textIn(textOf('name'));
  const [currency] = currencies;
  if (faults.length > 0) return { ok: false, fault: faults };
  return {
    ok: true,
    value: {
      row,
      phone: phone ?? '',
      amount: amount?.amount ?? '',
      description: textIn(textOf('description')),
      ...(name ? { name } : {}),
      ...(reference ? { reference } : {}),
      ...(currency ? { currency } : {}),
    },
  };

  function textOf(column: Column): string {
    return cells[sheet.columns.places.get(column) ?? -1]?.text ?? '';
  }

  function valueIn<Value>(column: Column, read: Result<Value, CellFault>): Value | undefined {
    if (read.ok) return read.value;
    add(read.fault, column);
    return undefined;
  }

  function add(problem: Problem, column: Column): void {
    faults.push({ row, problem, column, text: textIn(textOf(column)) });
  }
}

/** 1,500 without quotes is an amount of 1, and 500 in the next column; a reference may well be 500. */
function isCutInTwo(cells: readonly Cell[], { columns, separator }: Sheet): boolean {
  const place = columns.places.get('amount') ?? -1;
  const [amount, next] = [cells[place], cells[place + 1]];
  const column = COLUMNS.find((one) => columns.places.get(one) === place + 1);
  if (separator !== ',' || !amount || !next || !column || column === 'reference') return false;
  return (
    !amount.isQuoted &&
    !next.isQuoted &&
    /^\D*\d{1,3}$/.test(amount.text.trim()) &&
    /^\d{3}(,\d{3})*(\.\d+)?(\/[=-])?$/.test(next.text.trim())
  );
}

export type Separator = ',' | ';' | '\t';

/** `isQuoted`: it stood in quotes, so that a separator in it is its own. */
type Cell = { readonly text: string; readonly isQuoted: boolean };

/** One row of the spreadsheet, an empty one as well. `isOpen`: the file ended inside the quotes of its last cell. */
export type CsvRecord = { readonly cells: readonly Cell[]; readonly isOpen: boolean };

/** From first to last, each read when it is asked for. What stands behind a closing quote belongs to the cell. */
export function* recordsIn(text: string, separator: Separator): Generator<CsvRecord> {
  const unquoted = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const opening = separator === '\t' ? / *"/y : /[ \t]*"/y;
  let at = 0;
  while (at < text.length) {
    const cells: Cell[] = [];
    let isOpen = false;
    do {
      if (cells.length > 0) at += 1;
      const isQuoted = skip(opening);
      const from = at;
      if (isQuoted) skip(/(?:[^"]|"")*/y);
      const inside = text.slice(from, at);
      isOpen = isQuoted && !skip(/"/y);
      const behind = at;
      skip(unquoted);
      cells.push({ text: inside.replaceAll('""', '"') + text.slice(behind, at), isQuoted });
    } while (text[at] === separator);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    yield { cells, isOpen };
  }

  /** Goes behind what stands here; false where something else stands. */
  function skip(what: RegExp): boolean {
    what.lastIndex = at;
    if (!what.test(text)) return false;
    at = what.lastIndex;
    return true;
  }
}

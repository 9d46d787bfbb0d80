// Reads the rows of a bulk from the bytes of a CSV file, as spreadsheets write it. Whether they may be sent is checked elsewhere,
// as for a form. Pure.
import { type Column, type Columns, columnsOf } from './columns.ts';
import {
  type CsvRecord,
  type Row,
  type RowFault,
  readRow,
  recordsIn,
  type Separator,
  type Sheet,
} from './read-row.ts';
import { textIn } from './spreadsheet-cells.ts';

/** Why nothing of the file is read. `titles`: as written. `row`: where a quote is opened that is never closed. */
export type FileFault =
  | { readonly problem: 'too_large' | 'workbook' | 'not_text' | 'empty' | 'no_rows' }
  | {
      readonly problem: 'columns_missing';
      readonly columns: readonly Column[];
      readonly titles: readonly string[];
    }
  | { readonly problem: 'column_doubled'; readonly column: Column; readonly titles: readonly string[] }
  | { readonly problem: 'too_many_rows'; readonly rows: number }
  | { readonly problem: 'open_quote'; readonly row: number };

/** A row is in `rows` or has `faults`. `ignored`: titles of columns that are not read. */
type RowsRead =
  | {
      readonly status: 'read';
      readonly rows: readonly Row[];
      readonly faults: readonly RowFault[];
      readonly ignored: readonly string[];
    }
  | { readonly status: 'unreadable'; readonly fault: FileFault };

export const MAX_ROWS = 100;
export const MAX_BYTES = 1024 * 1024;
const MAX_COLUMNS = 100;
const MAX_TITLE_LENGTH = 100;
/** Characters in which the titles are looked for to find out the separator. */
const START = 10_000;
const REQUIRED = ['phone', 'amount', 'description'] as const;
const SEPARATORS = [',', ';', '\t'] as const;

/** `home`: says whose shillings “Shs” are; of links the currency in which the channel's begin, if it is one of shillings. */
export function readRows(bytes: Uint8Array, home?: string): RowsRead {
  if (bytes.length > MAX_BYTES) return unreadable({ problem: 'too_large' });
  const decoded = decodeText(bytes);
  if (decoded.status !== 'text') return unreadable({ problem: decoded.status });
  const { text, separator } = withSeparator(decoded.text);
  const records = filledIn(recordsIn(text, separator));
  const first = records.next();
  if (first.done) return unreadable({ problem: 'empty' });
  if (first.value.record.isOpen) return unreadable({ problem: 'open_quote', row: first.value.row });
  const titles = textsOf(first.value.record);
  const columns = columnsOf(titles, home);
  const fault = faultOf(columns, titles);
  if (fault) return unreadable(fault);
  return readAll(records, { columns, width: titles.findLastIndex(Boolean) + 1, separator, home });
}

type Numbered = { readonly row: number; readonly record: CsvRecord };

function readAll(records: Iterable<Numbered>, sheet: Sheet): RowsRead {
  const rows: Row[] = [];
  const faults: RowFault[] = [];
  let count = 0;
  for (const { row, record } of records) {
    count += 1;
    if (record.isOpen) return unreadable({ problem: 'open_quote', row });
    if (count > MAX_ROWS) continue;
    const read = readRow(row, record.cells, sheet);
    if (read.ok) rows.push(read.value);
    else faults.push(...read.fault);
  }
  if (count > MAX_ROWS) return unreadable({ problem: 'too_many_rows', rows: count });
  if (count === 0) return unreadable({ problem: 'no_rows' });
  return { status: 'read', rows, faults, ignored: sheet.columns.ignored };
}

/** Those with anything in them, and the row at which each stands. */
function* filledIn(records: Iterable<CsvRecord>): Generator<Numbered> {
  let row = 0;
  for (const record of records) {
    row += 1;
    if (record.isOpen || record.cells.some(({ text }) => text.trim() !== '')) yield { row, record };
  }
}

/** “sep=;” in the first line is how a file tells Excel its separator; Excel shows it as no row. Else the titles tell it. */
function withSeparator(text: string): { readonly text: string; readonly separator: Separator } {
  const said = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i.exec(text);
  const named = SEPARATORS.find((separator) => separator === said?.[1]);
  if (said && named) return { text: text.slice(said[0].length), separator: named };
  let best: { separator: Separator; known: number } = { separator: ',', known: 0 };
  for (const separator of SEPARATORS) {
    const [first] = filledIn(recordsIn(text.slice(0, START), separator));
    const known = first ? columnsOf(textsOf(first.record)).places.size : 0;
    if (known > best.known) best = { separator, known };
  }
  return { text, separator: best.separator };
}

function faultOf({ places, doubled }: Columns, titles: readonly string[]): FileFault | undefined {
  const [twice] = doubled;
  if (twice) return { problem: 'column_doubled', column: twice[0], titles: twice[1] };
  const columns = REQUIRED.filter((column) => !places.has(column));
  return columns.length > 0
    ? { problem: 'columns_missing', columns, titles: titles.filter(Boolean) }
    : undefined;
}

/** Titles, cut short where they are none. */
function textsOf({ cells }: CsvRecord): string[] {
  return cells.slice(0, MAX_COLUMNS).map(({ text }) => textIn(text.slice(0, MAX_TITLE_LENGTH)));
}

function unreadable(fault: FileFault): RowsRead {
  return { status: 'unreadable', fault };
}

/** First bytes of files that people choose instead: zip (.xlsx, .ods, .numbers), old Excel, PDF. */
const WORKBOOKS = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF'];

/** NUL, and what no byte of Windows-1252 means: the file is a picture or in another encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const NOT_TEXT = /[\u0000\u0081\u008d\u008f\u0090\u009d\ufffe]/;

type Decoded =
  | { readonly status: 'text'; readonly text: string }
  | { readonly status: 'workbook' | 'not_text' };

/**
 * UTF-8, UTF-16 with its byte order mark (Excel's “Unicode text”), or else Windows-1252, in which Excel on Windows writes
 * plain CSV. The text has no byte order mark.
 */
function decodeText(bytes: Uint8Array): Decoded {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (WORKBOOKS.some((mark) => start.startsWith(mark))) return { status: 'workbook' };
  const utf16 = start.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : start.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : undefined;
  const text = utf16 ? decode(bytes, utf16) : (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252'));
  return text === undefined || NOT_TEXT.test(text) ? { status: 'not_text' } : { status: 'text', text };
}

/** Undefined where the bytes are not of that encoding. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

// A CSV file (RFC 4180) that grows line by line up to what Slack takes: UTF-8 with a byte order mark, which spreadsheets need,
// and without cells that a spreadsheet would take for a formula.
import type { Money } from '#lib/money.ts';

type CsvFile = {
  /** Adds a line. Once the file is full, this and all further lines are only counted. */
  add(cells: readonly Cell[]): void;
  /** The file with its `rows` lines below the first, how many later ones were `leftOut`, and the line `last` in any case. */
  end(last?: readonly Cell[]): { readonly content: Buffer; readonly rows: number; readonly leftOut: number };
};

/** Text, or an amount, which a spreadsheet may read as a number. */
export type Cell = string | Pick<Money, 'amount'>;

/** About a hundred thousand entries, which fit into memory and which Slack accepts in a few seconds. */
const MAX_BYTES = 20 * 1024 * 1024;
const CHUNK_CHARACTERS = 64 * 1024;

export function createCsvFile(titles: readonly string[], maxBytes = MAX_BYTES): CsvFile {
  const chunks: Buffer[] = [];
  let unflushed = `\ufeff${csvLine(titles)}`;
  let bytes = Buffer.byteLength(unflushed);
  let rows = 0;
  let leftOut = 0;

  function flush(): void {
    chunks.push(Buffer.from(unflushed));
    unflushed = '';
  }

  return {
    add(cells) {
      const line = csvLine(cells);
      const size = Buffer.byteLength(line);
      if (leftOut > 0 || bytes + size > maxBytes) {
        leftOut += 1;
        return;
      }
      rows += 1;
      bytes += size;
      unflushed += line;
      if (unflushed.length > CHUNK_CHARACTERS) flush();
    },
    end(last) {
      if (last) unflushed += csvLine(last);
      flush();
      return { content: Buffer.concat(chunks), rows, leftOut };
    },
  };
}

/** One line with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => `"${contentOf(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function contentOf(cell: Cell): string {
  return typeof cell === 'string' ? asText(cell.toWellFormed()) : cell.amount;
}

/** The start of a formula in a spreadsheet: also after blanks and invisible characters, and in full-width characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Spreadsheets keep 15 digits of a number; a card's confirmation code has 22 (SPEC.md, Transaction record). */
const LONG_NUMBER = /^\d{16,}$/;

/** A leading apostrophe makes a spreadsheet show the cell as text. */
function asText(cell: string): string {
  return FORMULA.test(cell) || LONG_NUMBER.test(cell) ? `'${cell}` : cell;
}

// Splits CSV into records as spreadsheets read it: any separator, any line end, quotes with line breaks inside.

export type Separator = ',' | ';' | '\t';

/** `isQuoted`: it stood in quotes, so that a separator in it is its own. */
export type Cell = { readonly text: string; readonly isQuoted: boolean };

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

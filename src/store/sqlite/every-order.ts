// Reads all orders of a file, past every index.
import { readAll } from '#store/read-order.ts';
import type { Store } from '#store/store.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';

const PAGE_SIZE = 500;

export function createEveryOrder(database: Database): Store['everyOrder'] {
  const rowsAfter = database.prepare(
    'SELECT rowid, reference, doc FROM orders WHERE rowid > ? ORDER BY rowid LIMIT ?',
  );

  return async function* everyOrder() {
    let rows: Row[] = [];
    do {
      const last = rows.at(-1);
      rows = rowsAfter.all(last ? numberIn(last, 'rowid') : 0, PAGE_SIZE);
      yield readAll(rows.map((row) => ({ reference: textIn(row, 'reference'), text: textIn(row, 'doc') })));
    } while (rows.length > 0);
  };
}

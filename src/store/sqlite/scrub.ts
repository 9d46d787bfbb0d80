// Takes what was erased out of the file itself. `secure_delete` zeroes what is deleted where it lies. But when SQLite moves rows
// between pages, their old copies stay in the free space of a page until something else is written there, and these it does not
// zero: of 2,400 orders of a table like this one, each saved several times among others, 14 were still to be read after they were
// erased. Such a page is a neighbour of the row's, and becomes zero as a whole when it holds no row any more. So the rows around
// an erased one are taken out and written anew.
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import type { Store } from '#store/store.ts';
import { type Database, numberIn } from './database.ts';

/** So many rows on each side: about thirty pages. Of the 2,400 orders none was left then; with forty rows one was. */
const NEIGHBOURS = 100;
/** For a second in all: others read for a moment, or, as a backup does, for minutes. */
const MAX_TRIES = 20;
const POLL_MS = 50;

export function createScrub(database: Database, clock: Clock): Store['scrub'] {
  const sweep = database.prepare('DELETE FROM notes WHERE expires_at <= ?');
  const place = database.prepare('SELECT rowid, account_number FROM orders WHERE reference = ?');
  const around = 'rowid BETWEEN $from AND $to';
  const takeOut = database.prepare(
    `CREATE TEMP TABLE scrubbed AS SELECT rowid AS place, * FROM orders LIMIT 0`,
  );
  const columns = database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('orders')
    .map(({ name }) => `"${String(name)}"`)
    .join(', ');
  takeOut.run();
  const keep = database.prepare(`INSERT INTO scrubbed SELECT rowid, * FROM orders WHERE ${around}`);
  const remove = database.prepare(`DELETE FROM orders WHERE ${around}`);
  const putBack = database.prepare(
    `INSERT INTO orders (rowid, ${columns}) SELECT place, ${columns} FROM scrubbed ORDER BY place`,
  );
  const empty = database.prepare('DELETE FROM scrubbed');

  return async (references) => {
    await database.write(() => sweep.run(clock.now()));
    for (const reference of references) {
      await database.write(() => {
        const row = place.get(reference);
        if (!row) return;
        empty.run();
        const at = numberIn(row, 'rowid');
        const range = { from: at - NEIGHBOURS, to: at + NEIGHBOURS };
        keep.run(range);
        remove.run(range);
        putBack.run();
        empty.run();
      });
    }
    for (let tries = 1; !database.emptyLog() && tries < MAX_TRIES; tries += 1) await setTimeout(POLL_MS);
  };
}

// One connection to the file: durable at every commit, safe beside other processes on the same file.
import { DatabaseSync } from 'node:sqlite';
import { FORMAT } from '#orders/order.ts';
import { otherFormat } from '#store/store-state.ts';
import { checkPath, makePrivateFile } from './files.ts';

const SCHEMA = `
  -- The documents. sets: the text of setsText; ends_at (ms): when the document is over.
  CREATE TABLE docs (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    rev TEXT NOT NULL,
    text TEXT NOT NULL,
    sets TEXT NOT NULL,
    ends_at REAL,
    search_id INTEGER
  );
  CREATE INDEX docs_by_end ON docs (ends_at) WHERE ends_at IS NOT NULL;
  CREATE TABLE sets (
    name TEXT NOT NULL, score REAL NOT NULL, key TEXT NOT NULL, PRIMARY KEY (name, score, key)
  ) WITHOUT ROWID;

  -- The search index (search.ts). A document's row in it has the id search_id: the time by which it is found (ms) in front of
  -- 20 bits that tell documents of one millisecond apart.
  CREATE UNIQUE INDEX docs_by_search_id ON docs (search_id) WHERE search_id IS NOT NULL;
  CREATE VIRTUAL TABLE search USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');

  PRAGMA user_version = ${FORMAT};
`;

/**
 * FULL: with less, the last commits may go with the power. fullfsync: macOS must be asked; elsewhere it does nothing.
 * secure_delete: what is deleted or overwritten is zero in the file afterwards (writeAnew has the rest).
 */
const SETTINGS = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;
`;

/** Long enough for any other process's commit on a slow disk. */
export const LOCK_WAIT_MS = 5_000;

/**
 * Opens `file` (or `:memory:`), and makes it if need be. Only here the event loop waits for the locks of other processes, for
 * up to `waitMs`.
 */
export function openDatabase(file: string, waitMs = LOCK_WAIT_MS): DatabaseSync {
  if (file !== ':memory:') {
    checkPath(file);
    try {
      makePrivateFile(file);
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${said}. Check STORE_URL and whether Teller can write there.`, { cause });
    }
  }
  const connection = new DatabaseSync(file, { timeout: waitMs });
  try {
    const isNew = !hasTables(connection, file);
    connection.exec(SETTINGS);
    if (isNew)
      runTransaction(connection, () => {
        // Another process may just have made them.
        if (!hasTables(connection, file)) connection.exec(SCHEMA);
      });
    connection.exec('PRAGMA busy_timeout = 0');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Whether there is a store in the file. Throws a StoreRefusal when the store has another format. */
export function hasTables(connection: DatabaseSync, file: string): boolean {
  const format = Number(connection.prepare('PRAGMA user_version').get()?.['user_version']);
  if (format !== 0 && format !== FORMAT) throw otherFormat(`The file ${file}`, format);
  return format === FORMAT;
}

/**
 * Runs all of `change` or, when it throws, none. IMMEDIATE takes the write lock before the first read, so that what was read still
 * holds when it is written. A commit with `unsynced` is written to the log and not waited for; the next one without waits for
 * the log as a whole.
 */
export function runTransaction(connection: DatabaseSync, change: () => void, unsynced = false): void {
  connection.exec(`PRAGMA synchronous = ${unsynced ? 'NORMAL' : 'FULL'}; BEGIN IMMEDIATE`);
  try {
    change();
    connection.exec('COMMIT');
  } catch (error) {
    // A full disk has already undone it; a second ROLLBACK would hide the reason.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** So many rows on each side, and more than it takes: of the 40 copies 5 rows left 13, and 20 rows none. */
const NEIGHBORS = 250;

/**
 * Takes what was erased of a document out of the file itself. When SQLite moves rows between pages, their old copies stay in the
 * free space of a page until something else is written there, and secure_delete does not zero them: of 96,000 orders, each saved
 * several times among other documents, 40 had such a copy. Its page is a neighbor of the row's, and becomes zero as a whole when
 * it holds no row any more. So the rows around the document are taken out and written anew, inside a transaction.
 */
export function writeAnew(connection: DatabaseSync, key: string): void {
  const id = connection.prepare('SELECT id FROM docs WHERE key = ?').get(key)?.['id'];
  if (id === undefined) return;
  const around = `FROM docs WHERE id BETWEEN ${id} - ${NEIGHBORS} AND ${id} + ${NEIGHBORS}`;
  connection.exec(`
    CREATE TEMP TABLE scrubbed AS SELECT * ${around};
    DELETE ${around};
    INSERT INTO docs SELECT * FROM scrubbed ORDER BY id;
    DROP TABLE scrubbed`);
}

/** Writes all of the log into the file and empties the log. False, at once, while another process is in the way. */
export function emptyLog(connection: DatabaseSync): boolean {
  return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

// The tables of a file, and the format that its `user_version` names.
import { DatabaseSync } from 'node:sqlite';
import { FORMAT } from '#orders/order.ts';
import { otherFormat } from '#store/store-state.ts';

const SCHEMA = `
  -- The document is the order; the other columns are copies of it to find and compare by. folded is a typed reference in
  -- capitals without dashes; prompt_to stands for the number of a prompt; agent is NULL for a charge, which is in nobody's list;
  -- open is 1 while the order is in its agent's list of open orders, else changed_at sorts the other list.
  CREATE TABLE orders (
    reference TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    doc TEXT NOT NULL,
    tracking_id TEXT,
    account_number TEXT,
    created_at INTEGER NOT NULL,
    agent TEXT,
    open INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    folded TEXT,
    prompt_to TEXT,
    search_id INTEGER
  );
  -- Not unique: two orders should never share a tracking id, but if the service ever says so,
  -- refusing the save would lose the news of a payment.
  CREATE INDEX orders_by_tracking_id ON orders (tracking_id, created_at) WHERE tracking_id IS NOT NULL;
  CREATE INDEX orders_by_account_number ON orders (account_number, created_at) WHERE account_number IS NOT NULL;
  CREATE INDEX orders_open ON orders (agent, created_at, reference) WHERE open = 1;
  CREATE INDEX orders_recent ON orders (agent, changed_at, reference) WHERE open = 0;
  CREATE INDEX orders_folded ON orders (folded, created_at, reference) WHERE folded IS NOT NULL;
  CREATE INDEX orders_prompted ON orders (prompt_to, created_at, reference) WHERE prompt_to IS NOT NULL;

  -- The search index (search.ts). An order's row in it has the id search_id: the time of creation (ms) in front of 20 bits that
  -- tell orders of one millisecond apart. NULL until the order is indexed.
  CREATE UNIQUE INDEX orders_by_search_id ON orders (search_id) WHERE search_id IS NOT NULL;
  CREATE VIRTUAL TABLE search USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
  -- Orders that are not in the table above as they were last saved.
  CREATE TABLE search_pending (reference TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;

  -- On which days an order has money entries; at is the time of its first one there.
  CREATE TABLE entry_days (
    day TEXT NOT NULL, at INTEGER NOT NULL, reference TEXT NOT NULL, PRIMARY KEY (day, at, reference)
  ) WITHOUT ROWID;

  -- A row is there only while its order waits for something, so finished orders cost nothing here.
  -- While a claim runs, token is set and due_at is when the claim runs out.
  CREATE TABLE work (
    queue TEXT NOT NULL,
    reference TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    token TEXT,
    triggered INTEGER NOT NULL DEFAULT 0,
    attempt INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (queue, reference)
  );
  CREATE INDEX work_by_due_at ON work (queue, due_at);

  CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    token TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  );
  CREATE INDEX leases_by_expires_at ON leases (expires_at);

  CREATE TABLE notes (
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (name, key)
  );
  CREATE INDEX notes_by_expires_at ON notes (expires_at) WHERE expires_at IS NOT NULL;

  -- The audit record (audit.ts): rows are added and never changed. reference is NULL where no order is meant.
  CREATE TABLE audit (
    seq INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    deed TEXT NOT NULL,
    reference TEXT,
    outcome TEXT NOT NULL,
    hash TEXT NOT NULL
  );
  CREATE INDEX audit_by_reference ON audit (reference) WHERE reference IS NOT NULL;
  CREATE INDEX audit_by_at ON audit (at);
  -- Of the newest row. Kept beside the rows, so that it shows when the last of them are gone.
  CREATE TABLE audit_head (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL, hash TEXT NOT NULL
  );
  INSERT INTO audit_head (only, count, hash) VALUES (1, 0, '');

  -- The random key of store-key.ts.
  CREATE TABLE store_key (only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), key BLOB NOT NULL);

  -- A row is there while the file is an unfinished copy of another store (copy_of), or once everything has been copied
  -- into another one (moved_to).
  CREATE TABLE moves (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), copy_of TEXT, moved_to TEXT
  );

  -- Written by each ping: a disk that can be read may still be full.
  CREATE TABLE pulse (only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL);

  PRAGMA user_version = ${FORMAT};
`;

/** The format that the file names; 0 for a file without tables. */
export function formatOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version);
}

/** Creates the tables of a new file. Throws a StoreRefusal when the file has another format. */
export function createTables(connection: DatabaseSync, inTransaction: (change: () => void) => void): void {
  if (formatOf(connection) === FORMAT) return;
  inTransaction(() => {
    // Read again under the lock: another process may just have done it.
    const format = formatOf(connection);
    if (format === FORMAT) return;
    if (format !== 0) throw otherFormat('it', format);
    connection.exec(SCHEMA);
  });
}

/** The indexes of a table: by name, the statement that makes it. */
export function indexesOf(table: string): ReadonlyMap<string, string> {
  const fresh = new DatabaseSync(':memory:');
  try {
    fresh.exec(SCHEMA);
    const rows = fresh
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      )
      .all(table);
    return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]));
  } finally {
    fresh.close();
  }
}

// The tables, as the ordered list of steps that made them. A step that has been released is never changed: add one.
import { DatabaseSync } from 'node:sqlite';
import { StoreRefusal } from '#store/store-state.ts';

/** After step n the file's `user_version` is n. */
const STEPS: readonly string[] = [
  `
  -- The document is the order; the other columns are copies of it to find and compare by.
  CREATE TABLE orders (
    reference TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    doc TEXT NOT NULL,
    tracking_id TEXT,
    account_number TEXT,
    created_at INTEGER NOT NULL
  );
  -- Not unique: two orders should never share a tracking id, but if the service ever says so,
  -- refusing the save would lose the news of a payment.
  CREATE INDEX orders_by_tracking_id ON orders (tracking_id, created_at) WHERE tracking_id IS NOT NULL;
  CREATE INDEX orders_by_account_number ON orders (account_number, created_at) WHERE account_number IS NOT NULL;

  -- A row is there only while its order waits for something, so finished orders cost nothing here.
  -- While a claim runs, token is set and due_at is when the claim runs out.
  CREATE TABLE work (
    queue TEXT NOT NULL,
    reference TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    token TEXT,
    woken INTEGER NOT NULL DEFAULT 0,
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

  -- Written by each ping: a disk that can be read may still be full.
  CREATE TABLE pulse (only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL);
  `,
  `
  -- Copies for the lists of an agent and of the money. agent is NULL for a charge, which is in nobody's list;
  -- open is 1 while the order can still be paid or cancelled; paid_at is NULL while no money has come.
  ALTER TABLE orders ADD COLUMN agent TEXT;
  ALTER TABLE orders ADD COLUMN open INTEGER;
  ALTER TABLE orders ADD COLUMN changed_at INTEGER;
  ALTER TABLE orders ADD COLUMN paid_at INTEGER;
  -- A damaged document stays out of the lists and is reported when its order is next read.
  UPDATE orders SET
    agent = iif(doc ->> '$.kind' <> 'charge', doc ->> '$.agent', NULL),
    open = iif(doc ->> '$.state' IN ('sending', 'pending', 'failed'), 1, 0),
    changed_at = doc ->> '$.changedAt',
    paid_at = iif(doc ->> '$.state' IN ('paid', 'review', 'reversed'),
      coalesce(doc ->> '$.payment.paidAt', doc ->> '$.changedAt'), NULL)
  WHERE json_valid(doc);
  CREATE INDEX orders_open ON orders (agent, created_at, reference) WHERE open = 1;
  CREATE INDEX orders_recent ON orders (agent, changed_at, reference) WHERE open = 0;
  CREATE INDEX orders_paid ON orders (paid_at, reference) WHERE paid_at IS NOT NULL;
  `,
  `
  -- The queues have had other names since; what waits in them goes on waiting.
  UPDATE work SET queue = CASE queue WHEN 'look' THEN 'check' WHEN 'announce' THEN 'deliver' ELSE queue END;
  `,
  `
  -- folded is a typed reference in capitals without dashes; prompt_to stands for the number of a prompt, and stays NULL for
  -- earlier prompts until they are saved again, because the documents alone do not yield it.
  ALTER TABLE orders ADD COLUMN folded TEXT;
  ALTER TABLE orders ADD COLUMN prompt_to TEXT;
  UPDATE orders SET folded = nullif(upper(replace(reference, '-', '')), '')
  WHERE iif(json_valid(doc), doc ->> '$.typedReference', 0) = 1;
  CREATE INDEX orders_folded ON orders (folded, created_at, reference) WHERE folded IS NOT NULL;
  CREATE INDEX orders_prompted ON orders (prompt_to, created_at, reference) WHERE prompt_to IS NOT NULL;
  -- From now on open is 0 for an order that is no longer checked, and changed_at is then at least when the checks ended
  -- (unwatchedAt in the first documents).
  UPDATE orders SET
    changed_at = max(changed_at, coalesce(doc ->> '$.checksEndedAt', doc ->> '$.unwatchedAt')),
    open = 0
  WHERE open = 1 AND iif(json_valid(doc), coalesce(doc ->> '$.checksEndedAt', doc ->> '$.unwatchedAt'), NULL) IS NOT NULL;

  -- The random key of store-key.ts.
  CREATE TABLE store_key (only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), key BLOB NOT NULL);
  `,
  `
  -- An order that was sent again did not name its successor before, and its card would offer to send it once more. With
  -- max() the other columns come from the same row (againOf in the first documents).
  UPDATE orders SET doc = json_set(orders.doc, '$.successor', json(later.successor))
  FROM (
    SELECT coalesce(doc ->> '$.resendOf', doc ->> '$.againOf') AS earlier, max(created_at),
      json_object('reference', reference, 'version', version, 'state', doc ->> '$.state') AS successor
    FROM orders WHERE json_valid(doc) GROUP BY earlier
  ) AS later
  WHERE orders.reference = later.earlier AND json_valid(orders.doc)
    AND orders.doc ->> '$.successor' IS NULL AND json_type(orders.doc) = 'object';
  `,
  `
  -- The search index (search.ts). An order's row in it has the id search_id: the time of creation (ms) in front of 20 bits that
  -- tell orders of one millisecond apart. NULL until the order is indexed.
  ALTER TABLE orders ADD COLUMN search_id INTEGER;
  CREATE UNIQUE INDEX orders_by_search_id ON orders (search_id) WHERE search_id IS NOT NULL;
  CREATE VIRTUAL TABLE search USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
  -- Orders that are not in the table above as they were last saved.
  CREATE TABLE search_pending (reference TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
  -- Orders stored before are indexed from the newest (total, the number of rows now) to the oldest; 0 when all are.
  CREATE TABLE search_progress (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), total INTEGER NOT NULL, next_row INTEGER NOT NULL
  );
  INSERT INTO search_progress (only, total, next_row) SELECT 1, n, n FROM (SELECT coalesce(max(rowid), 0) AS n FROM orders);
  `,
  `
  -- On which days an order has money entries; at is the time of its first one there. From now on paid_at is NULL for an order
  -- that has entries: orders_paid lists the money that is not entered yet.
  CREATE TABLE entry_days (
    day TEXT NOT NULL, at INTEGER NOT NULL, reference TEXT NOT NULL, PRIMARY KEY (day, at, reference)
  ) WITHOUT ROWID;
  `,
  `
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
  `,
  `
  -- A row is there while the file is an unfinished copy of another store (copy_of), or once everything has been copied
  -- into another one (moved_to).
  CREATE TABLE moves (
    only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), copy_of TEXT, moved_to TEXT
  );
  `,
  `
  -- From now on open is 0 for an order from which another one was made.
  UPDATE orders SET open = 0 WHERE open = 1 AND iif(json_valid(doc), doc ->> '$.successor', NULL) IS NOT NULL;
  `,
];

/** Of a file, as far as this version can tell without changing it. */
type SchemaState = 'current' | 'older' | 'newer' | 'empty';

export function schemaStateOf(connection: DatabaseSync): SchemaState {
  const version = versionOf(connection);
  if (version === 0) return 'empty';
  if (version === STEPS.length) return 'current';
  return version > STEPS.length ? 'newer' : 'older';
}

/** Takes the file to the newest schema; throws a StoreRefusal when a newer program has written it. */
export function migrate(connection: DatabaseSync, inTransaction: (change: () => void) => void): void {
  if (versionOf(connection) === STEPS.length) return;
  inTransaction(() => {
    // Read again under the lock: another process may just have done it.
    const version = versionOf(connection);
    if (version > STEPS.length) {
      throw new StoreRefusal(
        `it was written by a newer version of Teller (schema ${version}, this one has ${STEPS.length}). Use that version.`,
      );
    }
    for (const step of STEPS.slice(version)) connection.exec(step);
    connection.exec(`PRAGMA user_version = ${STEPS.length}`);
  });
}

/** The indexes of a table as the newest schema has them: by name, the statement that makes it. */
export function indexesOf(table: string): ReadonlyMap<string, string> {
  const fresh = new DatabaseSync(':memory:');
  try {
    migrate(fresh, (change) => change());
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

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version);
}

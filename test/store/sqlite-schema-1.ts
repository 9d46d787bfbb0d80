// The tables as the first release made them, kept here word for word, so that a file of that time can be made and upgraded.
export const SCHEMA_1 = `
  CREATE TABLE orders (
    reference TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    doc TEXT NOT NULL,
    tracking_id TEXT,
    account_number TEXT,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX orders_by_tracking_id ON orders (tracking_id, created_at) WHERE tracking_id IS NOT NULL;
  CREATE INDEX orders_by_account_number ON orders (account_number, created_at) WHERE account_number IS NOT NULL;
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
  CREATE TABLE pulse (only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL);
  PRAGMA user_version = 1;
`;

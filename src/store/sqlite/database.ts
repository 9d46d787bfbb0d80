// One connection to the file: durable at every commit, safe beside other processes on the same file.
import { statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { asText } from '#lib/diagnosis.ts';
import { createDigest, type Digest, makeStoreKey } from '#store/digest.ts';
import { StoreRefusal } from '#store/store-state.ts';
import { isLocked, MOVED, reasonOf } from './file-faults.ts';
import { createGroupCommit } from './group-commit.ts';
import { faultOfPlace } from './place.ts';
import { makePrivateFile } from './private-files.ts';
import { createTables } from './schema.ts';

const RETRY_MS = 20;

export type Database = ReturnType<typeof connect>;

/**
 * Opens `file` (or `:memory:`), makes it if need be. Throws an Error that names the file.
 * `busyTimeoutMs` is how long a write waits for another process; only while the file is opened the event loop waits with it.
 */
export function openDatabase(file: string, busyTimeoutMs: number): Database {
  try {
    if (file !== ':memory:') makePrivateFile(file);
    const fault = placeFault(file);
    // A file that may only be read would open all the same, and fail at the first write.
    if (fault) throw new Error(fault);
    return connect(file, busyTimeoutMs);
  } catch (cause) {
    throw new Error(cannotBeOpened(file, cause), { cause });
  }
}

/** What failed, in words for whoever runs Teller. */
export function cannotBeOpened(file: string, cause: unknown): string {
  if (cause instanceof StoreRefusal) return `The store’s file ${file} can’t be opened: ${cause.message}`;
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  const why =
    placeFault(file) ?? reasonOf(cause) ?? `${reason}. Check STORE_URL and whether Teller can write there.`;
  return `The store’s file ${file} can’t be opened: ${why}`;
}

function placeFault(file: string): string | undefined {
  const fault = file === ':memory:' ? undefined : faultOfPlace(file);
  return fault && asText(fault);
}

function connect(file: string, busyTimeoutMs: number) {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  let digest: Digest;
  try {
    // FULL: with less, the last commits may go with the power. fullfsync: macOS must be asked; elsewhere it does nothing.
    useWriteAheadLog(connection, busyTimeoutMs);
    // secure_delete: what is deleted or overwritten is zero in the file afterwards (scrub.ts has the rest).
    connection.exec(
      'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;',
    );
    createTables(connection, (change) => inTransaction(change, true));
    digest = readDigest(connection);
    // From now on nothing waits inside SQLite, where everything else would stand still meanwhile.
    connection.exec('PRAGMA busy_timeout = 0');
  } catch (error) {
    connection.close();
    throw error;
  }
  const opened = identityOf(file);
  const commits = createGroupCommit(inTransaction, busyTimeoutMs);
  return {
    /** See Store.digest. */
    digest,
    prepare: (sql: string) => connection.prepare(sql),
    /**
     * Runs `change` in a transaction that no other writer comes between, and resolves when it is on the disk; all of it
     * is undone when it throws. It runs a moment later, together with what else was asked for by then, and may run twice.
     */
    write: commits.write,
    /** Writes all of the log into the file and empties the log. False, at once, while another process is in the way. */
    emptyLog(): boolean {
      return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
    },
    /**
     * As `write`, but it does not wait for the disk, which is most of the time that a write takes. For claims: only the end of
     * the process can make them matter to another one, and whatever a loss of power undoes the next start ends anyway
     * (endClaims).
     */
    writeUnsynced: commits.writeUnsynced,
    /** Throws when the file at the path is not the one that is open: what is written now would be lost. */
    checkFile(): void {
      if (identityOf(file) === opened) return;
      const error = new Error(`The store’s file ${file} was removed or replaced. Restart Teller.`);
      throw Object.assign(error, { errcode: MOVED });
    },
    /** Ends what was asked for before. */
    async close(): Promise<void> {
      await commits.settle();
      if (connection.isOpen) connection.close();
    },
  };

  /**
   * IMMEDIATE takes the write lock before the first read, so that what was read still holds when it is written. With NORMAL a
   * commit is written to the log and not waited for; the next one with FULL waits for the log as a whole.
   */
  function inTransaction(change: () => void, isDurable: boolean): void {
    connection.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}; BEGIN IMMEDIATE`);
    try {
      change();
      connection.exec('COMMIT');
    } catch (error) {
      // A full disk has already undone it; a second ROLLBACK would hide the reason.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
}

/** While another process writes to a file that has no such log yet, SQLite fails at once, whatever the busy timeout. */
function useWriteAheadLog(connection: DatabaseSync, busyTimeoutMs: number): void {
  const giveUpAt = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (performance.now() >= giveUpAt || !isLocked(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

function identityOf(file: string): string | undefined {
  if (file === ':memory:') return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

export type Row = Record<string, SQLOutputValue>;

/** The text in a column; throws when it holds none. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`the store's column ${column} holds no text`);
  return value;
}

/** The number in a column; throws when it holds none. */
export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`the store's column ${column} holds no number`);
  return value;
}

/** Throws when the key is damaged, or cannot be written to a new file. */
function readDigest(connection: DatabaseSync): Digest {
  const select = connection.prepare('SELECT key FROM store_key');
  // A file that has its key is only read, so that no other process must be waited for.
  if (!select.get()) {
    // Of two processes that open a new file together, the first one's key stays.
    connection.prepare('INSERT OR IGNORE INTO store_key (only, key) VALUES (1, ?)').run(makeStoreKey());
  }
  return createDigest(select.get()?.['key']);
}

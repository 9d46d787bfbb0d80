// Copies a file while it may be in use, as it is at one moment.
import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { damageIn } from './damage.ts';
import { faultInWords, isWriteFault } from './file-faults.ts';
import { checkFormat, openUnchanged } from './open-records.ts';

/** Pages of 4 KB between two looks at what else is to be done. */
const PAGES_AT_ONCE = 2_000;

/**
 * Writes a copy of `file` to `to`, an existing empty file. What is written to it meanwhile is not in the copy. Rejects with
 * a sentence when it has another format, when it cannot be read, or when nobody used it and others have written to it meanwhile,
 * and with SQLite's error when `to` cannot be written. `progress` hears how many pages are done, of
 * how many.
 */
export async function backupSqlite(
  file: string,
  to: string,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { connection, checkUnwritten } = openUnchanged(file);
  try {
    checkFormat(connection, file);
    // While this lasts, all steps of the backup read the same moment, so that no write makes it begin anew.
    connection.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    await backup(connection, to, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    throw isWriteFault(error) ? error : faultInWords(error, file);
  } finally {
    connection.close();
  }
  checkUnwritten();
}

/**
 * Moves what is still in the log beside `copy` into the file itself. Closing a file does that too, but does not tell when there is no
 * room for it, and then the file alone may be anything. False when another program is in the way; throws SQLite's error when it
 * cannot be written.
 */
export function completeCopied(copy: string): boolean {
  if (!existsSync(`${copy}-wal`)) return true;
  const connection = new DatabaseSync(copy, { timeout: 0 });
  try {
    return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } finally {
    connection.close();
  }
}

/**
 * Whether SQLite finds no damage in `copy`, which nobody has looked at since it was written. Orders may still be unreadable one by
 * one, which is what verify looks for.
 */
export function isWhole(copy: string): boolean {
  const { connection } = openUnchanged(copy);
  try {
    return damageIn((sql) => connection.prepare(sql)) === undefined;
  } finally {
    connection.close();
  }
}

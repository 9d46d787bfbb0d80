// Copies a file while it may be in use, as it is at one moment.
import { existsSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { StoreRefusal } from '#store/store-state.ts';
import { damageIn } from './damage.ts';
import { faultInWords, isWriteFault } from './file-faults.ts';
import { checkNotNewer, openUnchanged } from './open-records.ts';

/** Pages of 4 KB between two looks at what else is to be done. */
const PAGES_AT_ONCE = 2_000;

/**
 * Writes a copy of `file` to `to`, an existing empty file. What is written to it meanwhile is not in the copy. Also of an earlier
 * version of Teller; rejects with a sentence when a newer one wrote it or it cannot be read, and with SQLite's error when `to`
 * cannot be written. `progress` hears how many pages are done, of how many.
 */
export async function backupSqlite(
  file: string,
  to: string,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const connection = openUnchanged(file);
  const isUnused = !existsSync(`${file}-wal`);
  try {
    checkNotNewer(connection, file);
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
  if (isUnused && existsSync(`${file}-wal`))
    throw new Error(`The file ${file} was written to meanwhile. Try again.`);
}

/**
 * Throws a sentence when SQLite finds damage in `copy`, which backupSqlite has just made of `file`: it copies pages without looking
 * at what is in them. Afterwards orders may still be unreadable one by one, which is what verify looks for.
 */
export function checkCopied(copy: string, file: string): void {
  const connection = openUnchanged(copy);
  try {
    if (damageIn((sql) => connection.prepare(sql)) === undefined) return;
  } finally {
    connection.close();
  }
  throw new StoreRefusal(
    `The file ${file} cannot be backed up: it is damaged. Keep it as it is, and restore an earlier backup.`,
  );
}

// Opens a file for Teller, for reading all of it, or for copying from it or into it. Everything fails in sentences.
import { constants, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { systemClock } from '#lib/clock.ts';
import type { Driver } from '#store/driver.ts';
import { StoreRefusal } from '#store/store-state.ts';
import { hasTables, LOCK_WAIT_MS, openDatabase } from './database.ts';
import { createSqliteDriver, type SqliteOptions } from './driver.ts';
import { inWords } from './file-faults.ts';
import { checkPath } from './files.ts';

/** Makes the file where it is not there. `settings`: further PRAGMAs. */
export function openSqliteDriver(options: SqliteOptions, settings = ''): Driver {
  return inWords(options.file, () => {
    const connection = openDatabase(options.file, options.waitMs);
    connection.exec(settings);
    return createSqliteDriver(connection, options);
  });
}

/** For reading only. Everything is as it was at the moment of opening, whatever is written meanwhile. */
export function openSqliteReader(file: string): Driver {
  return inWords(file, () => {
    const { connection, checkUnwritten } = openUnchanged(file);
    try {
      if (!hasTables(connection, file))
        throw new StoreRefusal(`The file ${file} isn’t a Teller store. Check the address.`);
      connection.exec('BEGIN');
      const driver = createSqliteDriver(connection, { file, clock: systemClock });
      return {
        ...driver,
        async close() {
          await driver.close();
          checkUnwritten();
        },
      };
    } catch (error) {
      connection.close();
      throw error;
    }
  });
}

/** 64 MB of the pages that change stay in memory, and as many in the log until they are written to the file together. */
const FOR_MANY = 'PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384';

/** For a copy. A file that is not there is made if `isTarget`. */
export async function openSqliteForCopy(file: string, { isTarget }: { isTarget: boolean }): Promise<Driver> {
  // Where no store is, none is made.
  if (!isTarget) await openSqliteReader(file).close();
  return openSqliteDriver({ file, clock: systemClock }, FOR_MANY);
}

/**
 * Opens an existing file so that nothing changes, not even the files beside it: where there is no log of writes, nobody has
 * written since it was closed, and SQLite is told not to make one. It then takes no heed of others, who may write meanwhile.
 * `checkUnwritten`, for the end, throws a sentence when they have, so that what was read may be of two moments.
 */
function openUnchanged(file: string) {
  if (!existsSync(file)) throw new StoreRefusal(`There’s no store at ${file}. Check the address.`);
  checkPath(file, constants.R_OK);
  const url = pathToFileURL(file);
  const log = `${file}-wal`;
  const before = existsSync(log) ? undefined : writtenTo(file);
  if (before !== undefined) url.searchParams.set('immutable', '1');
  return {
    connection: new DatabaseSync(url, { readOnly: true, timeout: LOCK_WAIT_MS }),
    checkUnwritten() {
      // Whoever closes the file last takes the log away again.
      if (before !== undefined && (existsSync(log) || writtenTo(file) !== before))
        throw new Error(`The file ${file} changed in the meantime. Try again.`);
    },
  };
}

/**
 * Writes a copy of `file`, as it is at one moment, to the empty file `to`. Throws also when nobody used `file` and others have
 * written to it meanwhile.
 */
export function backUpSqlite(file: string, to: string): void {
  inWords(file, () => {
    const { connection, checkUnwritten } = openUnchanged(file);
    try {
      connection.prepare('VACUUM INTO ?').run(to);
    } finally {
      connection.close();
    }
    checkUnwritten();
  });
}

/** Changes with each write to the file, and when another one takes its place. */
function writtenTo(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return `${stat?.mtimeNs} ${stat?.size} ${stat?.ino}`;
}

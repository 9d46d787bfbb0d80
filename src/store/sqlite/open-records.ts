// Opens a file for reading all of it, or for copying from it or into it.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FORMAT } from '#orders/order.ts';
import type { StoreKeeper, StoreReader } from '#store/records.ts';
import { otherFormat, StoreRefusal } from '#store/store-state.ts';
import { cannotBeOpened, openDatabase } from './database.ts';
import { readingInWords, writingInWords } from './failing-in-words.ts';
import { faultInWords, inWords } from './file-faults.ts';
import { createKeeper } from './keeper.ts';
import { createReader } from './reader.ts';
import { formatOf } from './schema.ts';
import { createServingLock } from './serving-lock.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** See StoreReader. All of it is as it was at the moment of opening, whatever is written meanwhile. */
export function openSqliteReader(file: string, now: () => number): StoreReader {
  const { connection, checkUnwritten } = openUnchanged(file);
  try {
    checkFormat(connection, file);
    connection.exec('BEGIN');
    const prepare = (sql: string) => connection.prepare(sql);
    const write = () => Promise.reject(new Error('The store was opened for reading.'));
    return {
      ...readingInWords(createReader({ prepare, write }, { address: `sqlite:${file}`, now }), file),
      async close() {
        connection.close();
        checkUnwritten();
      },
    };
  } catch (error) {
    connection.close();
    throw faultInWords(error, file);
  }
}

/**
 * See StoreKeeper. A file that is not there is made if `isTarget`. Rejects with a sentence while a Teller uses it, and otherwise
 * holds the lock with which a Teller would begin.
 */
export async function openSqliteKeeper(
  file: string,
  { now, isTarget }: { now: () => number; isTarget: boolean },
): Promise<StoreKeeper> {
  if (!isTarget || existsSync(file)) {
    const { connection } = openUnchanged(file);
    try {
      checkFormat(connection, file, isTarget);
    } finally {
      connection.close();
    }
  }
  const lock = createServingLock(file, 0);
  try {
    await lock.take();
  } catch (cause) {
    const isUsed = cause instanceof StoreRefusal;
    const why = isUsed
      ? `Teller is using ${file}, or a copy is running. Stop it first.`
      : cannotBeOpened(file, cause);
    throw new StoreRefusal(why, { cause });
  }
  try {
    const database = writingInWords(openDatabase(file, BUSY_TIMEOUT_MS), file);
    const keeper = createKeeper(database, file);
    return {
      ...readingInWords(createReader(database, { address: `sqlite:${file}`, now }), file),
      ...keeper,
      isEmpty: () => inWords(keeper.isEmpty(), file),
      async close() {
        await database.close();
        lock.free();
      },
    };
  } catch (error) {
    lock.free();
    throw faultInWords(error, file);
  }
}

type Unchanged = {
  readonly connection: DatabaseSync;
  /** For the end: throws a sentence when others have written to the file since, so that what was read may be of two moments. */
  checkUnwritten(): void;
};

/**
 * Opens an existing file so that nothing changes, not even the files beside it: where there is no log of writes, nobody has
 * written since it was closed, and SQLite is told not to make one. It then takes no heed of others, who may write meanwhile.
 */
export function openUnchanged(file: string): Unchanged {
  if (!existsSync(file)) throw new StoreRefusal(`There’s no store at ${file}. Check the address.`);
  const url = pathToFileURL(file);
  checkReadable(file);
  const log = `${file}-wal`;
  const before = existsSync(log) ? undefined : writtenTo(file);
  if (before !== undefined) url.searchParams.set('immutable', '1');
  return {
    connection: new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS }),
    checkUnwritten() {
      // Whoever closes the file last takes the log away again.
      if (before !== undefined && (existsSync(log) || writtenTo(file) !== before))
        throw new Error(`The file ${file} changed in the meantime. Try again.`);
    },
  };
}

/** Changes with each write to the file, and when another one takes its place. */
function writtenTo(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return `${stat?.mtimeNs} ${stat?.size} ${stat?.ino}`;
}

/** Throws a sentence when the file has another format, or is no store. */
export function checkFormat(connection: DatabaseSync, file: string, mayBeEmpty = false): void {
  const what = `The file ${file}`;
  const format = readFormat(connection, file);
  if (format === 0 && !mayBeEmpty) throw new StoreRefusal(`${what} isn’t a Teller store. Check the address.`);
  if (format !== 0 && format !== FORMAT) throw otherFormat(what, format);
}

function readFormat(connection: DatabaseSync, file: string): number {
  try {
    return formatOf(connection);
  } catch (error) {
    throw faultInWords(error, file);
  }
}

/** SQLite says of all of these that the disk has failed. */
function checkReadable(file: string): void {
  if (!statSync(file).isFile())
    throw new StoreRefusal(`${file} isn’t a file. Set the address to a store’s file.`);
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown';
    throw new StoreRefusal(`Teller can’t read ${file} (${code}). Run this as the user who runs Teller.`, {
      cause,
    });
  }
}

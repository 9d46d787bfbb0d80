// Opens a file for reading all of it, or for copying from it or into it.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { StoreKeeper, StoreReader } from '#store/records.ts';
import { StoreRefusal, tooNew, tooOld } from '#store/store-state.ts';
import { openDatabase } from './database.ts';
import { createKeeper } from './keeper.ts';
import { createReader } from './reader.ts';
import { schemaStateOf } from './schema.ts';
import { createServingLock } from './serving-lock.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** See StoreReader. All of it is as it was at the moment of opening, whatever is written meanwhile. */
export function openSqliteReader(file: string, now: () => number): StoreReader {
  const connection = openUnchanged(file);
  const isUnused = !existsSync(`${file}-wal`);
  try {
    checkSchema(connection, file);
    connection.exec('BEGIN');
    const prepare = (sql: string) => connection.prepare(sql);
    const write = () => Promise.reject(new Error('The store was opened for reading.'));
    return {
      ...createReader({ prepare, write }, { address: `sqlite:${file}`, now }),
      async close() {
        connection.close();
        if (isUnused && existsSync(`${file}-wal`))
          throw new Error(`The file ${file} was written to meanwhile. Try again.`);
      },
    };
  } catch (error) {
    connection.close();
    throw error;
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
    const connection = openUnchanged(file);
    try {
      checkSchema(connection, file, isTarget);
    } finally {
      connection.close();
    }
  }
  const lock = createServingLock(file, 0);
  try {
    await lock.take();
  } catch (cause) {
    throw new StoreRefusal(`A Teller, or a copy, uses the store's file ${file}. Stop it first.`, { cause });
  }
  try {
    const database = openDatabase(file, BUSY_TIMEOUT_MS);
    return {
      ...createReader(database, { address: `sqlite:${file}`, now }),
      ...createKeeper(database),
      async close() {
        database.close();
        lock.free();
      },
    };
  } catch (error) {
    lock.free();
    throw error;
  }
}

/**
 * Opens an existing file so that nothing changes, not even the files beside it: where there is no log of writes, nobody has
 * written since it was closed, and SQLite is told not to make one.
 */
export function openUnchanged(file: string): DatabaseSync {
  if (!existsSync(file)) throw new StoreRefusal(`There is no store at ${file}. Check the address.`);
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
}

/** Throws a sentence when a newer version wrote the file, or when it is no store. */
export function checkNotNewer(connection: DatabaseSync, file: string): void {
  const what = `The file ${file}`;
  const state = stateOf(connection, what);
  if (state === 'newer') throw tooNew(what);
  if (state === 'empty') throw new StoreRefusal(`${what} is no store of Teller.`);
}

function checkSchema(connection: DatabaseSync, file: string, mayBeEmpty = false): void {
  const what = `The file ${file}`;
  const state = stateOf(connection, what);
  if (state === 'older') throw tooOld(what);
  if (state === 'newer') throw tooNew(what);
  if (state === 'empty' && !mayBeEmpty) throw new StoreRefusal(`${what} is no store of Teller.`);
}

function stateOf(connection: DatabaseSync, what: string) {
  try {
    return schemaStateOf(connection);
  } catch (cause) {
    throw new StoreRefusal(`${what} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    });
  }
}

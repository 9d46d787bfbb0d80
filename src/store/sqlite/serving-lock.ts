// Which process serves a file: it holds a lock on a second file beside it. The operating system frees the lock when the
// process ends, however it ends, so whoever gets it knows that all others are gone.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { StoreRefusal } from '#store/store-state.ts';
import { isLocked } from './file-faults.ts';
import { makePrivateFile } from './files.ts';

const POLL_MS = 50;

/**
 * Takes the lock of the store at `file`: an exclusive transaction on an empty database, because Node itself cannot lock files.
 * Whoever closes the database frees it. Tries again for `waitMs` while another process has the lock, which `warn` is told, then
 * rejects with the sentence `busy`.
 */
export async function takeServingLock(
  file: string,
  busy: string,
  waitMs = 0,
  warn: (message: string) => void = () => {},
): Promise<DatabaseSync> {
  const lockFile = `${file}-lock`;
  makePrivateFile(lockFile);
  let lock = tryLock(lockFile);
  if (!lock && waitMs > 0)
    warn(`Another Teller is using ${file}. Waiting up to ${waitMs / 1_000} seconds for it to stop.`);
  for (const giveUpAt = performance.now() + waitMs; !lock; lock = tryLock(lockFile)) {
    if (performance.now() >= giveUpAt) throw new StoreRefusal(busy);
    // Unlike a timer of the clock it keeps the process alive, in which nothing else runs yet.
    await setTimeout(POLL_MS);
  }
  return lock;
}

/** Whether a process serves `file` now. */
export function isServed(file: string): boolean {
  if (!existsSync(`${file}-lock`)) return false;
  const lock = tryLock(`${file}-lock`);
  lock?.close();
  return lock === undefined;
}

function tryLock(lockFile: string): DatabaseSync | undefined {
  const connection = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
}

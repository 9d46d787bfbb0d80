// Which process serves a file: it holds a lock on a second file beside it. The operating system frees the lock when the
// process ends, however it ends, so whoever gets it knows that all others are gone.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { StoreRefusal } from '#store/store-state.ts';
import { isLocked } from './file-faults.ts';
import { makePrivateFile } from './private-files.ts';

const POLL_MS = 50;

type ServingLock = {
  /**
   * Takes the lock, or has it already. While another process holds it, tries again for `waitMs`, then rejects with a sentence.
   * How often it tries depends on the machine, how long it waits does not.
   */
  take(): Promise<void>;
  free(): void;
};

/**
 * `file` is the store's. The lock is an exclusive transaction on an empty database, because Node itself cannot lock files. `warn`
 * hears that it waits; `now` tells the time that passes (ms).
 */
export function createServingLock(
  file: string,
  waitMs: number,
  {
    warn = () => {},
    now = () => performance.now(),
  }: { warn?: (message: string) => void; now?: () => number } = {},
): ServingLock {
  let held: DatabaseSync | undefined;
  return {
    async take() {
      if (file === ':memory:') return;
      makePrivateFile(`${file}-lock`);
      held ??= tryLock(`${file}-lock`);
      if (held) return;
      if (waitMs > 0)
        warn(`Another Teller is using ${file}. Waiting up to ${waitMs / 1_000} seconds for it to stop.`);
      const giveUpAt = now() + waitMs;
      while (!held) {
        if (now() >= giveUpAt) throw new StoreRefusal(alreadyServed(file));
        // Unlike a timer of the clock it keeps the process alive, in which nothing else runs yet.
        await setTimeout(POLL_MS);
        held = tryLock(`${file}-lock`);
      }
    },
    free() {
      if (held?.isOpen) held.close();
      held = undefined;
    },
  };
}

/** Whether a process serves `file` now; takes no lock that could keep one from it for longer than this takes. */
export function isServed(file: string): boolean {
  if (!existsSync(`${file}-lock`)) return false;
  const connection = new DatabaseSync(`${file}-lock`, { readOnly: true, timeout: 0 });
  try {
    connection.prepare('SELECT name FROM sqlite_schema').all();
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw error;
  } finally {
    connection.close();
  }
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

function alreadyServed(file: string): string {
  return `Another Teller is using ${file}. Stop it, or set STORE_URL to another file. To share one store between several Tellers, use Redis.`;
}

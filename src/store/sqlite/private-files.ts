// The store's files are for their owner alone: they hold customers' names and numbers, and the service's token.
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Rights of the group and of everybody else. */
const OF_OTHERS = 0o077;

/**
 * Makes `file` with 0600, and its folder with 0700, where they are not there yet. SQLite gives the files that it makes beside
 * it (-wal, -shm) the same rights. The file is opened only when it is new: closing a second handle to a file drops the locks
 * that this process has on it.
 */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * Takes the rights of others from those of `files` that are there, as from a backup that was copied back; a folder that was
 * there before is its owner's choice and stays. Where that is not allowed, because another user owns the file, `warn` hears it.
 */
export function closeToOthers(files: readonly string[], warn: (message: string) => void): void {
  for (const file of files) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & OF_OTHERS) === 0) continue;
    try {
      chmodSync(file, mode & 0o700);
    } catch {
      warn(`Other users of this machine can open ${file}, and Teller isn’t allowed to change that`);
    }
  }
}

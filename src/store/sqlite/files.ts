// The files of a store: whether Teller may keep them where STORE_URL says, and that they are for their owner alone, because they
// hold customers' names and numbers, and the provider's token.
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asText, type Diagnosis, wrong } from '#lib/diagnosis.ts';
import { StoreRefusal } from '#store/store-state.ts';

const { R_OK, W_OK, X_OK } = constants;
/** What SQLite and the serving lock put beside a file. */
const BESIDE = ['', '-wal', '-shm', '-lock', '-lock-journal'];
/** Rights of the group and of everybody else. */
const OF_OTHERS = 0o077;

/** Why a store at `file`, an absolute path, cannot be used; undefined when nothing speaks against it. */
export function diagnosePath(file: string, mode = R_OK | W_OK): Diagnosis | undefined {
  const folder = nearestFolder(file);
  if (!statSync(folder).isDirectory())
    return wrong(`${folder} is a file, not a folder.`, 'Correct the address (STORE_URL).');
  const fault = diagnoseAccess(folder, mode | X_OK);
  if (fault) return fault;
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    return wrong(`${file} isn’t a file.`, 'Set the address (STORE_URL) to a file, not a folder.');
  return BESIDE.map((end) => diagnoseAccess(file + end, mode)).find(Boolean);
}

/** Throws where diagnosePath finds a fault. SQLite says of these that the disk has failed, or fails at the first write only. */
export function checkPath(file: string, mode?: number): void {
  const fault = diagnosePath(file, mode);
  if (fault) throw new StoreRefusal(asText(fault));
}

/** The folder of `file`, or the one above in which it would be made. */
export function nearestFolder(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) || folder === file ? folder : nearestFolder(folder);
}

/** Nothing speaks against a path where nothing is: another process, which closes its store, takes its files away at any moment. */
function diagnoseAccess(path: string, mode: number): Diagnosis | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    if (code === 'ENOENT') return undefined;
    if (code === 'EROFS')
      return wrong(`${path} is on a read-only disk.`, 'Make it writable, or set STORE_URL to another path.');
    return wrong(
      `Teller can’t ${mode & W_OK ? 'write to' : 'read'} ${path} (${code}, user id ${process.getuid?.()}).`,
      'Run this as the user who owns it, give it to the user who runs Teller, or set STORE_URL to another path.',
    );
  }
}

/**
 * Makes `file` with 0600, and its folder with 0700, where they are not there yet. SQLite gives the files that it makes beside
 * it the same rights. The file is opened only when it is new: closing a second handle to a file drops the locks that this
 * process has on it.
 */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * Takes the rights of others from the files of a store, as from a backup that was copied back; a folder that was there before is
 * its owner's choice and stays. Where that is not allowed, because another user owns the file, `warn` receives a sentence.
 */
export function closeToOthers(file: string, warn: (message: string) => void): void {
  for (const path of BESIDE.map((end) => file + end)) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & OF_OTHERS) === 0) continue;
    try {
      chmodSync(path, mode & 0o700);
    } catch {
      warn(`Other users of this machine can open ${path}, and Teller isn’t allowed to change that`);
    }
  }
}

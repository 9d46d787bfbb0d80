// Whether Teller may keep a file where STORE_URL says, in words for whoever runs it. Makes nothing.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Diagnosis, wrong } from '#lib/diagnosis.ts';

const { R_OK, W_OK, X_OK } = constants;

/** Why a store cannot be at `file`, an absolute path; undefined when nothing speaks against it. */
export function faultOfPlace(file: string): Diagnosis | undefined {
  const folder = nearestFolder(file);
  if (!statSync(folder).isDirectory())
    return wrong(`${folder} is a file, not a folder.`, 'Correct STORE_URL.');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    return wrong(`${file} isn’t a file.`, 'Set STORE_URL to a file, not a folder.');
  const written = ['', '-wal', '-shm', '-lock'].map((end) => whyNot(file + end, R_OK | W_OK));
  return whyNot(folder, W_OK | X_OK) ?? written.find(Boolean);
}

/** The folder of `file`, or the one above in which it would be made. */
export function nearestFolder(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) || folder === file ? folder : nearestFolder(folder);
}

/** Nothing speaks against a path where nothing is: another process, which closes its store, takes its files away at any moment. */
function whyNot(path: string, mode: number): Diagnosis | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    if (code === 'ENOENT') return undefined;
    if (code === 'EROFS')
      return wrong(`${path} is on a read-only disk.`, 'Make it writable, or set STORE_URL to another path.');
    const user = process.getuid ? ` (user id ${process.getuid()})` : '';
    return wrong(
      `Teller can’t write to ${path} (${code}).`,
      `Give it to the user who runs Teller${user}, or set STORE_URL to another path.`,
    );
  }
}

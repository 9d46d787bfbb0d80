// What went wrong with a file, in words with what to do: SQLite's own words name neither the file nor a way out.
import { StoreRefusal } from '#store/store-state.ts';

/** SQLite's code for a file that is not at its path any more. */
export const MOVED = 1032;
/** By SQLite's result codes (sqlite.org/rescode.html). */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another program has locked it. Close that program, then try again.',
  8: 'it’s read-only. Check who owns it, its folder and its disk.',
  10: 'its disk reports an error. Check the disk and the system log, then try again.',
  11: 'it’s damaged. Keep it as it is and restore a backup.',
  13: 'its disk is full. Free some space, then try again.',
  14: 'it or a file beside it can’t be opened. Check who owns it and its folder.',
  26: 'it isn’t an SQLite database. Check the address, or restore a backup.',
  [MOVED]: 'it was removed or replaced. Restart Teller.',
};
/** Writing, its sync, and making longer or shorter: the part of 10 that a full disk or a limit for files causes as well. */
const WRITE_FAULTS: ReadonlySet<number> = new Set([778, 1034, 1290, 1546, 4874]);
const NOT_TAKEN = 'its disk is full or limits how large files can be. Check the disk, then try again.';
const BUSY = 5;
const READ_ONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

/** Why SQLite could not do it, as the end of a sentence, and a next step; undefined for an error that is not SQLite's. */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return WRITE_FAULTS.has(code) ? NOT_TAKEN : (REASONS[code] ?? REASONS[code & 0xff]);
}

/** Of a copy from file to file: whether the one that is written is at fault. */
export function isWriteFault(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (WRITE_FAULTS.has(code) || code === FULL || (code & 0xff) === READ_ONLY);
}

/** Whether another program holds the lock that was needed. */
export function isLocked(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (code & 0xff) === BUSY;
}

/** Whether something else stands in the file than SQLite has written. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && ((code & 0xff) === CORRUPT || code === NOT_A_DATABASE);
}

/** The error with a sentence for people in the place of SQLite's words; any other one as it is. */
export function faultInWords(error: unknown, file: string): unknown {
  const reason = reasonOf(error);
  return reason === undefined
    ? error
    : new StoreRefusal(`The file ${file} can’t be used: ${reason}`, { cause: error });
}

/** What `work` resolves to; it fails in words. */
export async function inWords<Value>(work: Promise<Value>, file: string): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw faultInWords(error, file);
  }
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

// What went wrong with a file, in words with what to do: SQLite's own words name neither the file nor a way out.

/** SQLite's result codes (sqlite.org/rescode.html). Their last byte says what failed, the rest where. */
const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;
/** The file is not at its path any more. */
export const MOVED = 1032;

const NOT_TAKEN = 'its disk is full or limits how large files can be. Check the disk, then try again.';
const REASONS: Readonly<Record<number, string>> = {
  [BUSY]: 'another program has locked it. Close that program, then try again.',
  [READ_ONLY]: 'it’s read-only. Check who owns it, its folder and its disk.',
  [IO_ERROR]: 'its disk reports an error. Check the disk and the system log, then try again.',
  [CORRUPT]: 'it’s damaged. Keep it as it is and restore a backup.',
  [FULL]: 'its disk is full. Free some space, then try again.',
  14: 'it or a file beside it can’t be opened. Check who owns it and its folder.',
  [NOT_A_DATABASE]: 'it isn’t an SQLite database. Check the address, or restore a backup.',
  [MOVED]: 'it was removed or replaced. Restart Teller.',
  // The errors of IO_ERROR that a full disk causes: in writing, in its sync, in making a file longer or shorter.
  ...{ 778: NOT_TAKEN, 1034: NOT_TAKEN, 1290: NOT_TAKEN, 1546: NOT_TAKEN, 4874: NOT_TAKEN },
};

/** Runs `work`. SQLite's errors get a sentence for people in the place of its words, and are the cause of what is thrown. */
export function inWords<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw new Error(`The store’s file ${file} can’t be used: ${reason}`, { cause: error });
  }
}

/** Why SQLite could not do it, as the end of a sentence, and a next step; undefined for an error that is not SQLite's. */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  return REASONS[code] ?? REASONS[code & 0xff];
}

/** Of a copy from file to file: whether the one that is written is at fault. Of one that grows too large SQLite says IO_ERROR only. */
export function isWriteFault(error: unknown): boolean {
  const code = codeOf(error);
  return [FULL, IO_ERROR].includes(code) || (code & 0xff) === READ_ONLY || REASONS[code] === NOT_TAKEN;
}

/** Whether another program holds the lock that was needed. */
export function isLocked(error: unknown): boolean {
  return (codeOf(error) & 0xff) === BUSY;
}

/** Whether something else stands in the file than SQLite has written. */
export function isDamage(error: unknown): error is Error {
  return [CORRUPT, NOT_A_DATABASE].includes(codeOf(error) & 0xff);
}

/** SQLite's code for the error or its cause; 0 where neither is SQLite's. */
function codeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  return 'errcode' in error ? Number(error.errcode) : codeOf(error.cause);
}

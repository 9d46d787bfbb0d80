// Writes that are asked for in one turn of the event loop share one transaction, because the disk takes as long for a
// hundred as for one: 200 triggers of a burst take 2 ms instead of 30 to 300. While another process holds the lock of the file,
// they wait for it together, and the event loop goes on.
import { isLocked } from './file-faults.ts';

const RETRY_MS = 20;

type Waiting = {
  readonly isDurable: boolean;
  /** Throws what the change throws. Returns what says so to the caller once it is on the disk. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
  readonly answered: Promise<unknown>;
  /** How often the lock is still tried. Not a time: a process that stood still would find it over before it has tried. */
  triesLeft: number;
};

/**
 * `inTransaction` runs all of its work or, when it throws, none, and with `isDurable` it returns when that is on the disk. A
 * change may be run again after it was undone. `inTransaction` must not wait for the lock: writes are tried again for about
 * `lockWaitMs`.
 */
export function createGroupCommit(
  inTransaction: (change: () => void, isDurable: boolean) => void,
  lockWaitMs: number,
) {
  let waiting: Waiting[] = [];

  function flush(): void {
    if (waiting.length === 0) return;
    const group = waiting;
    waiting = [];
    waiting = [...commit(group), ...waiting];
    if (waiting.length > 0) setTimeout(flush, RETRY_MS);
  }

  /** Returns those that wait for the lock, in their order. */
  function commit(group: readonly Waiting[]): readonly Waiting[] {
    let begun = false;
    let resolves: readonly (() => void)[] = [];
    try {
      inTransaction(
        () => {
          begun = true;
          resolves = group.map(({ run }) => run());
        },
        group.some(({ isDurable }) => isDurable),
      );
    } catch (error) {
      if (!begun && isLocked(error)) return stillInTime(group, error);
      // A change that throws must not take the others with it, so each is tried alone, but none before an earlier one.
      if (begun && group.length > 1) return group.reduce<readonly Waiting[]>(commitAfter, []);
      for (const { reject } of group) reject(error);
      return [];
    }
    for (const resolve of resolves) resolve();
    return [];
  }

  function commitAfter(left: readonly Waiting[], one: Waiting): readonly Waiting[] {
    return left.length > 0 ? [...left, one] : commit([one]);
  }

  function write<Result>(change: () => Result, isDurable: boolean): Promise<Result> {
    const { promise: answered, resolve, reject } = Promise.withResolvers<Result>();
    const run = () => {
      const answer = change();
      return () => resolve(answer);
    };
    // After the sockets have been read, so that all requests that lay there are in the same group.
    if (waiting.length === 0) setImmediate(flush);
    const triesLeft = Math.ceil(lockWaitMs / RETRY_MS);
    waiting.push({ isDurable, run, reject, answered, triesLeft });
    return answered;
  }

  return {
    /** Resolves with what `change` answered, once it is on the disk. Rejects, and nothing of it is stored, when it throws. */
    write: <Result>(change: () => Result) => write(change, true),
    /** The same, but a loss of power may undo it until the next `write` has resolved. The end of the process does not. */
    writeUnsynced: <Result>(change: () => Result) => write(change, false),
    /** Writes at once what waits, and resolves when everything that was asked for so far has been answered. */
    async settle(): Promise<void> {
      flush();
      await Promise.allSettled(waiting.map(({ answered }) => answered));
    },
  };
}

function stillInTime(group: readonly Waiting[], error: unknown): readonly Waiting[] {
  return group.filter((one) => {
    one.triesLeft -= 1;
    if (one.triesLeft <= 0) one.reject(error);
    return one.triesLeft > 0;
  });
}

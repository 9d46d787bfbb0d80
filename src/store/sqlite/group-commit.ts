// Writes that are asked for in one turn of the event loop share one transaction, because the disk takes as long for a
// hundred as for one: 200 triggers of a burst take 2 ms instead of 30 to 300. While another process holds the lock of the file,
// they wait for it together, and the event loop goes on.
import { isLocked } from './file-faults.ts';

const RETRY_MS = 20;

type Waiting = PromiseWithResolvers<void> & {
  readonly change: () => void;
  readonly unsynced: boolean;
  /** How often the lock is still tried. Not a time: a process that stood still would find it over before it has tried. */
  triesLeft: number;
};

/**
 * `transact` runs all changes or, when it throws, none. It does not wait for the lock: writes are tried again for about
 * `waitMs`. A fault of the file, which is all that makes a change throw, rejects the whole group.
 */
export function createGroupCommit(
  transact: (changes: readonly (() => void)[], unsynced: boolean) => void,
  waitMs: number,
) {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      const changes = group.map(({ change }) => change);
      const isUnsynced = group.every(({ unsynced }) => unsynced);
      transact(changes, isUnsynced);
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const one of group) {
        one.triesLeft -= 1;
        if (isLocked(error) && one.triesLeft > 0) waiting.push(one);
        else one.reject(error);
      }
      if (waiting.length > 0) setTimeout(flush, RETRY_MS);
    }
  }

  return {
    /**
     * Resolves once `change`, which may run twice, is on the disk; with `unsynced` a loss of power may undo it until a later write
     * without has resolved.
     */
    write(change: () => void, unsynced = false): Promise<void> {
      // After the sockets have been read, so that all requests that lay there are in the same group.
      if (waiting.length === 0) setImmediate(flush);
      const triesLeft = Math.ceil(waitMs / RETRY_MS);
      const one = { ...Promise.withResolvers<void>(), change, unsynced, triesLeft };
      waiting.push(one);
      return one.promise;
    },
    /** Writes at once what waits, and resolves when everything that was asked for so far has been answered. */
    async settle(): Promise<void> {
      flush();
      await Promise.allSettled(waiting.map(({ promise }) => promise));
    },
  };
}

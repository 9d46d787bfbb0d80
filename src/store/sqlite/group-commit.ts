// Many writes, one wait for the disk: whatever is asked for in one turn of the event loop shares a transaction. The
// disk takes as long for a hundred notifications as for one.

export type GroupCommit = {
  /** Resolves with what `change` answered, once it is on the disk. Rejects, and nothing of it is kept, when it throws. */
  write<Result>(change: () => Result): Promise<Result>;
  /** Writes at once what is waiting. */
  flush(): void;
};

type Waiting = {
  /** Throws what the change throws. */
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** `inTransaction` runs all of its work or, when it throws, none. A change may be run again after it was undone. */
export function createGroupCommit(inTransaction: (change: () => void) => void): GroupCommit {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    let begun = false;
    try {
      inTransaction(() => {
        begun = true;
        for (const { run } of group) run();
      });
    } catch (error) {
      // Nobody pays for another's fault. What could not even begin would wait for the lock once more for each.
      if (begun && group.length > 1) for (const one of group) alone(one);
      else for (const { reject } of group) reject(error);
      return;
    }
    for (const { resolve } of group) resolve();
  }

  function alone({ run, resolve, reject }: Waiting): void {
    try {
      inTransaction(run);
    } catch (error) {
      reject(error);
      return;
    }
    resolve();
  }

  return {
    write: (change) =>
      new Promise((resolve, reject) => {
        let answer: { readonly is: ReturnType<typeof change> } | undefined;
        waiting.push({
          run: () => {
            answer = { is: change() };
          },
          resolve: () => resolve((answer as { readonly is: ReturnType<typeof change> }).is),
          reject,
        });
        // After the sockets have been read, so that all requests that lay there are in the same group.
        if (waiting.length === 1) setImmediate(flush);
      }),
    flush,
  };
}

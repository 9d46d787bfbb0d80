// Lets work on the same thing run one after the other within this process.

/** Runs `work` when all work that was begun before under one of `keys` has ended. Settles as `work` does. */
export type InTurn<Key> = <Value>(keys: readonly Key[], work: () => Promise<Value>) => Promise<Value>;

export function createInTurn<Key>(): InTurn<Key> {
  /** For each key the end of the work that was begun last; it never rejects. */
  const ends = new Map<Key, Promise<void>>();
  return (keys, work) => {
    const done = Promise.all(keys.map((key) => ends.get(key))).then(work);
    // All keys are taken in this one step, so two callers never wait for each other.
    const end = done.then(
      () => release(),
      () => release(),
    );
    for (const key of keys) ends.set(key, end);
    function release() {
      for (const key of keys) if (ends.get(key) === end) ends.delete(key);
    }
    return done;
  };
}

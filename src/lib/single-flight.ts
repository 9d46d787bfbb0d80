// Shares running work: a call while the same work is running gets the same promise instead of starting it again.

/** Wraps `work` so that calls that overlap in time share one run; with keys, those with the same key. */
export function singleFlight<Value, Key = void>(
  work: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>();
  return (key) => {
    const already = running.get(key);
    if (already) return already;
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}

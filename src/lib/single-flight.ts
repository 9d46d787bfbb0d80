// Shares running work: a call while the same work is running gets the same promise instead of starting it again.

/** Wraps `work` so that calls with the same key that overlap in time share one run. */
export function singleFlight<Key, Value>(work: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>();
  return (key) => {
    const already = running.get(key);
    if (already) return already;
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}

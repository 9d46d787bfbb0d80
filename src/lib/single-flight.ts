// Many callers, one piece of work: whoever asks while it runs gets the same promise.

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

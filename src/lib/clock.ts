// The only source of time: whatever waits or dates something takes a Clock, so that tests can move time.

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs`; the returned function cancels that. Does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`, or at once when that has passed or `signal` aborts; never rejects. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    // Node warns of a timer that is due already.
    const cancel = clock.after(Math.max(0, delayMs), done);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** As `promise`, whose work goes on, but resolves to `fallback` when that takes longer than `limitMs`. */
export function withTimeout<Value, Fallback>(
  clock: Clock,
  limitMs: number,
  promise: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(fallback));
    promise.then(resolve, reject).finally(cancel);
  });
}

/**
 * A signal that aborts after `limitMs` of real time, unless `end` was called before. A timer of AbortSignal.timeout would keep each
 * call in memory until then.
 */
export function startLimit(limitMs: number): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const reason = () => new DOMException(`nothing came within ${limitMs} ms`, 'TimeoutError');
  return { signal: controller.signal, end: systemClock.after(limitMs, () => controller.abort(reason())) };
}

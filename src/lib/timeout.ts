// Limits how long a caller waits for a promise. The work behind the promise is not stopped.
import type { Clock } from './clock.ts';

/** As `promise`, but resolves to `fallback` when that takes longer than `limitMs`. */
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

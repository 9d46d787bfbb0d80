// Limits how long a caller waits for a promise. The work behind the promise is not stopped.
import type { Clock } from './clock.ts';

/** A timer that rings so much later says that the process stood still. */
const STOOD_STILL_MS = 250;

/**
 * As `promise`, but resolves to `fallback` when that takes longer than `limitMs`. A process that stood still waits once more: timers
 * come before sockets, so what it waits for may have come long before it could be read.
 */
export function withTimeout<Value, Fallback>(
  clock: Clock,
  limitMs: number,
  promise: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(fallback);
    const dueAt = performance.now() + limitMs;
    let cancel = clock.after(limitMs, () => {
      if (performance.now() - dueAt < STOOD_STILL_MS) giveUp();
      else cancel = clock.after(limitMs, giveUp);
    });
    promise.then(resolve, reject).finally(() => cancel());
  });
}

// A limit on waiting: the caller goes on with a fallback, the slow one may still end by itself.
import type { Clock } from './clock.ts';

/** What `promise` resolves to, or `fallback` when it takes longer than `limitMs`. Rejects only if the promise does in time. */
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

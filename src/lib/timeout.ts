// Limits how long somebody waits: for a promise, whose work is not stopped, or for what a signal stops.
import { type Clock, systemClock } from './clock.ts';

/** A timer that rings so much later says that the process stood still. */
const STOOD_STILL_MS = 250;

/** As `promise`, but resolves to `fallback` when that takes longer than `limitMs`. */
export function withTimeout<Value, Fallback>(
  clock: Clock,
  limitMs: number,
  promise: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  return new Promise((resolve, reject) => {
    const cancel = afterLimit(clock, limitMs, () => resolve(fallback));
    promise.then(resolve, reject).finally(cancel);
  });
}

/** A signal that aborts after `limitMs` of real time, as AbortSignal.timeout makes one, unless `end` was called before. */
export function startLimit(limitMs: number): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const reason = () => new DOMException(`nothing came within ${limitMs} ms (timeout)`, 'TimeoutError');
  const end = afterLimit(systemClock, limitMs, () => controller.abort(reason()));
  return { signal: controller.signal, end };
}

/**
 * Calls `giveUp` after `limitMs`; the returned function cancels that. A process that stood still waits once more: timers come before
 * sockets, so what it waits for may have come long before it could be read.
 */
function afterLimit(clock: Clock, limitMs: number, giveUp: () => void): () => void {
  const dueAt = performance.now() + limitMs;
  let cancel = clock.after(limitMs, () => {
    if (performance.now() - dueAt < STOOD_STILL_MS) giveUp();
    else cancel = clock.after(limitMs, giveUp);
  });
  return () => cancel();
}

// Repeats a request that the payment service certainly refused, because it has too much to do or cannot be reached. Only for rows
// of a bulk: nobody waits for one of them, and the rows behind it wait as well.
import { type Clock, sleep } from '#lib/clock.ts';
import { ProviderError } from '#provider/errors.ts';

/** After the first request (ms). */
const REPEATED_FOR_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 2_000;
/** Well before another process takes up what was left refused (orders/bulk.ts). */
const MAX_PAUSE_MS = 20_000;

/** True when the service did nothing, and may do the same later. */
export function isBusy(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    error.outcome === 'refused' &&
    (error.kind === 'rate_limited' || error.kind === 'unavailable')
  );
}

/**
 * Settles as the last `request` does; undefined when it is left to another process, because Teller stops (`signal` aborts), or to
 * nobody. `since`: when (ms) it was first requested. `wasRefused` saves that it did nothing, and `mayRepeat` that it is repeated:
 * it resolves to false when another process has, or the order does not wait for it any more.
 */
export async function whenFree<Value>(
  request: () => Promise<Value>,
  how: {
    since: number;
    wasRefused: () => Promise<void>;
    mayRepeat: () => Promise<boolean>;
    clock: Clock;
    signal: AbortSignal;
  },
): Promise<Value | undefined> {
  const { since, wasRefused, mayRepeat, clock, signal } = how;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await request();
    } catch (error) {
      if (!isBusy(error) || clock.now() + pauseMs > since + REPEATED_FOR_MS) throw error;
    }
    await wasRefused();
    await sleep(clock, pauseMs, signal);
    if (signal.aborted || !(await mayRepeat())) return undefined;
  }
}

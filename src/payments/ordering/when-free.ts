// Repeats a request that the payment service certainly refused, because it has too much to do or cannot be reached. Only for rows
// of a bulk: nobody waits for one of them, and the rows behind it wait as well.
import { type Clock, sleep } from '#lib/clock.ts';
import { ProviderError } from '#provider/errors.ts';

/**
 * After the request (ms); well before an order without an answer counts as not sent (NOT_SENT_AFTER_MS), so that a check never
 * ends an order that is still to be sent.
 */
const REPEATED_FOR_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 2_000;
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
 * Settles as the last `request` does. `isWanted`: whether the order still waits for it. `signal` aborts when Teller stops: then
 * nothing is repeated.
 */
export async function whenFree<Value>(
  request: () => Promise<Value>,
  how: { requestedAt: number; isWanted: () => Promise<boolean>; clock: Clock; signal: AbortSignal },
): Promise<Value> {
  const { requestedAt, isWanted, clock, signal } = how;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await request();
    } catch (error) {
      if (!isBusy(error) || clock.now() + pauseMs > requestedAt + REPEATED_FOR_MS) throw error;
      await sleep(clock, pauseMs, signal);
      if (signal.aborted || !(await isWanted())) throw error;
    }
  }
}

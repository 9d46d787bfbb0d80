// What somebody waits for is not given up because Slack asks to wait for a moment, or its answer to Teller is lost.
import { type Clock, sleep } from '#lib/clock.ts';
import { postFailureOf } from './post-failure.ts';

/** The longest wait for a rate limit while somebody waits for the call. */
const MAX_WAIT_MS = 5_000;

/** Makes the call, and after a short rate limit once more. Rejects with what the last call rejects with. */
export async function afterShortLimit<Answer>(
  clock: Clock,
  call: () => Promise<Answer>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const failure = postFailureOf(error);
    if (failure.status !== 'rate_limited' || failure.retryAfterMs > maxWaitMs) throw error;
    await sleep(clock, failure.retryAfterMs);
    return call();
  }
}

/**
 * Makes the call, and once more when the answer was lost. For what one person sees: to read the same twice is better than to read
 * nothing, or that something went wrong.
 */
export async function againIfLost<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (postFailureOf(error).status !== 'unknown') throw error;
    return call();
  }
}

/** Both. What may have worked is called twice at most. */
export function untilShown<Answer>(
  clock: Clock,
  call: () => Promise<Answer>,
  maxWaitMs?: number,
): Promise<Answer> {
  return againIfLost(() => afterShortLimit(clock, call, maxWaitMs));
}

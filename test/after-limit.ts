// Tests of a limit of time, without a race: on a busy machine what is limited can take longer than any short limit to arrive.
import { vi } from 'vitest';

/** How `ask` ends when its limit of `ms` passes right after `hasArrived`. Until then nothing that waits for a timer goes on. */
export async function afterLimit<T>(
  ms: number,
  ask: () => Promise<T>,
  hasArrived: () => boolean,
): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked = ask();
    // Somebody else waits for it only below.
    asked.catch(() => undefined);
    // `expect.poll` would let the faked timers go on by its interval.
    while (!hasArrived()) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(ms);
    return await asked;
  } finally {
    // Whoever began to wait meanwhile would wait for ever.
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  }
}

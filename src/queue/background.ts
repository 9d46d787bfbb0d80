// Work on what is stored, done while Teller runs: a little at a time with pauses, so that nobody waits for it. Begun anew with
// each start, so a step must find by itself what is left.
import { type Clock, sleep } from '#lib/clock.ts';
import type { StateReporter } from '#observability/reporter.ts';
import { backoff } from './worker.ts';

const PAUSE_MS = 50;

/**
 * Repeats `step` until it says `done`, or `signal` aborts; never rejects. After a failure it is tried again, later each time,
 * and the log has `failing` once. A step that was `cheap` is followed by the next without a pause.
 */
export async function workInBackground(deps: {
  step: () => Promise<'done' | 'cheap' | 'more'>;
  /** What the work is, and the sentence for the log while the store is away. */
  what: string;
  failing: string;
  clock: Clock;
  reporter: StateReporter;
  signal: AbortSignal;
}): Promise<void> {
  const { step, what, failing, clock, reporter, signal } = deps;
  let failures = 0;
  while (!signal.aborted) {
    let pauseMs = PAUSE_MS;
    try {
      const result = await step();
      failures = 0;
      if (result === 'done') return;
      if (result === 'cheap') pauseMs = 0;
    } catch (error) {
      failures += 1;
      reporter.failing(what, failing, error);
      pauseMs = backoff(failures);
    }
    if (pauseMs > 0) await sleep(clock, pauseMs, signal);
  }
}

// Work that goes on in rounds for as long as the process runs, also while the store or Slack is down.
import { sleep } from '#lib/clock.ts';
import { TAKE_OVER_MS } from '#lib/with-lease.ts';
import type { SlackContext } from '#slack/context.ts';

/** `pause`: what ends a round that went well, when the work has further rounds of its own. */
type Round = (
  ctx: SlackContext,
  signal: AbortSignal,
  pause: (waitMs: number) => Promise<void>,
) => Promise<number>;

/**
 * `round` resolves to the time (ms) until the next one. `context`: the whole context, which has `trigger` in it. `maxPause`: the longest
 * pause after rounds that failed, in `TAKE_OVER_MS`.
 */
export function createRounds(
  context: () => SlackContext,
  { name, does, maxPause }: { name: string; does: string; maxPause: number },
  round: Round,
) {
  let wake = new AbortController();
  return {
    /** Begins the next round now, or right after the one that runs. Returns at once. */
    trigger(): void {
      wake.abort();
    },
    /** Until `signal` aborts; never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      const ctx = context();
      let failures = 0;
      async function rest(waitMs: number): Promise<void> {
        await sleep(ctx.clock, waitMs, AbortSignal.any([signal, wake.signal]));
        wake = new AbortController();
      }
      async function pause(waitMs: number): Promise<void> {
        if (failures > 0) ctx.reporter.working(name, `${does} again`);
        failures = 0;
        await rest(waitMs);
      }
      while (!signal.aborted)
        try {
          await pause(await round(ctx, signal, pause));
        } catch (error) {
          ctx.reporter.failing(name, `${does} failed; trying again`, error);
          failures += 1;
          await rest(TAKE_OVER_MS * Math.min(1 + failures, maxPause));
        }
    },
  };
}

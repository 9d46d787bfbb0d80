// Slack takes about one message a second in a channel, after a burst of unpublished size, so a channel is paced only for a while
// after Slack has limited it. Each replica paces for itself.
import type { Clock } from '#lib/clock.ts';

export type Pace = ReturnType<typeof createPace>;
export type ChannelPaces = ReturnType<typeof createChannelPaces>;

/** Slack takes about fifty edits a minute; more than half of them are left to cards of payments. */
export const ERASING = { everyMs: 3_000, burst: 10, maxWaitMs: 60 * 60_000 };
const POSTING = { everyMs: 1_000, burst: 1, maxWaitMs: 60_000 };
const PACED_FOR_MS = 5 * 60_000;

/** Turns are free every `everyMs`, up to `burst` at once after a break. */
export function createPace(clock: Clock, { everyMs, burst, maxWaitMs }: typeof ERASING) {
  /** When the next turn is free; in the past while the burst is not used up. */
  let nextAt = Number.NEGATIVE_INFINITY;
  /** The latest times that were promised. */
  let moneyAt = Number.NEGATIVE_INFINITY;
  let othersAt = Number.NEGATIVE_INFINITY;
  const earliest = () => Math.max(nextAt, clock.now() - (burst - 1) * everyMs);
  /** Also when none is free. */
  const takeTurn = () => {
    nextAt = earliest() + everyMs;
  };

  return {
    takeTurn,
    /** Takes a turn and returns 0, or returns in how many ms to try again. Money goes first. */
    tryTurn(isMoney = false): number {
      const now = clock.now();
      const freeAt = isMoney ? earliest() : Math.max(earliest(), moneyAt + everyMs);
      if (freeAt <= now) {
        takeTurn();
        return 0;
      }
      const at = Math.max(freeAt, (isMoney ? moneyAt : othersAt) + everyMs);
      // Each turn until then is promised, so this message comes back when later ones can be.
      if (at > now + maxWaitMs) return maxWaitMs;
      if (isMoney) moneyAt = at;
      else othersAt = at;
      return at - now;
    },
    pause(ms: number): void {
      nextAt = Math.max(nextAt, clock.now() + ms);
    },
  };
}

export function createChannelPaces(clock: Clock) {
  const limited = new Map<string, { readonly pace: Pace; readonly until: number }>();
  return {
    tryTurn: (channel: string, isMoney: boolean) => limited.get(channel)?.pace.tryTurn(isMoney) ?? 0,
    limited(channel: string, retryAfterMs: number): void {
      const now = clock.now();
      for (const [id, { until }] of limited) if (until < now) limited.delete(id);
      const pace = limited.get(channel)?.pace ?? createPace(clock, POSTING);
      pace.pause(retryAfterMs);
      limited.set(channel, { pace, until: now + retryAfterMs + PACED_FOR_MS });
    },
  };
}

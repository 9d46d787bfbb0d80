// Slack takes about one message a second in each channel, after a burst of a size that it does not publish. A channel is therefore
// paced only after Slack has limited it there, so that nothing waits for a limit that is not reached. Each replica paces for itself;
// Slack's next 429 corrects them.
import type { Clock } from '#lib/clock.ts';

export type Pace = {
  /**
   * Takes a turn and returns 0, or takes none and returns in how many ms to try again. Money is told an earlier time than everything
   * else that waits, and nothing else takes the turn that money was told.
   */
  tryTurn(isMoney?: boolean): number;
  /** Takes a turn even when none is free. */
  takeTurn(): void;
  /** Frees no turn for so many ms. */
  pause(ms: number): void;
};

/** Of the posts in each channel. */
export type ChannelPaces = {
  /** As Pace.tryTurn; always 0 in a channel that Slack has not limited lately. */
  tryTurn(channel: string, isMoney: boolean): number;
  /** Slack has refused a message in the channel, and asks to wait for so many ms. */
  limited(channel: string, retryAfterMs: number): void;
};

const EVERY_MS = 1_000;

/** A channel is paced for so long after Slack has limited it. */
const PACED_FOR_MS = 5 * 60_000;

/** The longest wait that is told. Whoever comes back too early is told to wait again. */
const MAX_WAIT_MS = 60_000;

/** Slack takes about fifty edits a minute of all channels together; more than half of them are left to cards of payments. */
export const ERASING = { everyMs: 3_000, burst: 10, maxWaitMs: 60 * 60_000 };

/** Turns are free every `everyMs`, up to `burst` at once after a break. */
export function createPace(
  clock: Clock,
  options: { readonly everyMs: number; readonly burst: number; readonly maxWaitMs: number },
): Pace {
  const { everyMs, burst, maxWaitMs } = options;
  /** When the next turn is free; in the past while the burst is not used up. */
  let nextAt = Number.NEGATIVE_INFINITY;
  /** The latest time that was told. */
  let moneyToldAt = Number.NEGATIVE_INFINITY;
  let othersToldAt = Number.NEGATIVE_INFINITY;
  const earliest = () => Math.max(nextAt, clock.now() - (burst - 1) * everyMs);

  return {
    tryTurn(isMoney = false) {
      const now = clock.now();
      const freeAt = isMoney ? earliest() : Math.max(earliest(), moneyToldAt + everyMs);
      if (freeAt <= now) {
        nextAt = earliest() + everyMs;
        return 0;
      }
      const at = Math.max(freeAt, (isMoney ? moneyToldAt : othersToldAt) + everyMs);
      // Each turn until then has its message, so this one comes back when those after them can be told.
      if (at > now + maxWaitMs) return maxWaitMs;
      if (isMoney) moneyToldAt = at;
      else othersToldAt = at;
      return at - now;
    },
    takeTurn() {
      nextAt = earliest() + everyMs;
    },
    pause(ms) {
      nextAt = Math.max(nextAt, clock.now() + ms);
    },
  };
}

export function createChannelPaces(clock: Clock): ChannelPaces {
  const limited = new Map<string, { readonly pace: Pace; readonly until: number }>();
  return {
    tryTurn: (channel, isMoney) => limited.get(channel)?.pace.tryTurn(isMoney) ?? 0,
    limited(channel, retryAfterMs) {
      const now = clock.now();
      for (const [id, { until }] of limited) if (until < now) limited.delete(id);
      const pace =
        limited.get(channel)?.pace ??
        createPace(clock, { everyMs: EVERY_MS, burst: 1, maxWaitMs: MAX_WAIT_MS });
      pace.pause(retryAfterMs);
      limited.set(channel, { pace, until: now + retryAfterMs + PACED_FOR_MS });
    },
  };
}

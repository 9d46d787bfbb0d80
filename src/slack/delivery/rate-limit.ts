// Slack takes about one message a second in each channel, after a short burst. Keeping to that here delays one channel;
// a 429 from Slack would delay all of them. The edits that erase customers have a pace of their own. Where several replicas
// serve, the store counts for all of them together.
import type { Clock } from '#lib/clock.ts';
import type { SharedTurns } from '#store/store.ts';

export type RateLimit = {
  /**
   * Takes a turn to post in `channel` now and resolves to 0, or takes none and resolves to in how many ms to try again.
   * Rejects when the store that counts for all replicas is down.
   */
  tryTurn(channel: string): Promise<number>;
  /** Takes a turn even when none is free, without delay: for a message that somebody waits for. */
  takeTurn(channel: string): void;
};

/**
 * Turns are free every `everyMs`, up to `burst` at once after a pause. `maxWaitMs`: the longest wait that `tryTurn` answers;
 * whoever comes back too early is asked to wait again.
 */
type Pace = { readonly everyMs: number; readonly burst: number; readonly maxWaitMs: number };

const POSTS: Pace = { everyMs: 1_000, burst: 4, maxWaitMs: 60_000 };

/** Slack takes about fifty edits a minute of all channels together; more than half of them are left to cards of payments. */
export const ERASING: Pace = { everyMs: 3_000, burst: 10, maxWaitMs: 60 * 60_000 };

type Channel = {
  /** When the next turn is free (ms); in the past while the burst is not used up. */
  nextAt: number;
  /** The last time that a caller was told to come back at (ms): the next one is told a time `everyMs` after it. */
  lastToldAt: number;
};

/** `shared` is that of the store; without it this process counts alone. */
export function createRateLimit(clock: Clock, shared?: SharedTurns, pace = POSTS): RateLimit {
  if (!shared) return createOwnRateLimit(clock, pace);
  const take = (channel: string, evenIfNone: boolean) =>
    shared(channel, { now: clock.now(), ...pace, evenIfNone });
  return {
    tryTurn: (channel) => take(channel, false),
    takeTurn(channel) {
      // A turn that is not counted makes Slack's limit more likely, and nothing worse.
      void take(channel, true).catch(() => undefined);
    },
  };
}

function createOwnRateLimit(clock: Clock, { everyMs, burst, maxWaitMs }: Pace): RateLimit {
  const channels = new Map<string, Channel>();

  function stateOf(channel: string): Channel {
    const now = clock.now();
    // A channel whose burst is free again is dropped, so that the map holds only busy channels.
    for (const [id, { nextAt }] of channels) if (nextAt <= now - burst * everyMs) channels.delete(id);
    const known = channels.get(channel);
    // A turn that far ahead means that the clock was set back, so the state is useless.
    const isInvalid = known !== undefined && known.nextAt > now + maxWaitMs;
    const state = known && !isInvalid ? known : { nextAt: now - (burst - 1) * everyMs, lastToldAt: 0 };
    channels.set(channel, state);
    return state;
  }

  return {
    async tryTurn(channel) {
      const state = stateOf(channel);
      const now = clock.now();
      if (state.nextAt <= now) {
        state.nextAt += everyMs;
        return 0;
      }
      const at = Math.max(state.nextAt, state.lastToldAt + everyMs);
      // Every turn until then has its caller, so this one has none and comes back when those after them can be told. Were it
      // counted, all that are asked to wait longest would come back for the same turn, and leave the turns after it unused.
      if (at > now + maxWaitMs) return maxWaitMs;
      state.lastToldAt = at;
      return at - now;
    },
    takeTurn(channel) {
      stateOf(channel).nextAt += everyMs;
    },
  };
}

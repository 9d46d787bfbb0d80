// Slack takes about one message a second in each channel, after a short burst. Keeping to that here delays one channel;
// a 429 from Slack would delay all of them. Where several replicas serve, the store counts for all of them together.
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

const EVERY_MS = 1_000;
const BURST = 4;

/** The longest wait that `tryTurn` answers; whoever comes back too early is asked to wait again. */
const MAX_WAIT_MS = 60_000;

type Channel = {
  /** When the next turn is free (ms); in the past while the burst is not used up. */
  nextAt: number;
  /** How many were asked to wait since the last turn: each is given a time one second after the one before. */
  waiting: number;
};

/** `shared` is that of the store; without it this process counts alone. */
export function createRateLimit(clock: Clock, shared?: SharedTurns): RateLimit {
  if (!shared) return createOwnRateLimit(clock);
  const take = (channel: string, evenIfNone: boolean) =>
    shared(channel, {
      now: clock.now(),
      everyMs: EVERY_MS,
      burst: BURST,
      maxWaitMs: MAX_WAIT_MS,
      evenIfNone,
    });
  return {
    tryTurn: (channel) => take(channel, false),
    takeTurn(channel) {
      // A turn that is not counted makes Slack's limit more likely, and nothing worse.
      void take(channel, true).catch(() => undefined);
    },
  };
}

function createOwnRateLimit(clock: Clock): RateLimit {
  const channels = new Map<string, Channel>();

  function stateOf(channel: string): Channel {
    const now = clock.now();
    // A channel whose burst is free again is dropped, so that the map holds only busy channels.
    for (const [id, { nextAt }] of channels) if (nextAt <= now - BURST * EVERY_MS) channels.delete(id);
    const known = channels.get(channel);
    // A turn that far ahead means that the clock was set back, so the state is useless.
    const isInvalid = known !== undefined && known.nextAt > now + MAX_WAIT_MS;
    const state = known && !isInvalid ? known : { nextAt: now - (BURST - 1) * EVERY_MS, waiting: 0 };
    channels.set(channel, state);
    return state;
  }

  return {
    async tryTurn(channel) {
      const state = stateOf(channel);
      const waitMs = state.nextAt - clock.now();
      if (waitMs <= 0) {
        state.nextAt += EVERY_MS;
        state.waiting = Math.max(0, state.waiting - 1);
        return 0;
      }
      state.waiting += 1;
      return Math.min(waitMs + (state.waiting - 1) * EVERY_MS, MAX_WAIT_MS);
    },
    takeTurn(channel) {
      stateOf(channel).nextAt += EVERY_MS;
    },
  };
}

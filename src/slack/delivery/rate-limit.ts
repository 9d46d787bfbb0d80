// Slack takes about one message a second in a channel, and a short burst. Going slower ourselves is better than being
// told to: a 429 holds up every channel, this holds up one.
import type { Clock } from '#lib/clock.ts';

export type RateLimit = {
  /** Takes a turn to post in `channel` now and answers 0, or answers in how many ms to come again. */
  turn(channel: string): number;
  /** Takes a turn whether or not there is one: for what somebody waits for. */
  jumpTheQueue(channel: string): void;
};

const EVERY_MS = 1_000;
const BURST = 4;

/** Nobody is sent away for longer than this; whoever comes too early is sent away again. */
const MAX_WAIT_MS = 60_000;

type Channel = {
  /** When the next turn is free, if turns were taken one a second; in the past while the burst is not used up. */
  nextAt: number;
  /** How many were sent away since the last turn: each is told to come a second after the one before. */
  waiting: number;
};

export function createRateLimit(clock: Clock): RateLimit {
  const channels = new Map<string, Channel>();

  function stateOf(channel: string): Channel {
    const now = clock.now();
    // A channel that has had its rest starts afresh; forgetting it keeps the map as small as what is busy now.
    for (const [id, { nextAt }] of channels) if (nextAt <= now - BURST * EVERY_MS) channels.delete(id);
    const known = channels.get(channel);
    // A turn that far ahead means that the clock was set back, not that so much was posted.
    const isLost = known !== undefined && known.nextAt > now + MAX_WAIT_MS;
    const state = known && !isLost ? known : { nextAt: now - (BURST - 1) * EVERY_MS, waiting: 0 };
    channels.set(channel, state);
    return state;
  }

  return {
    turn(channel) {
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
    jumpTheQueue(channel) {
      stateOf(channel).nextAt += EVERY_MS;
    },
  };
}

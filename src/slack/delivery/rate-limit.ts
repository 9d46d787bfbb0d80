// Slack takes about one message a second in each channel, after a short burst. Keeping to that here delays one channel;
// a 429 from Slack would delay all of them.
import type { Clock } from '#lib/clock.ts';

export type RateLimit = ReturnType<typeof createRateLimit>;

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

export function createRateLimit(clock: Clock) {
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
    /** Takes a turn to post in `channel` now and answers 0, or takes none and answers in how many ms to try again. */
    tryTurn(channel: string): number {
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
    /** Takes a turn even when none is free: for a message that somebody waits for. */
    takeTurn(channel: string): void {
      stateOf(channel).nextAt += EVERY_MS;
    },
  };
}

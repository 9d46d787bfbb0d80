// The real clock plus an offset that tests move: waiting a day takes no time, and real network I/O goes on as it is.
import type { Clock } from '#lib/clock.ts';

export type MovingClock = Clock & {
  /** Moves time forward and fires what has become due. */
  advance(ms: number): void;
};

export function createMovingClock(): MovingClock {
  type Entry = { dueAt: number; callback: () => void; timer: NodeJS.Timeout };
  const waiting = new Set<Entry>();
  let offset = 0;
  const now = () => Date.now() + offset;

  function fire(entry: Entry) {
    clearTimeout(entry.timer);
    if (waiting.delete(entry)) entry.callback();
  }

  return {
    now,
    after(delayMs, callback) {
      const entry: Entry = {
        dueAt: now() + delayMs,
        callback,
        timer: setTimeout(() => fire(entry), Math.min(delayMs, 2 ** 31 - 1)),
      };
      entry.timer.unref();
      waiting.add(entry);
      return () => {
        clearTimeout(entry.timer);
        waiting.delete(entry);
      };
    },
    advance(ms) {
      offset += ms;
      for (const entry of [...waiting]) if (entry.dueAt <= now()) fire(entry);
    },
  };
}

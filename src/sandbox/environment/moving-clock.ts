// The real clock plus an offset that tests and the sandbox move: waiting a day takes no time, and network I/O goes on as it is.
import type { Clock } from '#lib/clock.ts';

export type MovingClock = Clock & {
  /** Moves time forward and fires what has become due. */
  advance(ms: number): void;
  /** From now on time moves by `advance` alone, however slow the machine is. Timers still end after their delay. */
  hold(): void;
  /** The same, and timers end by `advance` alone. */
  freeze(): void;
};

/** `offset` (ms) is how far it is ahead of the real clock from the start. */
export function createMovingClock(offset = 0): MovingClock {
  type Entry = { dueAt: number; callback: () => void; timer?: NodeJS.Timeout };
  const waiting = new Set<Entry>();
  let heldAt: number | undefined;
  let isFrozen = false;
  const now = () => (heldAt ?? Date.now()) + offset;

  function fire(entry: Entry) {
    clearTimeout(entry.timer);
    if (waiting.delete(entry)) entry.callback();
  }

  return {
    now,
    after(delayMs, callback) {
      const entry: Entry = { dueAt: now() + delayMs, callback };
      if (!isFrozen) entry.timer = setTimeout(() => fire(entry), Math.min(delayMs, 2 ** 31 - 1)).unref();
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
    hold() {
      heldAt ??= Date.now();
    },
    freeze() {
      heldAt ??= Date.now();
      isFrozen = true;
      for (const { timer } of waiting) clearTimeout(timer);
    },
  };
}

// With STALLS=4000 each thread that runs tests stands still again and again, for up to so many milliseconds, as on a machine that has
// no time for it. What waits for a condition passes all the same.
import { stallThread } from './stall-thread.ts';

const MAX_MS = Number(process.env.STALLS);
const PAUSE_MS = 15_000;

/** Vitest runs this before each file; one thread runs many. */
const thread = globalThis as { stalls?: true };
// A test may fake the timers later.
const { setTimeout } = globalThis;

function stallLater(): void {
  const stall = () => {
    stallThread(Math.random() * MAX_MS);
    stallLater();
  };
  setTimeout(stall, Math.random() * PAUSE_MS).unref();
}

if (!thread.stalls) stallLater();
thread.stalls = true;

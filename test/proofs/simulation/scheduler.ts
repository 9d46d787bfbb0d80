// Owns time and the order of everything: a simulated machine does one thing after the other, and between two things time
// jumps to the next. So two runs that begin alike go on alike, however busy the real machine is.
import { createHash } from 'node:crypto';
import { realTime } from './real-time.ts';

export type Scheduler = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `work` after so many milliseconds; the returned function cancels that. */
  after(delayMs: number, work: () => void): () => void;
  /** Time stands still until the promise has ended: for what really happens outside, such as a call to a real Redis. */
  outside<Value>(promise: Promise<Value>): Promise<Value>;
  /** Writes into the trace what happens now. */
  note(what: string): void;
  /** SHA-256 of everything that was noted, with its time. */
  traceHash(): string;
  /** Runs `main` to its end. Rejects as it does, and when nothing is left that could bring it to its end. */
  run<Value>(main: () => Promise<Value>): Promise<Value>;
};

type Happening = { readonly at: number; readonly number: number; work: (() => void) | undefined };

/** Real time in which something outside, such as the making of a folder, must go on. */
const STUCK_AFTER_MS = 60_000;

/** `startsAt`: what its clocks show at first, in milliseconds since the epoch. */
export function createScheduler(startsAt: number): Scheduler {
  const waiting: Happening[] = [];
  const trace = createHash('sha256');
  let now = startsAt;
  let numbers = 0;
  let outsideCalls = 0;

  /** Promises and streams need no more than one turn of the event loop, because nothing of this machine is real I/O. */
  const settle = () => new Promise<void>((resolve) => realTime.setImmediate(resolve));

  async function untilSomethingWaits(isEnded: () => boolean): Promise<void> {
    let idleMs = 0;
    for (;;) {
      const [next] = waiting;
      const isNow = next !== undefined && next.at <= now;
      if (isEnded() || isNow || (next && outsideCalls === 0)) return;
      if (outsideCalls > 0) await settle();
      else {
        idleMs += 1;
        if (idleMs > STUCK_AFTER_MS) throw new Error('nothing is left to happen');
        await new Promise((resolve) => realTime.setTimeout(resolve, 1));
      }
    }
  }

  return {
    now: () => now,
    after(delayMs, work) {
      const happening: Happening = { at: now + Math.max(0, delayMs || 0), number: numbers, work };
      numbers += 1;
      push(waiting, happening);
      return () => {
        happening.work = undefined;
      };
    },
    async outside(promise) {
      outsideCalls += 1;
      try {
        return await promise;
      } finally {
        outsideCalls -= 1;
      }
    },
    note(what) {
      trace.update(`${now} ${what}\n`);
    },
    traceHash: () => trace.copy().digest('hex'),
    async run(main) {
      let isEnded = false;
      const ended = main().finally(() => {
        isEnded = true;
      });
      // Awaited only at the end.
      ended.catch(() => {});
      for (;;) {
        await settle();
        await untilSomethingWaits(() => isEnded);
        if (isEnded) return ended;
        const next = pop(waiting);
        if (!next?.work) continue;
        now = Math.max(now, next.at);
        next.work();
      }
    },
  };
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.at === other.at ? one.number < other.number : one.at < other.at;
}

/** A binary heap: what is first is at its front. */
function push(heap: Happening[], added: Happening): void {
  let at = heap.length;
  while (at > 0) {
    const above = Math.floor((at - 1) / 2);
    const parent = heap[above];
    if (!parent || isBefore(parent, added)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = added;
}

function pop(heap: Happening[]): Happening | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || last === first) return first;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const isRight = left !== undefined && right !== undefined && isBefore(right, left);
    const child = isRight ? right : left;
    if (!child || isBefore(last, child)) break;
    heap[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = last;
  return first;
}

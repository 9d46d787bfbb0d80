// What a door must be, whatever comes through it: it ends as its test says, takes little time, and keeps nothing.
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { howMany, showFigures } from '#test/proofs/how-many.ts';
import { longTexts } from './mutated.ts';

/** A leak of three kilobytes for each input would be more. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** After three, nothing more was freed. */
const COLLECTIONS = 4;
const TURN_MS = 20;

/** `enter` throws when something does not end as it should. `short`: how many inputs a short run has. */
export async function expectHarmless<Input>(
  input: fc.Arbitrary<Input>,
  enter: (input: Input) => unknown,
  short = 3_000,
): Promise<void> {
  const half = Math.ceil(howMany({ short, full: 10_000 }) / 2);
  await tryHalf();
  const before = await heapBytes();
  await tryHalf();
  const kept = (await heapBytes()) - before;
  showFigures(`${2 * half} runs; the second half kept ${Math.round(kept / 1_024)} kB`);
  expect(kept).toBeLessThan(MAX_KEPT_BYTES);

  async function tryHalf(): Promise<void> {
    await fc.assert(
      fc.asyncProperty(input, async (one) => void (await enter(one))),
      { numRuns: half },
    );
  }
}

/**
 * For doors without waiting: ten kilobytes that are hard to read take less processor time than `tenMs`, which a busy or slow
 * machine lengthens just as much. What seems to take longer is measured again, because something else may have come between.
 */
export function expectQuick(enter: (text: string) => unknown): void {
  for (const text of longTexts(10_000)) {
    let ms = threadMs(() => enter(text));
    // Nearly all take less than one, so the other measurement is seldom needed.
    let limit = ms < 1 ? 1 : threadMs(tenMs);
    for (let again = 0; ms >= limit && again < 10; again += 1) {
      ms = Math.min(
        ms,
        threadMs(() => enter(text)),
      );
      limit = Math.max(limit, threadMs(tenMs));
    }
    if (ms > 2) showFigures(`${ms} ms for ${JSON.stringify(text.slice(0, 20))}…`);
    expect(ms, `for 10 kB of ${JSON.stringify(text.slice(0, 20))}`).toBeLessThan(limit);
  }
}

/** About ten milliseconds of patterns and short texts, on one core of 2.5 GHz that does nothing else. */
function tenMs(): void {
  const text = 'a1 '.repeat(3_000);
  for (let times = 0; times < TIMES; times += 1) text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

const TIMES = 60;

/** Of this thread alone. */
function threadMs(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** Finalizers, such as those of fetched bodies, let go only in a turn after a collection; what they held, the next one frees. */
async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let times = 0; times < COLLECTIONS; times += 1) {
    if (typeof collect === 'function') collect();
    await setTimeout(TURN_MS);
  }
  return process.memoryUsage().heapUsed;
}

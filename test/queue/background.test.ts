// Work in the background: its pauses, and how it goes on after a failure.
import { expect, test } from 'vitest';
import { workInBackground } from '#queue/background.ts';

type Step = 'done' | 'cheap' | 'more' | Error;

/** Takes these steps with a clock that wakes at once. The waits (ms), and what was said to fail. */
async function take(...steps: Step[]) {
  const waits: number[] = [];
  const failing: unknown[][] = [];
  const stopping = new AbortController();
  await workInBackground({
    async step() {
      const next = steps.shift() ?? 'done';
      if (next instanceof Error) throw next;
      return next;
    },
    what: 'index',
    failing: 'It does not work now',
    clock: {
      now: () => 0,
      after(ms, wake) {
        waits.push(ms);
        queueMicrotask(wake);
        return () => {};
      },
    },
    reporter: { failing: (...about) => failing.push(about), working: () => {} },
    signal: stopping.signal,
  });
  return { waits, failing, left: steps.length };
}

test('work in the background pauses after each step, but not after one that was cheap, and ends when it is done', async () => {
  expect(await take('more', 'cheap', 'more', 'done', 'more')).toEqual({
    waits: [50, 50],
    failing: [],
    left: 1,
  });
});

test('work in the background that fails is tried again later each time, up to a minute, and soon after a success', async () => {
  const error = new Error('down');
  const { waits, failing } = await take(...Array<Error>(7).fill(error), 'more', error);
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 50, 2_000]);
  expect(failing).toEqual(Array(8).fill(['index', 'It does not work now', error]));
});

import { expect } from 'vitest';
import type { MovingClock } from '#sandbox/environment/moving-clock.ts';

/** Lets time pass until `work` has ended, so many seconds at once, and settles as that does. */
export async function timeUntil<Value>(
  { clock }: { clock: MovingClock },
  work: Promise<Value>,
  seconds = 1,
): Promise<Value> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  await expect
    .poll(() => {
      if (!isOver) clock.advance(seconds * 1_000);
      return isOver;
    })
    .toBe(true);
  return work;
}

// Whatever becomes of the calls to Slack one after the other, each announcement stands there once in the end.
import { expect, test } from 'vitest';
import { howMany, showFigures } from '#test/proofs/how-many.ts';
import { OUTCOMES, type Outcome, type Path, startDeliveries } from './deliveries.ts';

/** Of how many outcomes a sequence has. Four take minutes. */
const LENGTH = howMany({ short: 2, full: 3 });
const ALL = Object.keys(OUTCOMES).filter((name): name is Outcome => name in OUTCOMES);

/** A post whose answer was lost, then a rate limit at another call: what is not known yet must not be forgotten over it. */
const LOST_THEN_LIMITED: readonly (readonly Outcome[])[] = [
  ['posted', 'answer lost', 'rate limited'],
  ['posted', 'killed after', 'rate limited', 'HTTP 500'],
  ['posted', 'posted', 'answer lost', 'posted', 'rate limited'],
];

test.each<{ path: Path; told: number[] }>([
  { path: 'thread and alert', told: [1, 1] },
  { path: 'thread and agent', told: [1, 1] },
  { path: 'reminder', told: [1] },
  { path: 'direct message', told: [1] },
])(
  'news is told exactly once by way of $path after every sequence of outcomes of the calls to Slack',
  async ({ path, told }) => {
    const deliveries = await startDeliveries(path);
    try {
      const wrong: string[] = [];
      let sequences = 0;
      let growing: Outcome[][] = [[]];
      for (let length = 1; length <= LENGTH; length += 1) {
        const whole: Outcome[][] = [];
        for (const outcomes of growing.flatMap((before) => ALL.map((next) => [...before, next]))) {
          const result = await deliveries.run(outcomes);
          sequences += 1;
          // Without so many calls it is a shorter sequence once more, and so is whatever begins like it.
          if (result.isWhole) whole.push(outcomes);
          if (result.told.join() !== told.join()) wrong.push(`${outcomes.join(', ')}: ${result.told.join()}`);
        }
        growing = whole;
      }
      for (const outcomes of LOST_THEN_LIMITED) {
        const result = await deliveries.run(outcomes);
        if (result.told.join() !== told.join()) wrong.push(`${outcomes.join(', ')}: ${result.told.join()}`);
      }
      expect(wrong).toEqual([]);
      expect(sequences).toBeGreaterThanOrEqual(6 + 6 * 6);
      showFigures(path, sequences);
    } finally {
      await deliveries.stop();
    }
  },
  3_600_000,
);

// The walks as tests. Each kind of order has a file of its own, so that they run side by side: the longest take minutes.
import { describe, expect, test } from 'vitest';
import { howMany, showFigures } from '#test/proofs/how-many.ts';
import type { Scenario } from './steps.ts';
import { type Limits, type Walked, walk } from './walk.ts';

/** More events than a walk of one order needs until nothing is new. */
const ENOUGH = 20;

/** Events of a walk with a fault anywhere. */
export const DEPTH = howMany({ short: 2, full: ENOUGH });
/** Where there is more to happen, or each state is there before and after a deadline. */
export const LESS_DEPTH = howMany({ short: 1, full: ENOUGH });

export const WALK_MS = 1_800_000;

/** Of `what` in every state that one order can reach, however many outside events there are, of which one may be a fault. */
export function describeWalks(what: string, begin: () => Promise<Scenario>, depth: number): void {
  describe(what, () => {
    test(
      'without faults keeps every rule in every state, however many events come',
      async () => {
        const { isClosed } = await expectRulesKept(what, await begin(), { events: ENOUGH, faults: 0 });
        expect(isClosed).toBe(true);
      },
      WALK_MS,
    );

    test(
      'with a fault anywhere keeps every rule in every state',
      async () => {
        const { isClosed, states } = await expectRulesKept(what, await begin(), { events: depth, faults: 1 });
        if (depth >= ENOUGH) expect(isClosed).toBe(true);
        expect(states).toBeGreaterThan(depth >= ENOUGH ? 10_000 : 500);
      },
      WALK_MS,
    );
  });
}

/** Walks, and prints figures where somebody looks on. */
export async function expectRulesKept(what: string, scenario: Scenario, limits: Limits): Promise<Walked> {
  const startedAt = process.cpuUsage().user;
  const walked = await walk(scenario, limits);
  const seconds = ((process.cpuUsage().user - startedAt) / 1e6).toFixed(1);
  const { states, transitions, isClosed, violation } = walked;
  const { events, faults } = limits;
  showFigures(
    `${what}, up to ${events} events and ${faults} faults: ${states} states, ${transitions} transitions, closed: ${isClosed}, ${seconds} s`,
  );
  expect(violation).toBeUndefined();
  return walked;
}

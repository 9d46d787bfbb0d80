import { test } from 'vitest';
import { howMany } from '#test/proofs/how-many.ts';
import { describeWalks, expectRulesKept, LESS_DEPTH, WALK_MS } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Scenario } from './steps.ts';
import { worldAfter } from './walk.ts';

async function paid(name: 'charge' | 'foreign charge' | 'charges'): Promise<Scenario> {
  const scenario = SCENARIOS[name];
  return { ...scenario, start: await worldAfter(scenario, ['paid A1'], 'deliver') };
}

describeWalks('a recurring link that is charged', () => paid('charge'), LESS_DEPTH);

const FOREIGN = 'a recurring link for which somebody else’s charge is notified';
describeWalks(FOREIGN, () => paid('foreign charge'), LESS_DEPTH);

test(
  'a recurring link that is charged twice keeps every rule',
  async () => {
    const events = howMany({ short: 1, full: 3 });
    await expectRulesKept('a recurring link that is charged twice', await paid('charges'), {
      events,
      faults: 0,
    });
  },
  WALK_MS,
);

import { test } from 'vitest';
import { howMany, isShort } from '#test/proofs/how-many.ts';
import { expectRulesKept, WALK_MS } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';
import { worldAfter } from './walk.ts';

const WHAT = 'an order that two people send again';

test.skipIf(isShort)(
  'an order that two people send again keeps every rule, with a fault anywhere',
  async () => {
    const start = await worldAfter(SCENARIOS.again, ['failed A1', 'notification A1'], 'deliver');
    await expectRulesKept(WHAT, { ...SCENARIOS.again, start }, { events: 2, faults: 1 });
  },
  WALK_MS,
);

test(
  'orders that are sent again keep every rule without faults',
  async () => {
    const events = howMany({ short: 2, full: 4 });
    await expectRulesKept(WHAT, SCENARIOS.again, { events, faults: 0 });
  },
  WALK_MS,
);

import { test } from 'vitest';
import { howMany } from '#test/proofs/how-many.ts';
import { PAID_IN_PART } from './fault.ts';
import { DEPTH, describeWalks, expectRulesKept, WALK_MS } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';
import { worldAfter } from './walk.ts';

describeWalks('a prompt', async () => SCENARIOS.prompt, DEPTH);

test(
  'more that comes for what was paid short, before or after somebody accepts that, keeps every rule with a fault anywhere',
  async () => {
    const start = await worldAfter(SCENARIOS.growing, PAID_IN_PART, 'deliver');
    const events = howMany({ short: 4, full: 8 });
    await expectRulesKept('more that comes', { ...SCENARIOS.growing, start }, { events, faults: 1 });
  },
  WALK_MS,
);

test('two faults while a payment is told keep every rule', async () => {
  const start = await worldAfter(SCENARIOS.prompt, ['paid A1', 'notification A1'], 'deliver');
  const what = 'a payment that is told';
  await expectRulesKept(what, { ...SCENARIOS.prompt, start }, { events: 3, faults: 2 });
});

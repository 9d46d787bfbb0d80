import { test } from 'vitest';
import { DEPTH, describeWalks, expectRulesKept } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';
import { worldAfter } from './walk.ts';

describeWalks('a prompt', async () => SCENARIOS.prompt, DEPTH);

test('two faults while a payment is told keep every rule', async () => {
  const start = await worldAfter(SCENARIOS.prompt, ['paid A1', 'notification A1'], 'deliver');
  const what = 'a payment that is told';
  await expectRulesKept(what, { ...SCENARIOS.prompt, start }, { events: 3, faults: 2 });
});

import { test } from 'vitest';
import { isShort } from '#test/proofs/how-many.ts';
import { DEPTH, describeWalks, expectRulesKept, WALK_MS } from './keeps-rules.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Scenario } from './steps.ts';
import { worldAfter } from './walk.ts';

const PAID = ['paid A1', 'notification A1'];

async function refundAfter(events: readonly string[], until: 'deliver' | 'check'): Promise<Scenario> {
  return { ...SCENARIOS.refund, start: await worldAfter(SCENARIOS.refund, events, until) };
}

describeWalks('an order that waits for approval', async () => SCENARIOS.approval, DEPTH);

describeWalks('a link that waits for approval', async () => SCENARIOS['approved link'], DEPTH);

describeWalks('a payment that is asked back', () => refundAfter(PAID, 'deliver'), DEPTH);

test.skipIf(isShort)(
  'two faults while a refund is asked for at the service keep every rule',
  async () => {
    const asked = await refundAfter([...PAID, 'ask back A1', 'approve by U2 A1'], 'check');
    await expectRulesKept('a refund that is asked for at the service', asked, { events: 2, faults: 2 });
  },
  WALK_MS,
);

// A walk that finds nothing proves something only if it would find a fault: each rule is broken once, and must be found.
import { expect, test } from 'vitest';
import { CHAIN_FAULTS } from './chain-faults.ts';
import { CHARGE_FAULTS } from './charge-faults.ts';
import { DEADLINE_FAULTS } from './deadline-faults.ts';
import { ORDER_FAULTS } from './order-faults.ts';
import { REQUEST_FAULTS } from './request-faults.ts';
import { RULES } from './rules.ts';
import { SCENARIOS } from './scenarios.ts';
import { SERVICE_FAULTS } from './service-faults.ts';
import { TELLING_FAULTS } from './telling-faults.ts';
import { COMES_TO_REST, NO_SAVE_IS_REFUSED, walk, worldAfter } from './walk.ts';

const FAULTS = [
  ...TELLING_FAULTS,
  ...ORDER_FAULTS,
  ...SERVICE_FAULTS,
  ...CHAIN_FAULTS,
  ...CHARGE_FAULTS,
  ...REQUEST_FAULTS,
  ...DEADLINE_FAULTS,
];

test.each(FAULTS)(
  'it is found when $what',
  async ({ breaks, sabotage, limits, after, scenario: name = 'prompt' }) => {
    const scenario = SCENARIOS[name];
    const start = after ? await worldAfter(scenario, after, 'deliver') : scenario.start;
    const { violation } = await walk({ ...scenario, start }, limits, sabotage);
    expect(violation?.rule, violation?.steps.join('\n')).toBe(breaks);
  },
);

test('every rule is broken by one of the faults', () => {
  const broken = new Set(FAULTS.map(({ breaks }) => breaks));
  const unbroken = [...RULES, COMES_TO_REST, NO_SAVE_IS_REFUSED].filter((rule) => !broken.has(rule));
  expect(unbroken).toEqual([]);
});

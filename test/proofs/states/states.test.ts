// Every state that one order can reach, however many outside events there are, of which one may be a fault anywhere.
import { describe, expect, test } from 'vitest';
import { howMany, isShort, showFigures } from '#test/proofs/how-many.ts';
import { SCENARIOS } from './scenarios.ts';
import { type Limits, type Walked, walk, worldAfter } from './walk.ts';

/** More events than a walk of one order needs until nothing is new. */
const ENOUGH = 20;
const WITHOUT_FAULTS: Limits = { events: ENOUGH, faults: 0 };

const DEPTH = howMany({ short: 2, full: ENOUGH });
/** Where there is more to happen, or each state is there before and after a deadline. */
const LESS_DEPTH = howMany({ short: 1, full: ENOUGH });

const CHAIN_DEPTH = howMany({ short: 2, full: 4 });

function report(what: string, { states, transitions, isClosed }: Walked, startedAt: number): void {
  const seconds = (process.cpuUsage().user / 1e6 - startedAt).toFixed(1);
  showFigures(`${what}: ${states} states, ${transitions} transitions, closed: ${isClosed}, ${seconds} s`);
}

/** Every rule was kept, and with enough events nothing new was left. */
function expectKept({ violation, isClosed }: Walked, events: number): void {
  expect(violation).toBeUndefined();
  if (events >= ENOUGH) expect(isClosed).toBe(true);
}

const PAID = ['paid A1', 'notification A1'];

describe.each([
  ['approval', 'an order that waits for approval', undefined],
  ['approved link', 'a link that waits for approval', undefined],
  ['refund', 'a payment that is asked back', PAID],
] as const)('%s', (name, what, after) => {
  async function begin() {
    const scenario = SCENARIOS[name];
    const start = after ? await worldAfter(scenario, after, 'deliver') : scenario.start;
    return { ...scenario, start };
  }

  test(`${what} keeps every rule in every state, however many events come`, async () => {
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk(await begin(), WITHOUT_FAULTS);
    report(`${what}, without faults`, walked, startedAt);
    expectKept(walked, ENOUGH);
  }, 1_800_000);

  test(`${what} keeps every rule in every state with a fault anywhere`, async () => {
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk(await begin(), { events: DEPTH, faults: 1 });
    report(`${what}, with a fault and up to ${DEPTH} events`, walked, startedAt);
    expectKept(walked, DEPTH);
  }, 1_800_000);
});

describe.each([
  ['charge', 'a recurring link that is charged'],
  ['foreign charge', 'a recurring link for which somebody else’s charge is notified'],
] as const)('%s', (name, what) => {
  async function begin() {
    return { ...SCENARIOS[name], start: await worldAfter(SCENARIOS[name], ['paid A1'], 'deliver') };
  }

  test(`${what} keeps every rule in every state, however many events come`, async () => {
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk(await begin(), WITHOUT_FAULTS);
    report(`${what}, without faults`, walked, startedAt);
    expectKept(walked, ENOUGH);
  }, 1_800_000);

  test(`${what} keeps every rule in every state with a fault anywhere`, async () => {
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk(await begin(), { events: LESS_DEPTH, faults: 1 });
    report(`${what}, with a fault and up to ${LESS_DEPTH} events`, walked, startedAt);
    expectKept(walked, LESS_DEPTH);
  }, 1_800_000);
});

test('a recurring link that is charged twice keeps every rule', async () => {
  const events = howMany({ short: 1, full: 3 });
  const start = await worldAfter(SCENARIOS.charges, ['paid A1'], 'deliver');
  const startedAt = process.cpuUsage().user / 1e6;
  const walked = await walk({ ...SCENARIOS.charges, start }, { events, faults: 0 });
  report(`a recurring link that is charged twice, up to ${events} events`, walked, startedAt);
  expect(walked.violation).toBeUndefined();
}, 1_800_000);

test.skipIf(isShort)(
  'two faults while a refund is asked for at the service keep every rule',
  async () => {
    const asked = [...PAID, 'ask back A1', 'approve by U2 A1'];
    const start = await worldAfter(SCENARIOS.refund, asked, 'check');
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk({ ...SCENARIOS.refund, start }, { events: 2, faults: 2 });
    report('a refund that is asked for at the service, with two faults', walked, startedAt);
    expect(walked.violation).toBeUndefined();
  },
  1_800_000,
);

describe.each([
  ['prompt', DEPTH],
  ['link', DEPTH],
  ['deadline', LESS_DEPTH],
] as const)('a %s', (kind, depth) => {
  const scenario = SCENARIOS[kind];

  test('without faults keeps every rule in every state, however many events come', async () => {
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk(scenario, WITHOUT_FAULTS);
    report(`${kind} without faults`, walked, startedAt);
    expectKept(walked, ENOUGH);
  });

  test('with a fault anywhere keeps every rule in every state', async () => {
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk(scenario, { events: depth, faults: 1 });
    report(`${kind} with a fault and up to ${depth} events`, walked, startedAt);
    expectKept(walked, depth);
    expect(walked.states).toBeGreaterThan(1_000);
  }, 1_800_000);
});

test.skipIf(isShort)(
  'an order that two people send again keeps every rule, with a fault anywhere',
  async () => {
    const start = await worldAfter(SCENARIOS.again, ['failed A1', 'notification A1'], 'deliver');
    const startedAt = process.cpuUsage().user / 1e6;
    const walked = await walk({ ...SCENARIOS.again, start }, { events: 2, faults: 1 });
    report('an order that is sent again, with a fault and up to 2 events', walked, startedAt);
    expect(walked.violation).toBeUndefined();
  },
  1_800_000,
);

test('orders that are sent again keep every rule without faults', async () => {
  const startedAt = process.cpuUsage().user / 1e6;
  const walked = await walk(SCENARIOS.again, { events: CHAIN_DEPTH, faults: 0 });
  report(`an order that is sent again, up to ${CHAIN_DEPTH} events without faults`, walked, startedAt);
  expect(walked.violation).toBeUndefined();
}, 1_800_000);

test('two faults while a payment is told keep every rule', async () => {
  const start = await worldAfter(SCENARIOS.prompt, ['paid A1', 'notification A1'], 'deliver');
  const startedAt = process.cpuUsage().user / 1e6;
  const walked = await walk({ ...SCENARIOS.prompt, start }, { events: 3, faults: 2 });
  report('a payment that is told, with two faults', walked, startedAt);
  expect(walked.violation).toBeUndefined();
});

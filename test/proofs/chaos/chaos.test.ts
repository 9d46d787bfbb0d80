// A short storm on each store, with the audit at its end: nothing lost, nothing announced twice, nobody prompted twice, no
// order followed by two.
import { describe, expect, it } from 'vitest';
import { howMany, isShort, showFigures } from '#test/proofs/how-many.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { createDice } from './dice.ts';
import { readOptions } from './options.ts';
import { runChaos } from './run.ts';

/** It ends when all orders have come to their end; on a busy machine that may take minutes. */
const SHORT = { orders: 25, minutes: 15, over: 'http' } as const;
/** Afterwards the storm recovers, which may take ten minutes more. */
const LIMITS = { timeout: 2_400_000 };

/** The figures of each that is over. */
const storms: string[] = [];
const bulks: string[] = [];

async function storm(options: {
  seed: number;
  store: 'sqlite' | 'redis';
  replicas: number;
  over?: 'http' | 'socket';
}) {
  const { violations, histories, figures } = await runChaos({ ...SHORT, ...options }, () => {});
  storms.push(figures);
  expect(violations.length, `${histories.join('\n\n')}\n\n${figures}`).toBe(0);
}

/** A row a second. By hand `PROOFS=100` sends a hundred. */
const ROWS = howMany({ short: 8, full: 30 });

async function bulkStorm(options: { seed: number; store: 'sqlite' | 'redis'; replicas: number }) {
  const { violations, histories, figures } = await runChaos({ ...SHORT, ...options, bulk: ROWS }, () => {});
  showFigures(figures);
  bulks.push(figures);
  expect(violations.length, `${histories.join('\n\n')}\n\n${figures}`).toBe(0);
  expect(figures).toContain(`${ROWS}, with an order ${ROWS}`);
}

/** A look at how often something happened in all these storms together. */
function happenedIn(all: readonly string[]) {
  return (name: string) => {
    const figure = new RegExp(`${name}[^0-9\\n]*(\\d+)`);
    const sum = all.reduce((before, figures) => before + Number(figure.exec(figures)?.[1]), 0);
    return expect(sum, all.join('\n\n'));
  };
}

/** At the same time: most of a storm is waiting for its next action. */
describe.concurrent('a short storm', () => {
  it('after a short storm on SQLite one bot has lost no payment and announced none twice', LIMITS, () =>
    storm({ seed: 46, store: 'sqlite', replicas: 1 }),
  );

  it.skipIf(NO_REDIS)(
    `after a short storm on a Redis that is killed too, two bots have lost no payment and announced none twice${LEFT_OUT}`,
    LIMITS,
    () => storm({ seed: 3, store: 'redis', replicas: 2 }),
  );

  // A short run has Socket Mode in test/journeys/several-sockets.redis.test.ts.
  it.skipIf(NO_REDIS || isShort)(
    `after a short storm over Socket Mode, whose connections break as well, two bots have lost no payment and announced none twice${LEFT_OUT}`,
    LIMITS,
    () => storm({ seed: 24, store: 'redis', replicas: 2, over: 'socket' }),
  );

  it('of a bulk on SQLite each row gets one order and rings once, while the only bot is killed', LIMITS, () =>
    bulkStorm({ seed: 13, store: 'sqlite', replicas: 1 }),
  );

  it.skipIf(NO_REDIS)(
    `of a bulk on a Redis that is killed too, two bots send each row once${LEFT_OUT}`,
    LIMITS,
    () => bulkStorm({ seed: 14, store: 'redis', replicas: 2 }),
  );
});

describe('the short storms together', () => {
  // Storms in which nothing happened prove nothing. What comes of a plan depends on the machine: each storm has about five of what
  // is rarest, and one in some hundreds has none. That all of them have none is by far less likely.
  it('in the short storms together, what they are about has happened', () => {
    const happened = happenedIn(storms);
    happened('payments announced once').toBeGreaterThan(5 * storms.length);
    happened('orders made from others').toBeGreaterThan(0);
    happened('orders above the limit').toBeGreaterThan(0);
    happened('refunds  ').toBeGreaterThan(0);
    happened('received').toBeGreaterThan(0);
    happened('faults of Slack').toBeGreaterThan(10 * storms.length);
    happened('bots killed, Redis killed').toBeGreaterThan(0);
  });

  // Which rows ring is left to chance as well: about one in nine is not sent, now and then most of eight are. That each rang, or
  // says that it was not sent, is in the audit.
  it('in the bulks together, prompts rang and bots were killed', () => {
    const happened = happenedIn(bulks);
    happened('prompts that rang').toBeGreaterThan(0);
    happened('bots killed, Redis killed').toBeGreaterThan(0);
  });
});

describe('a seed', () => {
  it('a seed makes the same decisions again, for each purpose on its own', () => {
    const throws = (seed: number, purpose: string) =>
      Array.from({ length: 20 }, createDice(seed).of(purpose).random);
    expect(throws(7, 'plans')).toEqual(throws(7, 'plans'));
    expect(throws(7, 'plans')).not.toEqual(throws(8, 'plans'));
    expect(throws(7, 'plans')).not.toEqual(throws(7, 'weather'));
  });
});

describe('the command line', () => {
  it('the command line of the storm has defaults for everything, and one replica more where a store can be shared', () => {
    expect(readOptions(['--seed', '7'])).toEqual({
      seed: 7,
      orders: 300,
      store: 'sqlite',
      replicas: 1,
      over: 'http',
      minutes: 5,
    });
    expect(readOptions(['--store', 'redis']).replicas).toBe(2);
    expect(readOptions(['--over', 'socket'])).toMatchObject({ over: 'socket' });
    expect(readOptions(['--bulk', '100'])).toMatchObject({ bulk: 100 });
  });

  it.each([
    ['--store', 'mysql'],
    ['--orders', '0'],
    ['--seed', 'x'],
    ['--replicas', '2'],
    ['--over', 'mail'],
    ['--what'],
    ['--bulk', '0'],
  ])('the command line of the storm refuses %s %s', (...args) => {
    expect(() => readOptions(args.filter((arg) => arg !== undefined))).toThrow();
  });
});

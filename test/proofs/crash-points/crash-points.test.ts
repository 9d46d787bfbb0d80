// Some of the crash points on each store, and the sabotages. All points: `npm run crash-points`.
import { describe, expect, it } from 'vitest';
import { howMany } from '#test/proofs/how-many.ts';
import { runAlone } from '#test/proofs/run-alone.ts';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { readOptions } from './options.ts';

const LIMITS = { timeout: 3_600_000 };
/** Of so many points one is crashed. */
const EVERY = { sqlite: howMany({ short: 60, full: 20 }), redis: howMany({ short: 300, full: 60 }) };

async function crashPoints(store: keyof typeof EVERY) {
  const { code, output } = await runAlone(
    'crash-points/main.ts',
    '--store',
    store,
    '--every',
    String(EVERY[store]),
  );
  expect(code, output).toBe(0);
  expect(output.match(/: [1-9]\d* of \d+ points crashed, 0 failed/g), output).toHaveLength(22);
}

describe('a bot that is ended at a point of a journey', () => {
  it(
    'on SQLite the next bot completes every journey that was cut short, tells of it once and prompts nobody twice',
    LIMITS,
    () => crashPoints('sqlite'),
  );

  it.skipIf(NO_REDIS)(
    `on Redis the next bot completes every journey that was cut short, tells of it once and prompts nobody twice${LEFT_OUT}`,
    LIMITS,
    () => crashPoints('redis'),
  );

  it('every fault that is built in on purpose is found by the audit', LIMITS, async () => {
    const { code, output } = await runAlone('crash-points/main.ts', '--sabotages');
    expect(code, output).toBe(0);
    expect(output.match(/: found, "/g)).toHaveLength(10);
  });
});

describe('the command line of the crash points', () => {
  it('the command line of the crash points has defaults for everything', () => {
    expect(readOptions([])).toEqual({
      store: 'sqlite',
      journey: undefined,
      at: undefined,
      every: 1,
      sabotages: false,
    });
    expect(readOptions(['--at', '0', '--journey', 'paid'])).toMatchObject({ at: 0, journey: 'paid' });
  });

  it.each([['--store', 'mysql'], ['--at', 'x'], ['--every', '0'], ['--what']])(
    'the command line of the crash points refuses %s %s',
    (...args) => {
      expect(() => readOptions(args.filter((arg) => arg !== undefined))).toThrow();
    },
  );
});

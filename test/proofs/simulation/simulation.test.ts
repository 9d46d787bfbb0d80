// Some seeds of the simulation. More: `npm run simulate`.
import { describe, expect, it } from 'vitest';
import { howMany } from '#test/proofs/how-many.ts';
import { runAlone } from '#test/proofs/run-alone.ts';
import { readOptions } from './options.ts';

const LIMITS = { timeout: 3_600_000 };
const SEEDS = howMany({ short: 3, full: 200 });
const BULKS = howMany({ short: 1, full: 30 });

const simulate = (...args: readonly (string | number)[]) =>
  runAlone('simulation/main.ts', ...args.map(String));

describe('the simulation', () => {
  it('Simulated days: nothing is lost, announced twice or prompted twice', LIMITS, async () => {
    const { code, output } = await simulate('--seed', 1, '--seeds', SEEDS, '--orders', 5);
    expect(code, output).toBe(0);
    expect(output).toContain(`${SEEDS} seeds, --orders 5 each: 0 failed`);
  });

  it('Simulated bulks: each row gets one order and rings once', LIMITS, async () => {
    const { code, output } = await simulate('--seed', 1, '--seeds', BULKS, '--bulk', 10);
    expect(code, output).toBe(0);
    expect(output).toContain(`${BULKS} seeds, --bulk 10 each: 0 failed`);
  });

  it('Seed: it repeats every step, also in another process', LIMITS, async () => {
    const [one, other] = [await simulate('--times', 3), await simulate('--times', 1)];
    const traceOf = (output: string) => /trace ([0-9a-f]{64})/.exec(output)?.[1];
    expect(one.output).toContain('3 of 3');
    expect(traceOf(one.output)).toBeDefined();
    expect(traceOf(one.output)).toBe(traceOf(other.output));
  });

  it('Simulation: it finds a bot that forgets its tries, and prints the command', LIMITS, async () => {
    const { code, output } = await simulate('--seed', 1, '--seeds', 30, '--orders', 5, '--forgetful');
    expect(code).toBe(1);
    expect(output).toMatch(/was announced 2 times|2 cards|times too many/);
    expect(output).toMatch(/repeat it: npm run simulate -- --seed \d+ --orders 5 --forgetful/);
  });
});

describe('the command line of the simulation', () => {
  it('Command line: everything has a default', () => {
    expect(readOptions([])).toEqual({ seed: 1, orders: 5, seeds: 1, times: 1, forgetful: false });
    expect(readOptions(['--bulk', '10'])).toMatchObject({ orders: 5, bulk: 10 });
    expect(readOptions(['--seeds', '200', '--forgetful'])).toMatchObject({ seeds: 200, forgetful: true });
  });

  it.each([['--seed', '0'], ['--orders', 'x'], ['--what']])('Command line: %s %s is refused', (...args) => {
    expect(() => readOptions(args.filter((arg) => arg !== undefined))).toThrow();
  });
});

// The command line of the simulation.
import { parseArgs } from 'node:util';

export type SimulationOptions = {
  readonly seed: number;
  readonly orders: number;
  /** Rows of the one bulk that is sent in place of single orders. */
  readonly bulk?: number;
  /** How many seeds, one after the other. */
  readonly seeds: number;
  /** How often each is run. All runs of a seed must be alike. */
  readonly times: number;
  /** A fault is built in on purpose: the bot forgets that it tried before. Ends with the first seed that finds it. */
  readonly forgetful: boolean;
};

export const USAGE =
  'npm run simulate -- [--seed 1] [--orders 5 | --bulk 10] [--seeds 1] [--times 1] [--forgetful]';

/** Throws a sentence for people. */
export function readOptions(args: readonly string[]): SimulationOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: text,
      orders: text,
      bulk: text,
      seeds: text,
      times: text,
      forgetful: { type: 'boolean', default: false },
    },
  });
  const number = (name: Exclude<keyof typeof values, 'forgetful'>, otherwise: number) => {
    const given = values[name];
    if (given === undefined) return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`--${name} is a whole number above 0.`);
    return Number(given);
  };
  return {
    seed: number('seed', 1),
    orders: number('orders', 5),
    ...(values.bulk === undefined ? {} : { bulk: number('bulk', 0) }),
    seeds: number('seeds', 1),
    times: number('times', 1),
    forgetful: values.forgetful,
  };
}

// The command line of the crash points.
import { parseArgs } from 'node:util';

export type CrashOptions = {
  readonly store: 'sqlite' | 'redis';
  /** Part of the name of the journeys that are crashed; undefined: all are. */
  readonly journey: string | undefined;
  /** The only point; undefined: all are. */
  readonly at: number | undefined;
  /** Of so many points one is crashed. */
  readonly every: number;
  /** Instead of that, the faults of sabotages.ts are built in, and each must be found. */
  readonly sabotages: boolean;
};

export const USAGE =
  'npm run crash-points -- [--store sqlite|redis] [--journey "is cancelled"] [--at 21 | --every 1] | --sabotages';

/** Throws a sentence for people. */
export function readOptions(args: readonly string[]): CrashOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      store: { ...text, default: 'sqlite' },
      journey: text,
      at: text,
      every: { ...text, default: '1' },
      sabotages: { type: 'boolean', default: false },
    },
  });
  const { store, journey, at, every, sabotages } = values;
  if (store !== 'sqlite' && store !== 'redis') throw new Error('--store is sqlite or redis.');
  if (at !== undefined && !/^\d{1,4}$/.test(at)) throw new Error('--at is the number of a point, from 0.');
  if (!/^[1-9]\d{0,3}$/.test(every)) throw new Error('--every is a whole number above 0.');
  return { store, journey, at: at === undefined ? undefined : Number(at), every: Number(every), sabotages };
}

// The options of a chaos run on its command line.
import { parseArgs } from 'node:util';

export type ChaosOptions = {
  readonly seed: number;
  readonly orders: number;
  readonly store: 'sqlite' | 'redis';
  /** Several need a store that they can share. */
  readonly replicas: number;
  /** How Slack reaches the bots. */
  readonly over: 'http' | 'socket';
  /** When the storm ends at the latest, whatever it has still in store; real time. */
  readonly minutes: number;
  /** Rows of the one bulk that is sent in place of single orders. */
  readonly bulk?: number;
};

export const USAGE =
  'npm run chaos -- [--seed <number>] [--orders 300] [--store sqlite|redis] [--replicas 1] [--over http|socket] ' +
  '[--minutes 5] [--bulk 100]';

/** Throws a sentence for people. Without a seed, one is made of the time. */
export function readOptions(args: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      orders: { type: 'string', default: '300' },
      store: { type: 'string', default: 'sqlite' },
      replicas: { type: 'string' },
      over: { type: 'string', default: 'http' },
      minutes: { type: 'string', default: '5' },
      bulk: { type: 'string' },
    },
  });
  const { store, over } = values;
  if (store !== 'sqlite' && store !== 'redis') throw new Error('--store is sqlite or redis.');
  if (over !== 'http' && over !== 'socket') throw new Error('--over is http or socket.');
  const replicas = wholeNumber('replicas', values.replicas ?? (store === 'redis' ? '2' : '1'));
  if (store === 'sqlite' && replicas > 1) throw new Error('Several replicas share a Redis: --store redis.');
  return {
    seed: values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber('seed', values.seed),
    orders: wholeNumber('orders', values.orders),
    store,
    replicas,
    over,
    minutes: wholeNumber('minutes', values.minutes),
    ...(values.bulk === undefined ? {} : { bulk: wholeNumber('bulk', values.bulk) }),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is a whole number above 0.`);
  return Number(text);
}

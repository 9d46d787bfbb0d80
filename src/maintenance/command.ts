// What a command of `npm run store` is: it gets its words, says what it does, and answers whether all is well.
import type { Clock } from '#lib/clock.ts';

/** How a command speaks, and what it knows of its surroundings. */
export type Io = {
  /** The store of the settings (STORE_URL), for when no other is named. */
  readonly storeUrl: string;
  /** A sentence of the answer. */
  say(sentence: string): void;
  /** How far long work has come. It goes to the standard error, so that it is never part of the answer. */
  progress(sentence: string): void;
};

export type Outcome = {
  /** False: something is wrong with what was looked at. */
  readonly isGood: boolean;
  /** The same as what was said, for programs; part of the answer with --json. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

export type Command = {
  /** How it is typed, and what its words mean: a line each. */
  readonly usage: readonly string[];
  /** Words with a dash in front that it knows beside --json. */
  readonly options?: readonly string[];
  /**
   * Throws WrongUse when the words are not as in `usage`, and any other Error with a sentence for people when it could not be
   * done.
   */
  run(words: readonly string[], io: Io): Promise<Outcome>;
};

export class WrongUse extends Error {}

const EVERY_MS = 5_000;

/** Of `total` where it is known. Tells of `more`, and answers how many it has been told of. */
export function createProgress(
  progress: (sentence: string) => void,
  clock: Clock,
  what: string,
  total: number | undefined,
): (more: number) => number {
  let count = 0;
  let saidAt = clock.now();
  return (more) => {
    count += more;
    if (more > 0 && clock.now() - saidAt >= EVERY_MS) {
      saidAt = clock.now();
      const of = total === undefined ? '' : ` of ${total.toLocaleString('en')}`;
      progress(`${count.toLocaleString('en')}${of} ${what}…`);
    }
    return count;
  };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** "217 kB", "1.34 MB": three digits, in steps of a thousand. */
export function sizeInWords(bytes: number): string {
  let step = 0;
  let size = bytes;
  // What would be rounded to 1,000 is one of the next unit.
  for (; size >= 999.5 && step < UNITS.length - 1; step += 1) size /= 1_000;
  return `${size.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: false })} ${UNITS[step]}`;
}

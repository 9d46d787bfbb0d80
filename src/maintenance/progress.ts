// How far long work has come, said now and then, and sizes as people read them.
import type { Clock } from '#lib/clock.ts';

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

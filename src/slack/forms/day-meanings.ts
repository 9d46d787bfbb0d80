// What days, a week or a month in the words of a search may mean: orders of that time, or what a description or a name says.
import { type Meaning, wordsMeaning } from '#payments/finding/condition.ts';
import type { Period } from '#payments/reports/period.ts';
import { type FoundDays, findDays } from './find-days.ts';
import { meaningsOf } from './find-meanings.ts';

/** A stretch of what was written, from `start` on. */
type DayPart = { readonly start: number; readonly text: string; readonly meanings: readonly Meaning[] };

/**
 * “June 2000” is two parts, each of which may mean that month: so orders of that month fit both, and so does one of a customer June
 * over 2,000, or for “Rent June 2000”.
 */
export function dayParts(
  { written, beforeYear }: Pick<FoundDays, 'written' | 'beforeYear'>,
  { from, to, firstDay, lastDay, name }: Period,
  here: { now: number; timeZone: string },
): DayPart[] {
  const days: Meaning = { is: 'days', from, to };
  if (beforeYear !== undefined) {
    const year = written.slice(-4);
    return [
      { start: 0, text: beforeYear, meanings: [days, ...withoutYear(beforeYear, here)] },
      {
        start: written.length - year.length,
        text: year,
        meanings: [days, { is: 'amount', amount: year }, ...meaningsOf(year)],
      },
    ];
  }
  // A range is hardly written in a description, and the index finds its words only by those of them that many orders have: a search
  // would read through these before it came to the days. So is a month in numbers, of whose year the index knows three figures.
  const mayBeWords = name !== undefined || firstDay === lastDay;
  const words = mayBeWords ? wordsMeaning(written) : undefined;
  return [{ start: 0, text: written, meanings: words ? [days, words] : [days] }];
}

/** “June” is a name, and “22 Nov” the last such day. */
function withoutYear(written: string, here: { now: number; timeZone: string }): Meaning[] {
  const [found] = findDays(written, here);
  const words = wordsMeaning(written);
  return [
    ...(found?.read.ok
      ? [{ is: 'days', from: found.read.value.from, to: found.read.value.to } as const]
      : []),
    ...(words ? [words] : []),
  ];
}

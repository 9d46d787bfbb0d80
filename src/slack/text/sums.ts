// Sums of several currencies in words. A list that is cut says so, because nobody adds up what is not there.
import type { Sum } from '#payments/reports/totals.ts';

/** The first `max` as `describe` says them, and how many currencies follow. */
export function sumsInWords(sums: readonly Sum[], max: number, describe: (sum: Sum) => string): string[] {
  const left = sums.length - max;
  return [
    ...sums.slice(0, max).map(describe),
    ...(left > 0 ? [`${left.toLocaleString('en')} more ${left === 1 ? 'currency' : 'currencies'}`] : []),
  ];
}

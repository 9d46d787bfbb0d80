// How much each proof tries. `npm run test:all` tries what a release needs, and PROOFS=short, as in `npm test`, a part of it. A
// number, such as `PROOFS=1000000 npx vitest run --project slow test/proofs/fuzz`, is for one proof by hand: so many of what it
// counts.

const ASKED = process.env['PROOFS'];

export const isShort = ASKED === 'short';

/** Somebody looks on: figures are printed, and what depends on the time has its strict limits. */
export const isByHand = /^[1-9]\d*$/.test(ASKED ?? '');

/** Inputs, seeds, kills, events…, as the proof counts them. */
export function howMany({ short, full }: { short: number; full: number }): number {
  if (isByHand) return Number(ASKED);
  if (ASKED === undefined || ASKED === '') return full;
  if (isShort) return short;
  throw new Error(`PROOFS is "short" or a whole number above 0, and not "${ASKED}".`);
}

/** For printing: only where somebody looks on. */
export function showFigures(...figures: readonly unknown[]): void {
  if (isByHand) console.info(...figures);
}

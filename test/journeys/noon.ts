// For what is about a day: a day does not end in the middle of a test that begins at noon.
import type { Rig } from './rig.ts';

const DAY_MS = 24 * 60 * 60_000;
const NAIROBI_MS = 3 * 60 * 60_000;

/** The day (`yyyy-mm-dd`) that it is in Nairobi. */
export function dayInNairobi(at: number): string {
  return new Date(at + NAIROBI_MS).toISOString().slice(0, 10);
}

/** Lets time pass until it is noon in Nairobi, today or tomorrow; that day (`yyyy-mm-dd`). */
export function goToNoon({ clock }: Pick<Rig, 'clock'>): string {
  clock.advance(untilNoon(clock.now()));
  return dayInNairobi(clock.now());
}

/** How long (ms) it is until noon in Nairobi, today or tomorrow. */
export function untilNoon(now: number): number {
  const noon = Date.parse(`${dayInNairobi(now)}T12:00+03:00`);
  return noon > now ? noon - now : noon + DAY_MS - now;
}

// For what is about a day: a day does not end in the middle of a test that begins at noon.
import { dayOf } from '#lib/days.ts';
import type { Rig } from './rig.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Lets time pass until it is noon in Nairobi, today or tomorrow; that day (`yyyy-mm-dd`). */
export function goToNoon(rig: Rig): string {
  const noon = Date.parse(`${dayOf(rig.clock.now())}T12:00+03:00`);
  const now = rig.clock.now();
  rig.clock.advance(noon > now ? noon - now : noon + DAY_MS - now);
  return dayOf(rig.clock.now());
}

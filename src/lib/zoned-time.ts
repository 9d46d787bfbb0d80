// What clocks in a time zone show, and the moments at which they show it. For days (days.ts) and for what is due at a time of
// day. A library for this exists, but it answers differently for a skipped hour in summer and for one that comes twice.

const MINUTE_MS = 60_000;
/** Clocks differ from UTC by 14 hours at most, and were never moved by more than a day. */
const REACH_MS = 38 * 60 * MINUTE_MS;

/**
 * True for a name of the time zone database, such as "Africa/Nairobi", in any case. Of abbreviations only UTC and GMT: Node knows
 * others, but not as people mean them. Its BST is that of Bangladesh, its EST has no summer time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name) || /^(?!utc|gmt)[a-z]{3}$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The first moment (ms) at which clocks in `timeZone` show `day` (yyyy-MM-dd) and `time` (HH:mm) or later: the end of the gap
 * for a time that clocks skip, the first of two for a time that comes twice.
 */
export function momentOf(day: string, time: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  /** What clocks show, read as if it were UTC (ms). */
  const shown = (at: number) => Date.parse(`${clockFace(at, timeZone).replace(' ', 'T')}Z`);
  const offsets = [wanted - REACH_MS, wanted, wanted + REACH_MS].map((at) => shown(at) - at);
  const [earliest = wanted, ...later] = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const exact = [earliest, ...later].find((at) => shown(at) === wanted);
  if (exact !== undefined) return exact;
  // Clocks skip that time, so they jump between the two moments at which it would be with the offsets before and after.
  let [before, after] = [earliest, later.at(-1) ?? earliest];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (shown(middle) < wanted) before = middle;
    else after = middle;
  }
  return after;
}

/** Made once for each time zone, because that takes a hundred times as long as using it. */
const FACES = new Map<string, Intl.DateTimeFormat>();

/** What clocks in `timeZone` show at a moment, such as "2026-11-21 14:05:30". */
export function clockFace(at: number, timeZone: string): string {
  let face = FACES.get(timeZone);
  if (!face) {
    face = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    FACES.set(timeZone, face);
  }
  return face.format(at);
}

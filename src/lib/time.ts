// What clocks in a time zone show, and the moments at which they show it. For days and for what is due at a time of
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

/** Where the provider keeps its calendar: UTC+3 all year. */
export const EAST_AFRICA = 'Africa/Nairobi';

/** True for a day that exists, in the form yyyy-MM-dd: false for "2026-02-30". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** The moment at which `isoDay` begins: after midnight where clocks skip that. */
export function startOfDay(isoDay: string, timeZone: string = EAST_AFRICA): number {
  return momentOf(isoDay, '00:00', timeZone);
}

/** The calendar day of a moment, such as "2026-11-21". */
export function dayOf(at: number, timeZone: string = EAST_AFRICA): string {
  return clockFace(at, timeZone).slice(0, 10);
}

/** "21 Nov", with the year where it is not that of `reader`, a day as well. */
export function shortDay(isoDay: string, reader: string): string {
  const isSameYear = isoDay.slice(0, 4) === reader.slice(0, 4);
  return isSameYear ? inWords(isoDay, DAY_AND_MONTH) : dayWithYear(isoDay);
}

/** "21 Nov 2026" */
export function dayWithYear(isoDay: string): string {
  return inWords(isoDay, { ...DAY_AND_MONTH, year: 'numeric' });
}

const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const;

/** A day, or a month (yyyy-MM), in the parts that `format` names. */
export function inWords(isoDay: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' }).format(Date.parse(isoDay));
}

/** The time of day of a moment, such as "14:05". */
export function timeOfDay(at: number, timeZone: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}

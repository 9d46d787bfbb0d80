// The places of an order: the name of each index that it stands in, with the number by which it is sorted there. Redis has a
// sorted set for each of them, SQLite columns and a table; in this form both can be copied into each other and compared.
import { parseJson } from '#lib/text.ts';
import type { FoundBy } from './found-by.ts';

/** Name → score. Names are kind:what (tracking, account, folded, prompts, open, recent, entries). */
export type Places = Readonly<Record<string, number>>;

/** For names of which hardly two orders have the same: an object that grows by them would take several times as long. */
export function noPlaces(): Record<string, number> {
  return Object.create(null);
}

/** Throws when a score is no number. */
export function placesOf(found: FoundBy): Places {
  const { trackingId, accountNumber, foldedReference, promptTo, agent, open, createdAt } = found;
  const { changedAt, entryDays } = found;
  const places = noPlaces();
  if (trackingId !== undefined) places[`tracking:${trackingId}`] = createdAt;
  if (accountNumber !== undefined) places[`account:${accountNumber}`] = createdAt;
  if (foldedReference !== undefined) places[`folded:${foldedReference}`] = createdAt;
  if (promptTo !== undefined) places[`prompts:${promptTo}`] = createdAt;
  if (agent !== undefined) places[`${open ? 'open' : 'recent'}:${agent}`] = open ? createdAt : changedAt;
  for (const [day, at] of Object.entries(entryDays)) places[`entries:${day}`] = at;
  if (!Object.values(places).every(Number.isFinite))
    throw new TypeError('The times of an order must be numbers.');
  return places;
}

/** The opposite. Times by which nothing is sorted come from the document, and are 0 where that cannot be read. */
export function foundAt(places: Places, doc: string): FoundBy {
  const found: { -readonly [Field in keyof FoundBy]: FoundBy[Field] } = {
    trackingId: undefined,
    accountNumber: undefined,
    foldedReference: undefined,
    promptTo: undefined,
    agent: undefined,
    open: false,
    createdAt: Number.NaN,
    changedAt: Number.NaN,
    entryDays: {},
  };
  const entryDays: Record<string, number> = {};
  for (const [place, at] of Object.entries(places)) {
    const colon = place.indexOf(':');
    const kind = place.slice(0, colon);
    const name = place.slice(colon + 1);
    if (kind === 'entries') entryDays[name] = at;
    else if (kind === 'tracking') found.trackingId = name;
    else if (kind === 'account') found.accountNumber = name;
    else if (kind === 'folded') found.foldedReference = name;
    else if (kind === 'prompts') found.promptTo = name;
    else if (kind === 'open' || kind === 'recent') found.agent = name;
    found.open ||= kind === 'open';
    if (kind === 'recent') found.changedAt = at;
    else if (kind !== 'entries') found.createdAt = at;
  }
  found.entryDays = entryDays;
  // Only where it is needed, because reading it takes as long as all the rest.
  if (Number.isNaN(found.createdAt) || Number.isNaN(found.changedAt)) {
    const { createdAt, changedAt } = fieldsIn(doc);
    if (Number.isNaN(found.createdAt)) found.createdAt = timeOr0(createdAt);
    if (Number.isNaN(found.changedAt)) found.changedAt = timeOr0(changedAt);
  }
  return found;
}

/** The days on which the document has money entries, each with the time of its first one; undefined when it is no object. */
export function entryDaysIn(doc: string): Readonly<Record<string, number>> | undefined {
  const value = parseJson(doc);
  if (typeof value !== 'object' || value === null) return undefined;
  const { entries } = { entries: [], ...value };
  const days: Record<string, number> = {};
  if (!Array.isArray(entries)) return undefined;
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) return undefined;
    const { day, at }: { day?: unknown; at?: unknown } = entry;
    if (typeof day !== 'string' || typeof at !== 'number') return undefined;
    days[day] ??= at;
  }
  return days;
}

function fieldsIn(doc: string): Readonly<Record<string, unknown>> {
  const value = parseJson(doc);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function timeOr0(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

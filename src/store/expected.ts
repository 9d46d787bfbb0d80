// What an order implies of the rest of a store: where it stands in indexes, and that it waits in the queues. For checks of a
// whole store, and for a copy, which puts each order where it belongs.
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Digest } from './digest.ts';
import { foundBy } from './found-by.ts';
import { placesOf } from './places.ts';
import { readAll } from './read-order.ts';
import type { OrderRecord } from './records.ts';
import type { Queue } from './store.ts';

const NOT_WAITING: Readonly<Record<Queue, string>> = {
  check: 'open, but no check is scheduled',
  deliver: 'has announcements, but no delivery is scheduled',
};

/**
 * What is not as `order`, which `record` holds, wants it, each in a few words. Of its turns only those that are missing, because
 * one too many does no harm.
 */
export function faultsOf(record: OrderRecord, order: Order, digest: Digest): string[] {
  const { version, places, turns } = record;
  const faults = order.version === version ? [] : [`has version ${order.version} instead of ${version}`];
  const wanted = placesOf(foundBy(order, digest));
  for (const [place, at] of Object.entries(wanted))
    if (places[place] !== at) faults.push(`missing from the list ${kindOf(place)}, or in the wrong place`);
  for (const place of Object.keys(places))
    if (wanted[place] === undefined) faults.push(`in the list ${kindOf(place)} by mistake`);
  for (const queue of waitsFor(order)) if (!turns[queue]) faults.push(NOT_WAITING[queue]);
  return faults;
}

/**
 * The record as its order wants it: in all of its lists and in no other, and waiting from `now` (ms) on where it should wait and
 * does not. One that cannot be read stays as it is.
 */
export function mended(record: OrderRecord, digest: Digest, now: number): OrderRecord {
  const [order] = readAll([{ reference: record.reference, text: record.doc }]).orders;
  if (!order) return record;
  const { reference, doc } = record;
  const turns = { ...record.turns };
  for (const queue of waitsFor(order)) turns[queue] ??= { at: now, attempt: 0 };
  return { reference, version: order.version, doc, places: placesOf(foundBy(order, digest)), turns };
}

/** Nobody is told when the checks of a charge that was not paid end, so nothing in it says that they have. */
function waitsFor({ announcements, kind, state, checksEndedAt }: Order): Queue[] {
  const mayHaveEnded = checksEndedAt !== undefined || (kind === 'charge' && state !== 'sending');
  return [
    ...(announcements.length > 0 ? (['deliver'] as const) : []),
    ...(isOpen(state) && !mayHaveEnded ? (['check'] as const) : []),
  ];
}

/** What comes behind it may be a number of a customer's account. */
function kindOf(place: string): string {
  return place.replace(/:.*$/s, '');
}

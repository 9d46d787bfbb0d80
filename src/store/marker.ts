// The document `store`: what a store is to Teller (its own, an unfinished copy, or moved away), its format, and its random key.
// A commit expects it, and that no copy runs, so that a store is never written to while it is copied or after. Only a process that
// serves the store alone leaves this out.
import { parseJson } from '#lib/text.ts';
import { FORMAT } from '#orders/order.ts';
import { leaseKey } from './documents.ts';
import type { Batch, Content, Doc, Driver } from './driver.ts';
import { checkOwn, otherFormat, StoreRefusal, type StoreState } from './store-state.ts';

export type Marker = StoreState & { readonly key: Uint8Array };

export const MARKER = 'store';
/** Held by a copy, for both of its stores. */
export const COPYING = 'copying';

/** Written by each ping: a disk that can be read may still be full. */
export const PULSE = 'pulse';
/** On Redis, by each Teller that works on the queues. */
export const SERVING = 'serving';

/** Documents about where a store lies, which a copy leaves out. */
export const NOT_COPIED: readonly string[] = [MARKER, PULSE, SERVING, leaseKey(COPYING)];

/** What a commit expects of a store that others may copy. */
export const IN_USE: NonNullable<Batch['expect']> = { [MARKER]: 'own', [leaseKey(COPYING)]: undefined };

export function markerDoc(state: StoreState, key: Uint8Array): Doc {
  const text = { format: FORMAT, key: Buffer.from(key).toString('base64url'), ...state };
  return { key: MARKER, rev: state.status, text: JSON.stringify(text), sets: {} };
}

/** Throws a StoreRefusal for another format. Undefined where there is no store. */
export async function readMarker(driver: Pick<Driver, 'read'>): Promise<Marker | undefined> {
  const [stored] = await driver.read([MARKER]);
  return stored && parseMarker(stored);
}

function parseMarker({ text }: Content): Marker {
  const stored = parseJson(text) as (StoreState & { format: number; key: string }) | undefined;
  if (stored?.format !== FORMAT) throw otherFormat('This store', String(stored?.format));
  return { ...stored, key: Buffer.from(String(stored.key), 'base64url') };
}

/** Throws a StoreRefusal when Teller must not use the store. */
export async function checkInUse(driver: Pick<Driver, 'read'>): Promise<void> {
  const [stored, copying] = await driver.read([MARKER, leaseKey(COPYING)]);
  if (stored) checkOwn(parseMarker(stored));
  if (copying) throw new StoreRefusal('This store is being copied. Try again when the copy ends.');
}

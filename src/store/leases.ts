// Named locks with a time limit: documents that end by the driver's clock, whose revision is the token of the holder.
import { randomUUID } from 'node:crypto';
import { LEASE_MS, type Leases } from '#lib/with-lease.ts';
import { LEASES, leaseKey } from './documents.ts';
import type { Driver } from './driver.ts';

/** The text of leases whose holder serves the store: whoever serves it alone afterwards may end them. */
const SERVING = 'serving';

/** `isServing`: whether this process serves the store. */
export function createLeases({ commit }: Pick<Driver, 'commit'>, isServing: () => boolean): Leases {
  /** `expected`: the token that holds the lease so far. */
  async function hold(name: string, expected: string | undefined, rev: string, ttlMs: number) {
    const doc = { key: leaseKey(name), rev, text: isServing() ? SERVING : '', sets: {}, ttlMs };
    const stale = await commit({ expect: { [doc.key]: expected }, put: [doc] });
    return stale.size === 0;
  }
  return {
    acquire: async (name, ttlMs, token = randomUUID()) =>
      (await hold(name, undefined, token, ttlMs)) ? token : undefined,
    renew: (name, token, ttlMs) => hold(name, token, token, ttlMs),
    async release(name, token) {
      await commit({ expect: { [leaseKey(name)]: token }, drop: [leaseKey(name)] });
    },
  };
}

/**
 * Ends the leases that a process took while it served, for one that knows it to be gone. Longer ones stay: they are there to be
 * remembered, such as that an event was answered.
 */
export async function endLeases({ scan, commit }: Pick<Driver, 'scan' | 'commit'>): Promise<void> {
  for await (const page of scan(LEASES)) {
    const over = page.filter(({ text, ttlMs = 0 }) => text === SERVING && ttlMs <= LEASE_MS);
    await Promise.all(over.map(({ key, rev }) => commit({ expect: { [key]: rev }, drop: [key] })));
  }
}

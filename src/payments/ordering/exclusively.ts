// Lets one process at a time check and save what no two orders may share, such as the account number of a recurring link: the store
// compares the reference only.
import type { Clock } from '#lib/clock.ts';
import { type HeldLease, type Leases, withLease } from '#lib/with-lease.ts';
import type { Store } from '#store/store.ts';

/** Creating or marking an order takes milliseconds; the form waits for at most this. */
const LEASE = { waitMs: 1_000, pollMs: 50 };

/**
 * Runs `work` while no other process does work for the same `what`, of which only a digest goes into the store; rejects, naming
 * `busy`, when that takes too long, and when the store is down. `work` confirms it right before it saves, and begins anew when it
 * stood still.
 */
export type Exclusively = <Value>(
  on: { readonly kind: 'prompts' | 'names'; readonly what: string; readonly busy: string },
  work: (held: HeldLease) => Promise<Value>,
) => Promise<Value>;

export function createExclusively(deps: {
  leases: Leases;
  digest: Store['digest'];
  clock: Clock;
}): Exclusively {
  const { leases, digest, clock } = deps;
  return async ({ kind, what, busy }, work) =>
    withLease(leases, `${kind}:${await digest(what)}`, { ...LEASE, clock, onBusy: busy }, work);
}

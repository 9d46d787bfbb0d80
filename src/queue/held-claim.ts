// A claim whose work runs in this process: the worker's rounds renew it, and the work has it confirmed before each call that
// others notice. So a lease can be short: the order of a killed process is soon taken over, and that of a slow one is not.
import type { Clock } from '#lib/clock.ts';
import { holdRenewed } from '#lib/with-lease.ts';
import type { Claim, OrderStore } from '#store/store.ts';

export type HeldClaim = Claim & {
  /**
   * Resolves while no other process can have the order: at once if the claim was renewed a moment ago, else after renewing
   * it. Rejects with ClaimLost when another has it, which happens to a process that stood still for longer than a lease, and
   * with the store's error when that gives no answer. Await it right before each call that others notice.
   */
  confirm(): Promise<void>;
};

/** Work that meets this stops; the order is no longer its own. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export type Held = {
  readonly claim: HeldClaim;
  /** Renews the claim unless it was renewed a moment ago. Rejects when the store does. */
  keep(): Promise<void>;
};

/** `claimedAt`: the time (ms) that was given to `orders.claim`. */
export function holdClaim(
  claim: Claim,
  claimedAt: number,
  deps: { orders: Pick<OrderStore, 'renew'>; clock: Clock; leaseMs: number },
): Held {
  const { orders, clock, leaseMs } = deps;
  const { keep, confirm } = holdRenewed({
    renew: (now) => orders.renew(claim, { now, leaseMs }),
    lost: new ClaimLost(`another process has claimed order ${claim.reference}`),
    ...{ leaseMs, clock, askedAt: claimedAt },
  });
  return { claim: { ...claim, confirm }, keep };
}

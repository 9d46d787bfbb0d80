// A claim whose work runs in this process: the worker's rounds renew it, and the work has it confirmed before each call that
// others notice. So a lease can be short: the order of a killed process is soon taken over, and that of a slow one is not.
import type { Clock } from '#lib/clock.ts';
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

/** A process that is killed holds its orders up for no longer than this. */
export const LEASE_MS = 8_000;

/** Part of a lease after which the claim is renewed. */
const RENEWED_AFTER = 1 / 4;
/** Part of a lease for which it is trusted. The clock of another replica may be ahead by the rest of it. */
const TRUSTED_FOR = 1 / 2;

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
  let renewedAt = claimedAt;
  let isLost = false;

  async function renew(): Promise<void> {
    // Taken before the call, so that a process which stands still during the call does not trust the answer for longer.
    const now = clock.now();
    if (await orders.renew(claim, { now, leaseMs })) renewedAt = now;
    else isLost = true;
  }

  function wasRenewedWithin(part: number): boolean {
    const ageMs = clock.now() - renewedAt;
    // Below zero the clock was set back, and the age is not known.
    return ageMs >= 0 && ageMs < part * leaseMs;
  }

  return {
    claim: {
      ...claim,
      async confirm() {
        while (!isLost && !wasRenewedWithin(TRUSTED_FOR)) await renew();
        if (isLost) throw new ClaimLost(`another process has claimed order ${claim.reference}`);
      },
    },
    async keep() {
      if (!isLost && !wasRenewedWithin(RENEWED_AFTER)) await renew();
    },
  };
}

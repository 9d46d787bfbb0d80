// Runs work that one replica at a time may do, under a lease: renewing the token, registering the notification URL,
// changing the list of alert channels, upgrading the store.
import { randomUUID } from 'node:crypto';
import { type Clock, sleep } from './clock.ts';

/** Named locks with a time limit. */
export type Leases = {
  /**
   * A token to renew and release the lease with, or undefined while somebody else holds the lease. It is `token` where one
   * is given; with that the lease can be released also when this has rejected, because it may have been taken all the same.
   */
  acquire(name: string, ttlMs: number, token?: string): Promise<string | undefined>;
  /** Makes the lease last for `ttlMs` from now. False, with nothing changed, when `token` does not hold it any more. */
  renew(name: string, token: string, ttlMs: number): Promise<boolean>;
  /** Frees the lease if `token` still holds it. */
  release(name: string, token: string): Promise<void>;
};

export type HeldLease = {
  /**
   * Resolves while nobody else can have the lease: at once if it was renewed a moment ago, else after renewing it. Rejects when
   * somebody else may have it, which happens to a process that stood still for longer than a lease, and with the store's error
   * when that gives no answer. Await it right before each write that others must not make meanwhile; let what it rejects with
   * pass.
   */
  confirm(): Promise<void>;
};

/** The work under this lease is begun anew by withLease. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A process that is killed holds others up for no longer than this. */
export const LEASE_MS = 8_000;
/** Whoever takes over what others do asks again so often, so that what a killed one did is taken up within ten seconds. */
export const TAKE_OVER_MS = 2_000;
/** Part of a lease after which it is renewed. */
const RENEWED_AFTER = 1 / 4;
/** Part of a lease for which it is trusted. What is left is for the way of a write to the store, and for clocks that differ. */
const TRUSTED_FOR = 1 / 2;
const RELEASE_EVERY_MS = 500;

/**
 * Runs `work` while holding the lease `name`, which is renewed for as long as the work takes. While others hold it, asks again
 * every `pollMs`, and after `waitMs` returns what `onBusy` does instead, or rejects with it where it is a sentence. Work that has
 * its lease confirmed and finds it lost is begun anew, from asking for the lease on. Rejects when `acquire`, `work` or `onBusy`
 * does. A renewal or release that fails is not reported, because the lease ends by itself. After an `acquire` that rejected the
 * lease is released in the background, so that the next one need not wait for its end.
 */
export async function withLease<Value>(
  leases: Leases,
  name: string,
  options: {
    waitMs: number;
    pollMs: number;
    clock: Clock;
    onBusy: string | (() => Value | Promise<Value>);
    /** What the lease is held with; without one, each try has its own. */
    token?: string;
  },
  work: (held: HeldLease) => Promise<Value>,
): Promise<Value> {
  const { waitMs, pollMs, clock, onBusy } = options;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const own = options.token ?? randomUUID();
    const askedAt = clock.now();
    const token = await leases.acquire(name, LEASE_MS, own).catch((error: unknown) => {
      void releaseSoon(leases, name, own, clock);
      throw error;
    });
    if (token !== undefined) {
      const lost = new LeaseLost(`another process may have the lease ${name}`);
      const { renew, confirm } = holdRenewed({
        renew: () => leases.renew(name, token, LEASE_MS),
        ...{ leaseMs: LEASE_MS, askedAt, clock, lost },
      });
      const stopRenewing = repeat(clock, RENEWED_AFTER * LEASE_MS, renew);
      try {
        return await work({ confirm });
      } catch (error) {
        if (error !== lost) throw error;
      } finally {
        stopRenewing();
        await leases.release(name, token).catch(() => undefined);
      }
    }
    if (waitedMs >= waitMs) {
      if (typeof onBusy === 'string') throw new Error(onBusy);
      return onBusy();
    }
    await sleep(clock, pollMs);
  }
}

type Hold = {
  /** Rejects when the store does. */
  renew(): Promise<void>;
  /** The same, unless it was renewed a moment ago or is lost. */
  keep(): Promise<void>;
  /** See HeldLease. */
  confirm(): Promise<void>;
};

/**
 * What this process holds in the store for `leaseMs` at a time, since `askedAt`, the time (ms) before it got it. `renew` gets the time
 * from which on the store is to count, and answers whether it still held it. `lost`: what `confirm` rejects with when somebody else
 * may have it.
 */
export function holdRenewed(deps: {
  renew: (now: number) => Promise<boolean>;
  leaseMs: number;
  askedAt: number;
  clock: Clock;
  lost: Error;
}): Hold {
  const { leaseMs, clock, lost } = deps;
  let renewedAt = deps.askedAt;
  let isLost = false;

  async function renew(): Promise<void> {
    // Taken before the call, so that a process which stands still during the call does not trust the answer for longer.
    const now = clock.now();
    if (await deps.renew(now)) renewedAt = now;
    else isLost = true;
  }

  function wasRenewedWithin(part: number): boolean {
    const ageMs = clock.now() - renewedAt;
    // Below zero the clock was set back, and the age is not known.
    return ageMs >= 0 && ageMs < part * leaseMs;
  }

  return {
    renew,
    async keep() {
      if (!isLost && !wasRenewedWithin(RENEWED_AFTER)) await renew();
    },
    async confirm() {
      while (!isLost && !wasRenewedWithin(TRUSTED_FOR)) await renew();
      if (isLost) throw lost;
    },
  };
}

/** Tries until the store answers, or until the lease has ended by itself. Never rejects. */
async function releaseSoon(leases: Leases, name: string, token: string, clock: Clock): Promise<void> {
  for (let leftMs = LEASE_MS; leftMs > 0; leftMs -= RELEASE_EVERY_MS) {
    const isReleased = await leases.release(name, token).then(
      () => true,
      () => false,
    );
    if (isReleased) return;
    await sleep(clock, RELEASE_EVERY_MS);
  }
}

/** Does `work` every `everyMs`, whether or not it fails, until the returned function is called. */
function repeat(clock: Clock, everyMs: number, work: () => Promise<unknown>): () => void {
  let isOver = false;
  let cancel = () => {};
  function next() {
    if (!isOver) cancel = clock.after(everyMs, () => void work().then(next, next));
  }
  next();
  return () => {
    isOver = true;
    cancel();
  };
}

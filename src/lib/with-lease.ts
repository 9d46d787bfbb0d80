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
const RENEW_EVERY_MS = 2_000;
/** So long after its renewal a lease is trusted; what is left is for the way of a write to the store. */
const TRUSTED_FOR_MS = LEASE_MS / 2;
const RELEASE_EVERY_MS = 500;

/**
 * Runs `work` while holding the lease `name`, which is renewed for as long as the work takes. While others hold it, asks again
 * every `pollMs`, and after `waitMs` returns what `onBusy` does instead. Work that has its lease confirmed and finds it lost is
 * begun anew, from asking for the lease on. Rejects when `acquire`, `work` or `onBusy` does. A renewal or release that fails is
 * not reported, because the lease ends by itself. After an `acquire` that rejected the lease is released in the background, so
 * that the next one need not wait for its end.
 */
export async function withLease<Value>(
  leases: Leases,
  name: string,
  options: {
    waitMs: number;
    pollMs: number;
    clock: Clock;
    onBusy: () => Value | Promise<Value>;
  },
  work: (held: HeldLease) => Promise<Value>,
): Promise<Value> {
  const { waitMs, pollMs, clock, onBusy } = options;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const own = randomUUID();
    const askedAt = clock.now();
    const token = await leases.acquire(name, LEASE_MS, own).catch((error: unknown) => {
      void releaseSoon(leases, name, own, clock);
      throw error;
    });
    if (token !== undefined) {
      const { renew, confirm, lost } = holdLease(leases, { name, token, clock, askedAt });
      const stopRenewing = repeat(clock, RENEW_EVERY_MS, renew);
      try {
        return await work({ confirm });
      } catch (error) {
        if (error !== lost) throw error;
      } finally {
        stopRenewing();
        await leases.release(name, token).catch(() => undefined);
      }
    }
    if (waitedMs >= waitMs) return onBusy();
    await sleep(clock, pollMs);
  }
}

/** `askedAt`: the time (ms) before it was acquired. `lost`: what `confirm` rejects with when somebody else may have it. */
function holdLease(
  leases: Leases,
  { name, token, clock, askedAt }: { name: string; token: string; clock: Clock; askedAt: number },
) {
  const lost = new LeaseLost(`another process may have the lease ${name}`);
  let renewedAt = askedAt;
  let isLost = false;

  async function renew(): Promise<void> {
    // Taken before the call, so that a process which stands still during the call does not trust the answer for longer.
    const now = clock.now();
    if (await leases.renew(name, token, LEASE_MS)) renewedAt = now;
    else isLost = true;
  }

  function isTrusted(): boolean {
    const ageMs = clock.now() - renewedAt;
    // Below zero the clock was set back, and the age is not known.
    return ageMs >= 0 && ageMs < TRUSTED_FOR_MS;
  }

  async function confirm(): Promise<void> {
    while (!isLost && !isTrusted()) await renew();
    if (isLost) throw lost;
  }

  return { renew, confirm, lost };
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

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
  /** Makes the lease last for `ttlMs` from now, if `token` still holds it. */
  renew(name: string, token: string, ttlMs: number): Promise<void>;
  /** Frees the lease if `token` still holds it. */
  release(name: string, token: string): Promise<void>;
};

/** A process that is killed holds others up for no longer than this. */
export const LEASE_MS = 8_000;
const RENEW_EVERY_MS = 2_000;
const RELEASE_EVERY_MS = 500;

/**
 * Runs `work` while holding the lease `name`, which is renewed for as long as the work takes. While others hold it, asks
 * again every `pollMs`, and after `waitMs` returns what `onBusy` does instead. Rejects when `acquire`, `work` or `onBusy`
 * does. A renewal or release that fails is not reported, because the lease ends by itself. After an `acquire` that rejected
 * the lease is released in the background, so that the next one need not wait for its end.
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
  work: () => Promise<Value>,
): Promise<Value> {
  const { waitMs, pollMs, clock, onBusy } = options;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const own = randomUUID();
    const token = await leases.acquire(name, LEASE_MS, own).catch((error: unknown) => {
      void releaseSoon(leases, name, own, clock);
      throw error;
    });
    if (token !== undefined) {
      const stopRenewing = repeat(clock, RENEW_EVERY_MS, () => leases.renew(name, token, LEASE_MS));
      try {
        return await work();
      } finally {
        stopRenewing();
        await leases.release(name, token).catch(() => undefined);
      }
    }
    if (waitedMs >= waitMs) return onBusy();
    await sleep(clock, pollMs);
  }
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

// Runs work that one replica at a time may do, under a lease: renewing the token, registering the notification URL,
// changing the list of alert channels, upgrading the store.
import { type Clock, sleep } from './clock.ts';

/** Named locks with a time limit. */
export type Leases = {
  /** A token to renew and release the lease with, or undefined while somebody else holds the lease. */
  acquire(name: string, ttlMs: number): Promise<string | undefined>;
  /** Makes the lease last for `ttlMs` from now, if `token` still holds it. */
  renew(name: string, token: string, ttlMs: number): Promise<void>;
  /** Frees the lease if `token` still holds it. */
  release(name: string, token: string): Promise<void>;
};

/** A process that is killed holds others up for no longer than this. */
export const LEASE_MS = 8_000;
const RENEW_EVERY_MS = 2_000;

/**
 * Runs `work` while holding the lease `name`, which is renewed for as long as the work takes. While others hold it, asks
 * again every `pollMs`, and after `waitMs` returns what `onBusy` does instead. Rejects when `acquire`, `work` or `onBusy`
 * does. A renewal or release that fails is not reported, because the lease ends by itself.
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
    const token = await leases.acquire(name, LEASE_MS);
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

// Runs work that one replica at a time may do, under a lease: renewing the token, registering the notification URL,
// changing the list of alert channels, upgrading the store.
import { type Clock, sleep } from './clock.ts';

/** Named locks with a time limit. */
export type Leases = {
  /** A token to release the lease with, or undefined while somebody else holds the lease. */
  acquire(name: string, ttlMs: number): Promise<string | undefined>;
  /** Frees the lease if `token` still holds it. */
  release(name: string, token: string): Promise<void>;
};

/**
 * Runs `work` while holding the lease `name`, which ends by itself after `ttlMs`. While others hold it, asks again every
 * `pollMs`, and after `waitMs` returns what `onBusy` does instead. Rejects when `acquire`, `work` or `onBusy` does. A
 * release that fails is not reported, because the lease ends by itself.
 */
export async function withLease<Value>(
  leases: Leases,
  name: string,
  options: {
    ttlMs: number;
    waitMs: number;
    pollMs: number;
    clock: Clock;
    onBusy: () => Value | Promise<Value>;
  },
  work: () => Promise<Value>,
): Promise<Value> {
  const { ttlMs, waitMs, pollMs, clock, onBusy } = options;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const token = await leases.acquire(name, ttlMs);
    if (token !== undefined) {
      try {
        return await work();
      } finally {
        await leases.release(name, token).catch(() => undefined);
      }
    }
    if (waitedMs >= waitMs) return onBusy();
    await sleep(clock, pollMs);
  }
}

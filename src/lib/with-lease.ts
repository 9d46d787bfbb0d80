// Work that one replica at a time may do: waits for a lease, works, and gives it back.
import { type Clock, sleep } from './clock.ts';

/** Named locks with a time limit, for work that one replica at a time may do. */
export type Leases = {
  /** A token that proves the hold, or undefined while somebody else holds the lease. */
  acquire(name: string, ttlMs: number): Promise<string | undefined>;
  /** Frees the lease if `token` still holds it. */
  release(name: string, token: string): Promise<void>;
};

/**
 * Runs `work` while holding the lease `name`, which ends by itself after `ttlMs`. While others hold it, asks again every
 * `pollMs`; after `waitMs` answers with `busy` instead, which may also throw. Rejects as `acquire` or the work does. A
 * release that fails is not reported: the lease ends by itself.
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

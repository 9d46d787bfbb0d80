// Which secret parts the notification URL had. The provider sends notifications of an order to the URL that was registered
// when the order was made, and those of a recurring link's charges for years.
import type { Clock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import type { KeyValueStore } from '#store/store.ts';

/**
 * `accepted`: another process uses it now, or it was in use in the last 31 days. `former`: it was in use before that, so only what
 * is about an order of ours came from the provider. `unknown`: it never was a key.
 */
export type KeyStanding = 'accepted' | 'former' | 'unknown';

type IpnKeys = {
  /** Records that this process's key is the present one, and since when others are not. Rejects when the store is down. */
  remember(): Promise<void>;
  /** Of another key than this process's. Rejects when the store is down. */
  standingOf(key: string): Promise<KeyStanding>;
};

/** Links are watched for 30 days (orders/check-schedule.ts); one day for what is under way. */
const ACCEPTED_MS = 31 * 24 * 3_600_000;
/** Whoever sends wrong keys causes one read of the store in this time, and no more. */
const CACHED_MS = 1_000;
const NAME = 'keys';
const LEASE = { waitMs: 5_000, pollMs: 100 };

/** `digest` stands for a key; `until` (ms) is there once another key has taken its place. */
type Known = { readonly digest: string; readonly until?: number };

export function createIpnKeys(deps: {
  key: string;
  keyValues: KeyValueStore;
  leases: Leases;
  digest: (text: string) => Promise<string>;
  clock: Clock;
}): IpnKeys {
  const { keyValues, leases, clock } = deps;
  const digestOf = (key: string) => deps.digest(`ipn key ${key}`);
  const stored = async () => (await keyValues.get<readonly Known[]>(NAME)) ?? [];
  let cached: { known: Promise<readonly Known[]>; at: number } | undefined;

  function lately(): Promise<readonly Known[]> {
    const now = clock.now();
    if (!cached || now - cached.at >= CACHED_MS) cached = { known: stored(), at: now };
    return cached.known;
  }

  return {
    async remember() {
      const digest = await digestOf(deps.key);
      const onBusy = 'another replica is still recording its notification key';
      await withLease(leases, 'ipn-keys', { ...LEASE, clock, onBusy }, async ({ confirm }) => {
        const before = await stored();
        const now = clock.now();
        const others = before
          .filter((known) => known.digest !== digest)
          .map((known) => ({ ...known, until: known.until ?? now + ACCEPTED_MS }));
        await confirm();
        await keyValues.set(NAME, [...others, { digest }]);
      });
    },
    async standingOf(key) {
      const digest = await digestOf(key);
      const known = (await lately()).find((one) => one.digest === digest);
      if (!known) return 'unknown';
      return known.until === undefined || known.until > clock.now() ? 'accepted' : 'former';
    },
  };
}

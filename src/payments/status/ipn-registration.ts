// The notification URL is registered once, remembered, and shared by all replicas.
import { type Clock, sleep } from '#lib/clock.ts';
import { singleFlight } from '#lib/single-flight.ts';
import { withLease } from '#lib/with-lease.ts';
import type { ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { KeyValueStore, Leases } from '#store/store.ts';

export type IpnRegistration = {
  /** The ipn_id for orders, from memory, from the notes, or by registering. Rejects with what the service said. */
  ensure(): Promise<string>;
  /** The service does not know this id (code InvalidIpnId): the next `ensure` registers again. */
  forget(ipnId: string): Promise<void>;
  /** True once an id is known. */
  known(): boolean;
};

/** SPEC.md, Limits: about one request every 8 seconds, measured from the last success. */
const PAUSE_MS = 8_500;
const LEASE_MS = 60_000;
const MAX_WAIT_MS = 5_000;
const MAX_TRIES = 5;
const LEASE_NAME = 'ipn-registration';

export function createIpnRegistration(deps: {
  client: Pick<ProviderClient, 'registerIpn' | 'getIpnList'>;
  notes: KeyValueStore;
  leases: Leases;
  clock: Clock;
  /** Registration belongs to one service; another base URL needs another id. */
  baseUrl: string;
  url: string;
  method: 'GET' | 'POST';
}): IpnRegistration {
  const { client, notes, leases, clock, url, method } = deps;
  const key = `${deps.baseUrl}|${method}|${url}`;
  let inMemory: string | undefined;

  const ensure = singleFlight(async (_: 'one') => {
    inMemory ??= await notes.get<string>(key);
    const options = { ttlMs: LEASE_MS, waitMs: MAX_WAIT_MS, pollMs: 1_000, clock, busy };
    inMemory ??= await withLease(
      leases,
      LEASE_NAME,
      options,
      async () => (await notes.get<string>(key)) ?? register(),
    );
    return inMemory;
  });

  function busy(): never {
    throw new Error('another replica is still registering the notification URL');
  }

  async function register(): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        const { ipn_id } = await client.registerIpn({ url, ipn_notification_type: method });
        await notes.set(key, ipn_id);
        return ipn_id;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'rate_limited' || tries === MAX_TRIES)
          throw error;
        // 409 is a rate limit, though some read it as "already registered": the list knows.
        const listed = await registeredBefore();
        if (listed) {
          await notes.set(key, listed);
          return listed;
        }
        await sleep(clock, PAUSE_MS);
      }
    }
  }

  async function registeredBefore(): Promise<string | undefined> {
    const list = await client.getIpnList().catch(() => []);
    return list.find((entry) => entry.url === url)?.ipn_id;
  }

  return {
    ensure: () => ensure('one'),
    async forget(ipnId) {
      if (inMemory === ipnId) inMemory = undefined;
      if ((await notes.get<string>(key)) === ipnId) await notes.delete(key);
    },
    known: () => inMemory !== undefined,
  };
}

// Registers Teller's notification URL with the provider: once, for all replicas and restarts. Called by bot.ts at
// the start and by ordering/submit.ts, because every order request must name the registration's id (ipn_id).

import { singleFlight } from '#lib/async.ts';
import { type Clock, sleep } from '#lib/clock.ts';
import { type HeldLease, type Leases, withLease } from '#lib/with-lease.ts';
import type { ProviderClient } from '#provider/client.ts';
import { isMissing, ProviderError } from '#provider/errors.ts';
import type { IpnMethod } from '#provider/limits.ts';
import type { ListedIpn } from '#provider/responses.ts';
import type { KeyValueStore } from '#store/store.ts';

export type IpnRegistration = {
  /** The ipn_id, from memory, from the store, or by registering. Rejects with the provider's error. */
  ensure(): Promise<string>;
  /** The provider refused this id (code InvalidIpnId): the next `ensure` registers again. */
  forget(ipnId: string): Promise<void>;
  /** True once this process has an ipn_id. */
  isKnown(): boolean;
};

/** The provider accepts about one registration every 8 seconds, counted from the last success (SPEC.md, Limits). */
const PAUSE_MS = 8_500;
const MAX_TRIES = 5;
/**
 * For the replica that registers: it may pause before each further try, and its calls take time. Less than a minute, because a
 * prompt waits for it too, and nobody expects that to ring later.
 */
const MAX_WAIT_MS = (MAX_TRIES - 1) * PAUSE_MS + 11_000;
const LEASE_NAME = 'ipn-registration';

/** The address that Teller registers for notifications. Secret: whoever knows it can send some. */
export function notificationUrl(settings: { publicUrl: string; ipn: { key: string } }): string {
  return `${settings.publicUrl}/ipn/${settings.ipn.key}`;
}

/**
 * What the provider has registered, asked for to see whether it takes the keys and answers at all. Undefined when it does and has
 * no such list. Rejects with ProviderError.
 */
export async function listRegistrations(
  client: Pick<ProviderClient, 'getIpnList'>,
): Promise<ListedIpn[] | undefined> {
  try {
    return await client.getIpnList();
  } catch (error) {
    if (isMissing('getIpnList', error)) return undefined;
    throw error;
  }
}

export function createIpnRegistration(deps: {
  client: Pick<ProviderClient, 'registerIpn' | 'getIpnList'>;
  keyValues: KeyValueStore;
  leases: Leases;
  clock: Clock;
  /** The provider's address: another environment has its own ipn_ids. */
  baseUrl: string;
  /** The notification URL and how the provider calls it. */
  url: string;
  method: IpnMethod;
  /** Aborts when Teller stops, which does not wait for another try. */
  stopping: AbortSignal;
}): IpnRegistration {
  const { client, keyValues, leases, clock, url, method, stopping } = deps;
  const key = `${deps.baseUrl}|${method}|${url}`;
  let inMemory: string | undefined;

  /** One replica registers; the others wait for what it stores. */
  const ensure = singleFlight(async () => {
    const stored = () => keyValues.get<string>(key);
    inMemory ??= await stored();
    const options = { waitMs: MAX_WAIT_MS, pollMs: 1_000, clock, onBusy };
    inMemory ??= await withLease(leases, LEASE_NAME, options, async ({ confirm }) => {
      const ipnId = (await stored()) ?? (await register(confirm));
      await confirm();
      await keyValues.set(key, ipnId);
      return ipnId;
    });
    return inMemory;
  });

  function onBusy(): never {
    throw new ProviderError({
      ...{ operation: 'registerIpn', kind: 'rate_limited', outcome: 'refused' },
      summary: 'another replica is still registering the notification URL.',
    });
  }

  async function register(confirm: HeldLease['confirm']): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      await confirm();
      try {
        return (await client.registerIpn({ url, ipn_notification_type: method })).ipn_id;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'rate_limited' || tries === MAX_TRIES)
          throw error;
        // Status 409 may also mean that the URL is already registered: then the provider's list has it.
        const list = await client.getIpnList().catch(() => []);
        const listed = list.find((entry) => entry.url === url);
        if (listed) return listed.ipn_id;
        await sleep(clock, PAUSE_MS, stopping);
        if (stopping.aborted) throw error;
      }
    }
  }

  return {
    ensure,
    async forget(ipnId) {
      if (inMemory === ipnId) inMemory = undefined;
      if ((await keyValues.get<string>(key)) === ipnId) await keyValues.delete(key);
    },
    isKnown: () => inMemory !== undefined,
  };
}

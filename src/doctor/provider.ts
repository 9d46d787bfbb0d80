// Checks whether the provider accepts the keys and knows the address for notifications. It only requests a token, which isn't
// kept, and the list of registrations; it registers nothing.

import type { Clock } from '#lib/clock.ts';
import { type Diagnosis, good, warning, wrongAsSaid } from '#lib/diagnosis.ts';
import { listRegistrations, notificationUrl } from '#payments/status/ipn-registration.ts';
import { createProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { ListedIpn } from '#provider/responses.ts';
import { as, type Checked, isHere } from './teller-at.ts';

/** For the token and for the list, each. */
const TIMEOUT_MS = 6_000;

type Settings = {
  readonly provider: {
    readonly baseUrl: string;
    readonly consumerKey: string;
    readonly consumerSecret: string;
  };
  readonly publicUrl: string;
  readonly ipn: { readonly key: string };
};

/** Without an answer about the keys there is no line about the registration. */
export async function inspectProvider(config: Settings, clock: Clock): Promise<Checked[]> {
  const { baseUrl } = config.provider;
  const { protocol, hostname, host } = new URL(baseUrl);
  const openly =
    protocol === 'http:' && !isHere(hostname)
      ? [warning(`The keys go to ${host} unencrypted.`, 'Use https:// in PROVIDER_BASE_URL.')]
      : [];
  const client = createProviderClient({ ...config.provider, ...FORGETFUL, clock, timeoutMs: TIMEOUT_MS });
  try {
    const list = await listRegistrations(client);
    return [
      ...as('Pesapal', [good(`${host} accepts the consumer key and secret.`), ...openly]),
      ...as('Notifications', [registrationIn(list, notificationUrl(config))]),
    ];
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return as('Pesapal', [wrongAsSaid(error.message), ...openly]);
  }
}

function registrationIn(list: readonly ListedIpn[] | undefined, url: string): Diagnosis {
  if (!list) return good('Pesapal has no list of registrations, so the address can’t be checked.');
  const listed = list.filter((entry) => entry.url === url);
  if (listed.length === 0)
    return good('The address isn’t registered with Pesapal yet. The first start registers it.');
  // The status may be missing.
  return listed.some(({ ipn_status = ACTIVE }) => ipn_status === ACTIVE)
    ? good('The address is registered with Pesapal.')
    : warning(
        'Pesapal lists the address as inactive, so notifications may not arrive.',
        'Contact Pesapal, or set a new IPN_KEY so Teller registers another address.',
      );
}

/** SPEC.md, IPN registration response. */
const ACTIVE = 1;

/** Keeps no token, so that the store is not touched. */
const FORGETFUL = {
  keyValues: { get: async () => undefined, set: async () => {}, delete: async () => {} },
  leases: { acquire: async () => 'doctor', renew: async () => true, release: async () => {} },
};

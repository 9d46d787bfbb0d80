// The registration of the notification URL: one for all replicas and restarts, against the service's stand-in.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createIpnRegistration } from '#payments/status/ipn-registration.ts';
import { createProviderClient } from '#provider/client.ts';
import { type ProviderSandbox, startProviderSandbox } from '#sandbox/provider/provider.ts';
import { type Rig, startRig } from './rig.ts';

const URL_OF_BOT = 'https://teller.test/ipn/key';

type Own = {
  url?: string;
  method?: 'GET' | 'POST';
  storeName?: string;
  /** It renews and frees no lease: it is killed while it has one. */
  dies?: boolean;
  stopping?: AbortSignal;
};

async function start() {
  const rig = await startRig();
  const service = await startProviderSandbox({ now: rig.clock.now });
  onTestFinished(() => service.stop());
  return { rig, service, replica: (own: Own = {}) => replicaOf(rig, service, own) };
}

/** Another process of the same bot: own memory, same store. */
function replicaOf(
  { clock, store }: Rig,
  { baseUrl, consumerKey, consumerSecret }: ProviderSandbox,
  own: Own,
) {
  const { leases } = store;
  const never = () => new Promise<never>(() => {});
  const keyValues = store.keyValues('provider');
  return createIpnRegistration({
    client: createProviderClient({ baseUrl, consumerKey, consumerSecret, clock, keyValues, leases }),
    keyValues: store.keyValues(own.storeName ?? 'ipn'),
    leases: own.dies ? { ...leases, renew: never, release: never } : leases,
    clock,
    baseUrl,
    url: own.url ?? URL_OF_BOT,
    method: own.method ?? 'GET',
    stopping: own.stopping ?? new AbortController().signal,
  });
}

/**
 * Lets time pass until the promise is settled: four times as fast as real time, so that a slow request keeps nobody waiting for
 * long.
 */
async function whileTimePasses<Value>({ clock }: Rig, promise: Promise<Value>, stepMs = 100): Promise<Value> {
  let settled = false;
  const done = () => {
    settled = true;
  };
  promise.then(done, done);
  await expect
    .poll(
      () => {
        if (!settled) clock.advance(stepMs);
        return settled;
      },
      { interval: 25, timeout: 60_000 },
    )
    .toBe(true);
  return promise;
}

describe('the registration', () => {
  // SPEC.md: registration-made-once-method
  test('the notification URL is registered once, with the method of the settings', async () => {
    const { service, replica } = await start();
    const registration = replica({ method: 'POST' });
    expect(registration.isKnown()).toBe(false);
    const ids = await Promise.all([registration.ensure(), registration.ensure(), registration.ensure()]);
    expect(await registration.ensure()).toBe(ids[0]);
    expect(new Set(ids).size).toBe(1);
    expect(registration.isKnown()).toBe(true);
    expect(service.registrations()).toMatchObject([{ ipn_id: ids[0], url: URL_OF_BOT, method: 'POST' }]);
    expect(service.requestsTo('registerIpn')).toHaveLength(1);
  });

  test('after a restart the registration is known without a call', async () => {
    const { service, replica } = await start();
    const id = await replica().ensure();
    const calls = service.requests.length;
    expect(await replica().ensure()).toBe(id);
    expect(service.requests).toHaveLength(calls);
  });

  test('two replicas that start together register the notification URL once', async () => {
    const { rig, service, replica } = await start();
    const both = Promise.all([replica().ensure(), replica().ensure()]);
    const [one, other] = await whileTimePasses(rig, both);
    expect(one).toBe(other);
    expect(service.requestsTo('registerIpn')).toHaveLength(1);
  });

  test('another URL is registered again', async () => {
    const { rig, service, replica } = await start();
    await replica().ensure();
    await whileTimePasses(rig, replica({ url: `${URL_OF_BOT}2` }).ensure());
    expect(service.registrations().map(({ url }) => url)).toEqual([URL_OF_BOT, `${URL_OF_BOT}2`]);
  });

  test('the notification URL is registered again only after the service refused its id', async () => {
    const { rig, service, replica } = await start();
    const registration = replica();
    const id = await registration.ensure();
    await registration.forget('some-other-id');
    expect(registration.isKnown()).toBe(true);
    await registration.forget(id);
    expect(registration.isKnown()).toBe(false);
    await whileTimePasses(rig, registration.ensure());
    expect(service.requestsTo('registerIpn').length).toBeGreaterThan(1);
  });
});

describe('a process that was killed', () => {
  test('ten seconds after a process was killed while it registered, another one registers at once', async () => {
    const { rig, service, replica } = await start();
    const fault = service.faults.hang({ operation: 'registerIpn' });
    const killed = replica({ dies: true });
    void killed.ensure().catch(() => {});
    await expect.poll(() => service.faults.list()[0]?.hits, { timeout: 30_000 }).toBe(1);
    fault.end();
    rig.clock.advance(10_000);
    expect(await replica().ensure()).toBe(service.registrations()[0]?.ipn_id);
  });
});

describe('the rate limit', () => {
  test('after a rate limit the id is taken from the list when the URL is in it', async () => {
    const { rig, service, replica } = await start();
    rig.clock.hold();
    const id = await replica().ensure();
    // Another store knows nothing of it, and asks within the eight seconds.
    expect(await replica({ storeName: 'fresh' }).ensure()).toBe(id);
    expect(service.requestsTo('getIpnList')).toHaveLength(1);
    expect(service.requestsTo('registerIpn')).toHaveLength(2);
    expect(service.registrations()).toHaveLength(1);
  });

  // SPEC.md: rate-limit-waited-out
  test('after a rate limit the registration waits and is repeated when the URL is not in the list', async () => {
    const { rig, service, replica } = await start();
    await replica().ensure();
    const startedAt = rig.clock.now();
    const id = await whileTimePasses(rig, replica({ url: `${URL_OF_BOT}2` }).ensure());
    expect(service.registrations().at(-1)).toMatchObject({ ipn_id: id, url: `${URL_OF_BOT}2` });
    expect(rig.clock.now() - startedAt).toBeGreaterThanOrEqual(8_000);
    expect(service.requestsTo('registerIpn')).toHaveLength(3);
  });

  test('a process that is told to stop waits for no other try, and leaves the lease to the next one', async () => {
    const { rig, service, replica } = await start();
    await replica().ensure();
    const stop = new AbortController();
    const stopped = replica({ url: `${URL_OF_BOT}2`, stopping: stop.signal }).ensure();
    await expect.poll(() => service.requestsTo('getIpnList').length).toBe(1);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ operation: 'registerIpn', kind: 'rate_limited' });
    rig.clock.advance(10_000);
    expect(await replica({ url: `${URL_OF_BOT}2` }).ensure()).toBe(service.registrations().at(-1)?.ipn_id);
    expect(service.requestsTo('registerIpn')).toHaveLength(3);
  });
});

describe('while another replica registers', () => {
  test('an order waits for it, also when the service makes that one wait', async () => {
    const { rig, service, replica } = await start();
    await replica().ensure();
    const url = `${URL_OF_BOT}2`;
    const both = Promise.all([replica({ url }).ensure(), replica({ url }).ensure()]);
    const [one, other] = await whileTimePasses(rig, both);
    expect(one).toBe(other);
    expect(service.registrations()).toHaveLength(2);
  });

  test('an order does not wait for ever: then the service has too much to do, and nothing is wrong with Teller', async () => {
    const { rig, service, replica } = await start();
    await rig.store.leases.acquire('ipn-registration', 10 * 60_000);
    const startedAt = rig.clock.now();
    await expect(whileTimePasses(rig, replica().ensure(), 1_000)).rejects.toMatchObject({
      ...{ name: 'ProviderError', kind: 'rate_limited', outcome: 'refused' },
      message: expect.stringContaining('another replica is still registering'),
    });
    expect(rig.clock.now() - startedAt).toBeLessThan(60_000);
    expect(service.requests).toEqual([]);
  });
});

describe('trouble', () => {
  test('a failed registration rejects with the service’s error, and the next try works', async () => {
    const { rig, service, replica } = await start();
    const registration = replica();
    const down = service.faults.down();
    await expect(whileTimePasses(rig, registration.ensure())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(registration.isKnown()).toBe(false);
    down.end();
    await expect(whileTimePasses(rig, registration.ensure())).resolves.toBeTruthy();
  });
});

// A client before a scripted service, with a clock to move and a small store that replicas share and that can fail.
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import { createProviderClient, type ProviderCall, type ProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import type { OrderRequest, PushRequest, RefundRequest } from '#provider/requests.ts';
import type { KeyValueStore } from '#provider/token.ts';
import { type ScriptedService, startScriptedService } from './scripted-service.ts';

export const NOW = Date.parse('2026-11-21T09:00:00Z');
export const CONSUMER_KEY = 'qkio1BGGYAXTu2JOfm7XSXNruoZsrqEW';
export const CONSUMER_SECRET = 'osGQ364R49cXKeOYSpaOnT++rHs=';
export const TRACKING_ID = '96a5e1d9-f711-4423-82ce-dd758f972713';
export const IPN_ID = '84740ab4-3cd9-47da-8a4f-dd1db53494b5';

export type Store = KeyValueStore &
  Leases & { entries: Map<string, unknown>; held: Set<string>; down: boolean };

export type Rig = {
  service: ScriptedService;
  client: ProviderClient;
  store: Store;
  clock: Clock & { forward(ms: number): void };
  counted: ProviderCall[];
  /** Another process of the same bot: own memory, same store. */
  replica(overrides?: Overrides): ProviderClient;
  close(): Promise<void>;
};

type Overrides = Partial<Parameters<typeof createProviderClient>[0]>;

export async function createRig(overrides: Overrides = {}): Promise<Rig> {
  const clock = createHandClock(NOW);
  const service = await startScriptedService(() => clock.now());
  const store = createStore();
  const counted: ProviderCall[] = [];
  const replica = (more: Overrides = {}) =>
    createProviderClient({
      baseUrl: service.baseUrl,
      consumerKey: CONSUMER_KEY,
      consumerSecret: CONSUMER_SECRET,
      clock,
      keyValues: store,
      leases: store,
      timeoutMs: 20_000,
      countCall: (call) => counted.push(call),
      ...overrides,
      ...more,
    });
  return { service, client: replica(), store, clock, counted, replica, close: () => service.close() };
}

export function order(overrides: Partial<OrderRequest> = {}): OrderRequest {
  return {
    id: 'INV-2041',
    currency: 'KES',
    amount: 1500,
    description: 'Two bags of seed',
    callback_url: 'https://shop.test/paid',
    notification_id: IPN_ID,
    billing_address: {},
    ...overrides,
  };
}

export function pushOrder(overrides: Partial<PushRequest> = {}): PushRequest {
  return { ...order(), msisdn: '254712345678', payment_method: 'MpesaKE', ...overrides };
}

export function refund(overrides: Partial<RefundRequest> = {}): RefundRequest {
  return {
    confirmationCode: 'SCJ8JQ26SW',
    amount: 1500,
    username: 'Amina Otieno, approved by Brian Kimani',
    remarks: 'Sent twice by mistake',
    ...overrides,
  };
}

/** The ProviderError that a call ends with; fails when it succeeds or ends otherwise. */
export async function errorOf(call: Promise<unknown>): Promise<ProviderError> {
  const value = await call.then(
    (result) => ({ result }),
    (error: unknown) => error,
  );
  if (value instanceof ProviderError) return value;
  throw new Error('expected a ProviderError', { cause: value });
}

function createHandClock(start: number) {
  let now = start;
  return {
    now: () => now,
    after: () => {
      throw new Error('the provider client waits on real time only');
    },
    forward(ms: number) {
      now += ms;
    },
  };
}

function createStore(): Store {
  const entries = new Map<string, unknown>();
  const held = new Set<string>();
  const up = () => {
    if (store.down) throw new Error('store is down');
  };
  const store: Store = {
    entries,
    held,
    down: false,
    async get<Value>(key: string) {
      up();
      return entries.get(key) as Value | undefined;
    },
    async set(key, value) {
      up();
      entries.set(key, JSON.parse(JSON.stringify(value)));
    },
    async delete(key) {
      up();
      entries.delete(key);
    },
    async acquire(name) {
      up();
      if (held.has(name)) return undefined;
      held.add(name);
      return name;
    },
    async renew(name) {
      up();
      return held.has(name);
    },
    async release(name) {
      up();
      held.delete(name);
    },
  };
  return store;
}

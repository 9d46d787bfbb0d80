// The access token, one for all callers and replicas: kept in memory and in the store, and renewed before it expires by
// one caller at a time (SPEC.md, Authentication). Called by client.ts.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { singleFlight } from '#lib/async.ts';
import { type Clock, systemClock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import { ProviderError } from './errors.ts';

/** As the store's KeyValueStore, which provider/ may not import because it is a lower room. Values are JSON. */
export type KeyValueStore = {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
};

/** `expiresAt` in milliseconds since the epoch. */
type IssuedToken = { readonly token: string; readonly expiresAt: number };

export type Tokens = {
  /** A token that is valid now. Rejects with ProviderError when the provider gives none. */
  current(): Promise<string>;
  /** The provider refused this token: it is not used again. A newer one that has replaced it stays. */
  drop(token: string): Promise<void>;
};

/** Errors of the store are ignored, and each replica renews for itself: an outage must not stop payments. */
export function createTokens(deps: {
  /** Asks the provider for a new token. */
  requestToken: () => Promise<IssuedToken>;
  /** Whose tokens these are. Other accounts in the same store have other tokens. */
  account: { readonly baseUrl: string; readonly consumerKey: string; readonly consumerSecret: string };
  clock: Clock;
  keyValues: KeyValueStore;
  leases: Leases;
  /** How long `requestToken` may take. */
  timeoutMs: number;
}): Tokens {
  const { clock, keyValues, leases, timeoutMs } = deps;
  const name = nameFor(deps.account);
  let inMemory: StoredToken | undefined;
  let lastRefused: string | undefined;
  let badCredentials: { error: ProviderError; at: number } | undefined;

  const renew = singleFlight(async (): Promise<StoredToken> => {
    const stored = await freshFromStore();
    if (stored) return stored;
    if (badCredentials && clock.now() - badCredentials.at < BAD_CREDENTIALS_MS) throw badCredentials.error;
    const options = {
      waitMs: Math.min(timeoutMs, MAX_WAIT_MS),
      pollMs: POLL_MS,
      clock: systemClock,
      onBusy: newToken,
    };
    return withLease(leasesOrNone, name, options, newToken);
  });

  /** While the store is down every caller gets the lease, so that each replica renews for itself. */
  const leasesOrNone: Leases = {
    acquire: (...lease) => leases.acquire(...lease).catch(() => 'no lease'),
    renew: leases.renew,
    release: leases.release,
  };

  async function newToken(): Promise<StoredToken> {
    return (await freshFromStore()) ?? requestAndStore();
  }

  async function requestAndStore(): Promise<StoredToken> {
    let issued: IssuedToken;
    try {
      issued = await deps.requestToken();
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'credentials') {
        badCredentials = { error, at: clock.now() };
      }
      throw error;
    }
    const lifeMs = issued.expiresAt - clock.now();
    const token = { ...issued, renewAt: issued.expiresAt - Math.min(MAX_RENEW_EARLY_MS, lifeMs * 0.1) };
    // If our clock is ahead, a new token seems expired: it serves the waiting callers and is not kept.
    if (lifeMs <= 0) return token;
    inMemory = token;
    // Not confirmed: one that another replica has stored since goes on being accepted, as this one does.
    await keyValues.set(name, token, lifeMs).catch(() => undefined);
    return token;
  }

  async function freshFromStore(): Promise<StoredToken | undefined> {
    const stored = await readStore();
    if (!isFresh(stored) || stored.token === lastRefused) return undefined;
    inMemory = stored;
    return stored;
  }

  async function readStore(): Promise<StoredToken | undefined> {
    return storedToken.safeParse(await keyValues.get(name).catch(() => undefined)).data;
  }

  function isFresh(token: StoredToken | undefined): token is StoredToken {
    return token !== undefined && clock.now() < token.renewAt;
  }

  return {
    async current() {
      return isFresh(inMemory) ? inMemory.token : (await renew()).token;
    },
    async drop(token) {
      lastRefused = token;
      if (inMemory?.token === token) inMemory = undefined;
      if ((await readStore())?.token === token) await keyValues.delete(name).catch(() => undefined);
    },
  };
}

/**
 * The secret is in the name too, so that no token got with another one is used: a wrong secret is then refused at the start and
 * not when that token ends. An HMAC, so that the store shows neither key nor secret.
 */
function nameFor({ baseUrl, consumerKey, consumerSecret }: Parameters<typeof createTokens>[0]['account']) {
  const digest = createHmac('sha256', consumerSecret).update(`token ${baseUrl} ${consumerKey}`).digest('hex');
  return `token:${digest.slice(0, 16)}`;
}

/**
 * When a token expires, in milliseconds since the epoch: its own `exp` claim, else `expiryDateAt`, else after the
 * shortest life that the provider's documents name. The signature is not checked: only the provider has to trust the token.
 */
export function expiryOf(token: string, expiryDateAt: number | undefined, now: number): number {
  const payload = token.split('.')[1] ?? '';
  try {
    const claims = z
      .object({ exp: z.int().positive() })
      .parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return claims.exp * 1000;
  } catch {
    return expiryDateAt ?? now + SHORTEST_LIFE_MS;
  }
}

/** From `renewAt` on a new token is requested, so that no call carries one that expires on the way. */
const storedToken = z.object({ token: z.string().min(1), expiresAt: z.number(), renewAt: z.number() });
type StoredToken = z.output<typeof storedToken>;

/** A token is renewed a tenth of its life before it expires, and at most this early. */
const MAX_RENEW_EARLY_MS = 60_000;
const SHORTEST_LIFE_MS = 5 * 60_000;
/** After refused credentials, every caller gets that same error for this long without a new request. */
const BAD_CREDENTIALS_MS = 10_000;
const MAX_WAIT_MS = 5_000;
const POLL_MS = 100;

// One bearer token for all callers and replicas: kept in memory and in the notes, renewed before it expires by
// one caller at a time (SPEC.md, Authentication).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Clock, systemClock } from '#lib/clock.ts';
import { singleFlight } from '#lib/single-flight.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import { ProviderError } from './errors.ts';

/** Small durable notes shared by all replicas (Keyv's contract). Values are JSON. */
export type KeyValueStore = {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
};

/** A token as issued; times in ms since the epoch. */
export type IssuedToken = { readonly token: string; readonly expiresAt: number };

export type Tokens = {
  /** A token that is good for now. Throws ProviderError when none can be had. */
  current(): Promise<string>;
  /** Says that the service refused this token: it is dropped, unless a newer one has taken its place. */
  refused(token: string): Promise<void>;
};

/** Key values and leases that fail are done without: an outage of the store must not stop payments. */
export function createTokens(deps: {
  /** Asks the service for a new token. */
  issue: () => Promise<IssuedToken>;
  /** The account that tokens are for, such as base URL and consumer key: another account never uses them. */
  account: string;
  clock: Clock;
  notes: KeyValueStore;
  leases: Leases;
  /** How long one issue may take at most. */
  timeoutMs: number;
}): Tokens {
  const { clock, notes, leases, timeoutMs } = deps;
  // Hashed, because the consumer key is nobody's business.
  const name = `token:${createHash('sha256').update(deps.account).digest('hex').slice(0, 16)}`;
  let inMemory: KeptToken | undefined;
  let lastRefused: string | undefined;
  let badCredentials: { error: ProviderError; until: number } | undefined;

  const renew = singleFlight(async (_: 'one'): Promise<KeptToken> => {
    const known = await fromNotes();
    if (known) return known;
    if (badCredentials && clock.now() < badCredentials.until) throw badCredentials.error;
    const options = {
      ttlMs: timeoutMs + LEASE_SPARE_MS,
      waitMs: Math.min(timeoutMs, MAX_WAIT_MS),
      pollMs: POLL_MS,
    };
    return withLease(tolerant, name, { ...options, clock: systemClock, busy: newToken }, newToken);
  });

  /** While the store is down, everybody renews for himself. */
  const tolerant: Leases = {
    acquire: (lease, ttlMs) => leases.acquire(lease, ttlMs).catch(() => NO_LEASE),
    release: leases.release,
  };

  /** Unless another replica has just noted one. */
  async function newToken(): Promise<KeptToken> {
    return (await fromNotes()) ?? issueAndKeep();
  }

  async function issueAndKeep(): Promise<KeptToken> {
    let issued: IssuedToken;
    try {
      issued = await deps.issue();
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'credentials') {
        badCredentials = { error, until: clock.now() + BAD_CREDENTIALS_MS };
      }
      throw error;
    }
    const lifeMs = issued.expiresAt - clock.now();
    const kept = { ...issued, renewAt: issued.expiresAt - Math.min(LARGEST_MARGIN_MS, lifeMs * 0.1) };
    // A token that seems to be over already (clocks apart) serves those who wait for it, and is not kept.
    if (lifeMs <= 0) return kept;
    inMemory = kept;
    await notes.set(name, kept, lifeMs).catch(() => undefined);
    return kept;
  }

  async function fromNotes(): Promise<KeptToken | undefined> {
    const noted = keptToken.safeParse(await notes.get(name).catch(() => undefined));
    if (!noted.success || !isFresh(noted.data) || noted.data.token === lastRefused) return undefined;
    inMemory = noted.data;
    return noted.data;
  }

  function isFresh(kept: KeptToken | undefined): kept is KeptToken {
    return kept !== undefined && clock.now() < kept.renewAt;
  }

  return {
    async current() {
      return isFresh(inMemory) ? inMemory.token : (await renew('one')).token;
    },
    async refused(token) {
      lastRefused = token;
      if (inMemory?.token === token) inMemory = undefined;
      const noted = keptToken.safeParse(await notes.get(name).catch(() => undefined));
      if (noted.success && noted.data.token === token) await notes.delete(name).catch(() => undefined);
    },
  };
}

/**
 * When a token expires, in ms: its own `exp` claim, else `expiryDate`, else the shortest life that was ever
 * published. The signature is not ours to check; the service will.
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

/** Renewed from `renewAt` on, so that no call leaves with a token that expires on its way. */
const keptToken = z.object({ token: z.string().min(1), expiresAt: z.number(), renewAt: z.number() });
type KeptToken = z.output<typeof keptToken>;

/** Stands for a lease that could not be asked for. */
const NO_LEASE = '';
const LARGEST_MARGIN_MS = 60_000;
const SHORTEST_LIFE_MS = 5 * 60_000;
/** A key that was just refused is not tried again at once, whoever asks. */
const BAD_CREDENTIALS_MS = 10_000;
/** A replica that dies while renewing holds the others up for no longer than one issue and this. */
const LEASE_SPARE_MS = 5_000;
const MAX_WAIT_MS = 5_000;
const POLL_MS = 100;

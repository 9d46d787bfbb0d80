// Named locks with a time limit. The clock is the machine's: all holders of one file share it.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { LEASE_MS, type Leases } from '#lib/with-lease.ts';
import type { Database } from './database.ts';

/** Leases that nobody released are cleared away a few at a time, so that no call is slow. */
const SWEEP_LIMIT = 20;

/** So begin the stored tokens of the process that serves the file, which whoever serves next may end. */
const SERVING = 'serving ';

/** `serves`: whether this process serves the file. */
export function createLeases(database: Database, clock: Clock, serves: () => boolean): Leases {
  const take = database.prepare(`
    INSERT INTO leases (name, token, expires_at) VALUES ($name, $token, $expiresAt)
    ON CONFLICT (name) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
    WHERE expires_at <= $now`);
  const sweep = database.prepare(`
    DELETE FROM leases WHERE name IN (SELECT name FROM leases WHERE expires_at <= $now LIMIT ${SWEEP_LIMIT})`);
  const extend = database.prepare(
    'UPDATE leases SET expires_at = $expiresAt WHERE name = $name AND token IN ($token, $serving)',
  );
  const free = database.prepare('DELETE FROM leases WHERE name = $name AND token IN ($token, $serving)');

  return {
    async acquire(name, ttlMs, token = randomUUID()) {
      const now = clock.now();
      return database.write(() => {
        const stored = serves() ? SERVING + token : token;
        if (take.run({ name, token: stored, expiresAt: now + ttlMs, now }).changes === 0) return undefined;
        sweep.run({ now });
        return token;
      });
    },
    async renew(name, token, ttlMs) {
      const expiresAt = clock.now() + ttlMs;
      return database.write(
        () => extend.run({ name, token, serving: SERVING + token, expiresAt }).changes > 0,
      );
    },
    async release(name, token) {
      await database.write(() => free.run({ name, token, serving: SERVING + token }));
    },
  };
}

/**
 * For use inside a transaction, by whoever has just got the lock of the file. The process that served before has ended, so nobody
 * holds the leases that it took for its work. They are those that end soon: a longer one is there to be remembered, such as that an
 * event was answered. `npm run store -- forget`, which never serves, may run beside this and keeps its own.
 */
export function endLeases(database: Database, now: number): void {
  database
    .prepare('DELETE FROM leases WHERE substr(token, 1, $length) = $serving AND expires_at <= $soon')
    .run({ length: SERVING.length, serving: SERVING, soon: now + LEASE_MS });
}

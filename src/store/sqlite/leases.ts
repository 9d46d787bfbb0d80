// Named locks with a time limit. The clock is the machine's: all holders of one file share it.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { Database } from './database.ts';

/** Leases that nobody released are cleared away a few at a time, so that no call is slow. */
const SWEEP_LIMIT = 20;

export function createLeases(database: Database, clock: Clock): Leases {
  const take = database.prepare(`
    INSERT INTO leases (name, token, expires_at) VALUES ($name, $token, $expiresAt)
    ON CONFLICT (name) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
    WHERE expires_at <= $now`);
  const sweep = database.prepare(`
    DELETE FROM leases WHERE name IN (SELECT name FROM leases WHERE expires_at <= $now LIMIT ${SWEEP_LIMIT})`);
  const extend = database.prepare(
    'UPDATE leases SET expires_at = $expiresAt WHERE name = $name AND token = $token',
  );
  const free = database.prepare('DELETE FROM leases WHERE name = $name AND token = $token');

  return {
    async acquire(name, ttlMs, token = randomUUID()) {
      const now = clock.now();
      return database.write(() => {
        if (take.run({ name, token, expiresAt: now + ttlMs, now }).changes === 0) return undefined;
        sweep.run({ now });
        return token;
      });
    },
    async renew(name, token, ttlMs) {
      const expiresAt = clock.now() + ttlMs;
      return database.write(() => extend.run({ name, token, expiresAt }).changes > 0);
    },
    async release(name, token) {
      await database.write(() => free.run({ name, token }));
    },
  };
}

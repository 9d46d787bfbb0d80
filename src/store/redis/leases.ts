// Named locks with a time limit. Redis ends them by its own clock, so that replicas need not agree on the time.
import { randomUUID } from 'node:crypto';
import type { Leases } from '#store/store.ts';
import type { Connection } from './connection.ts';
import { leaseKey } from './keys.ts';

// KEYS: the lease. ARGV: the token that must hold it. No output.
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

export function createLeases({ ask, run }: Connection): Leases {
  return {
    async acquire(name, ttlMs) {
      const key = leaseKey(name);
      const token = randomUUID();
      const px = String(Math.max(1, Math.ceil(ttlMs)));
      return (await ask(key, 'SET', key, token, 'NX', 'PX', px)) === 'OK' ? token : undefined;
    },
    async release(name, token) {
      await run(RELEASE, [leaseKey(name)], [token]);
    },
  };
}

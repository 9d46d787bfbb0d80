// Named locks with a time limit. Redis ends them by its own clock, so that replicas need not agree on the time.
import { randomUUID } from 'node:crypto';
import type { Leases } from '#lib/with-lease.ts';
import type { Commands } from './connection.ts';
import type { Keys } from './keys.ts';

// KEYS: the lease. ARGV: the token that must hold it. No output.
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

// KEYS: the lease. ARGV: the token that must hold it, for how long from now (ms). 1 when it does.
const RENEW = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;

export function createLeases({ ask, run }: Commands, keys: Pick<Keys, 'lease'>): Leases {
  return {
    async acquire(name, ttlMs, token = randomUUID()) {
      const key = keys.lease(name);
      return (await ask(key, 'SET', key, token, 'NX', 'PX', wholeMs(ttlMs))) === 'OK' ? token : undefined;
    },
    async renew(name, token, ttlMs) {
      return Number(await run(RENEW, [keys.lease(name)], [token, wholeMs(ttlMs)])) === 1;
    },
    async release(name, token) {
      await run(RELEASE, [keys.lease(name)], [token]);
    },
  };
}

function wholeMs(ttlMs: number): string {
  return String(Math.max(1, Math.ceil(ttlMs)));
}

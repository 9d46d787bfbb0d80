// Turns in what all replicas together may do only so often.
import type { SharedTurns } from '#store/store.ts';
import type { Commands } from './connection.ts';
import type { Keys } from './keys.ts';

// KEYS: the turns.
// ARGV: now, time between two turns, burst, longest wait (all ms but the burst); 1 to take a turn even when none is free.
// Output: 0 when a turn was taken, else the wait in ms. slack/delivery/rate-limit.ts does the same in memory.
const TAKE = `
local now, every, burst, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local stored = redis.call('HMGET', KEYS[1], 'next', 'told')
local free, told, wait = tonumber(stored[1] or ''), tonumber(stored[2] or '') or 0, 0
if not free or free <= now - burst * every or free > now + longest then
  free, told = now - (burst - 1) * every, 0
end
if ARGV[5] == '1' or free <= now then
  free = free + every
else
  local at = math.max(free, told + every)
  if at > now + longest then
    wait = longest
  else
    told, wait = at, at - now
  end
end
redis.call('HSET', KEYS[1], 'next', free, 'told', told)
redis.call('PEXPIRE', KEYS[1], longest + burst * every)
return wait`;

export function createSharedTurns({ run }: Commands, keys: Keys): SharedTurns {
  return async (name, { now, everyMs, burst, maxWaitMs, evenIfNone }) => {
    const args = [now, everyMs, burst, maxWaitMs].map((ms) => String(Math.round(ms)));
    const waitMs = await run(TAKE, [keys.turns(name)], [...args, evenIfNone ? '1' : '0']);
    if (typeof waitMs !== 'number') throw new TypeError('Redis answered with something that is no number');
    return waitMs;
  };
}

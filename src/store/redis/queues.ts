// The queues: one sorted set each for when, one hash each for who. All of it is in one slot, so a claim, a finish and a
// trigger are each one script and atomic.
import { randomUUID } from 'node:crypto';
import type { Claim, Queue, Reschedule, Schedule } from '#store/store.ts';
import type { Connection } from './connection.ts';
import { dueKey, heldKey, INTENTS } from './keys.ts';
import { listIn, textsIn } from './reply.ts';

export const QUEUES: readonly Queue[] = ['check', 'deliver'];

// Of a claimed order, also of one whose claim has run out, the trigger is remembered for `finish`: its turn comes anyway.
const WAKE_FUNCTION = `
local function trigger(due, held, reference, at)
  local attempt, token = string.match(redis.call('HGET', held, reference) or '', '^(%d+)|%d|(.+)$')
  if token then
    redis.call('HSET', held, reference, attempt .. '|1|' .. token)
    return
  end
  local now = redis.call('ZSCORE', due, reference)
  if not now or tonumber(at) < tonumber(now) then redis.call('ZADD', due, at, reference) end
end`;

// KEYS: due, held. ARGV: reference, time. No output.
const WAKE = `${WAKE_FUNCTION}
trigger(KEYS[1], KEYS[2], ARGV[1], ARGV[2])`;

// KEYS: intents. ARGV: the intent. No output.
const INTEND = `
local now = redis.call('TIME')
redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000), ARGV[1])`;

// The intent goes and its triggers come, in one step and once, whoever does it.
// KEYS: intents, then due and held of each queue. ARGV: the intent, reference, then for each queue a time or ''.
// No output.
const CONCLUDE = `${WAKE_FUNCTION}
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return end
for i = 3, #ARGV do
  if ARGV[i] ~= '' then trigger(KEYS[2 * i - 4], KEYS[2 * i - 3], ARGV[2], ARGV[i]) end
end`;

// KEYS: due, held, intents. ARGV: now, until when the claims hold, how many, a token, the age of abandoned intents (ms),
// how many of those. Output: a list of claims, each reference, token and attempt; and a list of abandoned intents.
const CLAIM = `
local claims = {}
for i, reference in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  local attempt = string.match(redis.call('HGET', KEYS[2], reference) or '', '^%d+') or '0'
  attempt = string.format('%d', attempt + 1)
  local token = ARGV[4] .. ':' .. i
  redis.call('HSET', KEYS[2], reference, attempt .. '|0|' .. token)
  redis.call('ZADD', KEYS[1], ARGV[2], reference)
  claims[i] = {reference, token, attempt}
end
local now = redis.call('TIME')
local old = now[1] * 1000 - ARGV[5]
return {claims, redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', old, 'LIMIT', 0, ARGV[6])}`;

// KEYS: due, held. ARGV: reference, token, next turn or '', next turn if it was triggered or '', 1 to go on counting attempts.
// No output.
const FINISH = `
local attempt, triggered, token = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^(%d+)|(%d)|(.*)$')
if token ~= ARGV[2] then return end
local at = ARGV[3]
if triggered == '1' and ARGV[4] ~= '' then at = ARGV[4] end
if at == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], at, ARGV[1])
end
if at ~= '' and ARGV[5] == '1' then
  redis.call('HSET', KEYS[2], ARGV[1], attempt .. '|0|')
else
  redis.call('HDEL', KEYS[2], ARGV[1])
end`;

const MOST_ABANDONED = 20;

export type Queues = ReturnType<typeof createQueues>;

export function createQueues({ ask, run }: Connection) {
  return {
    /** Only for a reference that is in the orders. */
    async trigger(queue: Queue, reference: string, at: number): Promise<void> {
      await run(WAKE, [dueKey(queue), heldKey(queue)], [reference, timeText(at)]);
    },
    async intend(intent: string): Promise<void> {
      await run(INTEND, [INTENTS], [intent]);
    },
    /** Ends an intent; `trigger` is what comes of it. */
    async conclude(intent: string, reference: string, trigger: Schedule): Promise<void> {
      const keys = QUEUES.flatMap((queue) => [dueKey(queue), heldKey(queue)]);
      const times = QUEUES.map((queue) => timeText(trigger[queue]));
      await run(CONCLUDE, [INTENTS, ...keys], [intent, reference, ...times]);
    },
    async claim(
      queue: Queue,
      { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
      abandonedAfterMs: number,
    ): Promise<{ claims: Claim[]; abandoned: string[] }> {
      const args = [now, now + leaseMs, Math.floor(limit), randomUUID(), abandonedAfterMs, MOST_ABANDONED];
      const keys = [dueKey(queue), heldKey(queue), INTENTS];
      const [claims, abandoned] = listIn(await run(CLAIM, keys, args.map(String)));
      return {
        claims: listIn(claims).map((claim) => {
          const [reference = '', token = '', attempt] = textsIn(claim);
          return { queue, reference, token, attempt: Number(attempt) };
        }),
        abandoned: textsIn(abandoned).map((intent) => intent ?? ''),
      };
    },
    async finish(
      { queue, reference, token }: Claim,
      { at, ifTriggeredAt, uncertain }: Reschedule,
    ): Promise<void> {
      const args = [reference, token, timeText(at), timeText(ifTriggeredAt), uncertain ? '1' : '0'];
      await run(FINISH, [dueKey(queue), heldKey(queue)], args);
    },
    async nextDue(queue: Queue): Promise<number | undefined> {
      const key = dueKey(queue);
      const [, at] = textsIn(await ask(key, 'ZRANGE', key, '0', '0', 'WITHSCORES'));
      return at === undefined ? undefined : Number(at);
    },
  };
}

/** Throws before anything is written: a time that is no number would never come. */
export function timeText(at: number | undefined): string {
  if (at !== undefined && !Number.isFinite(at)) throw new TypeError('The time of a turn must be a number.');
  return at === undefined ? '' : String(at);
}

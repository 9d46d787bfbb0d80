// The queues: one sorted set each for when, one hash each for who. A trigger, a claim and a completion are one script each.
import { randomUUID } from 'node:crypto';
import { storedReference } from '#orders/reference.ts';
import type { Claim, OrderStore, Reschedule } from '#store/store.ts';
import { type Commands, listIn, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';

/**
 * For scripts that trigger. Of a claimed order, also of one whose claim has run out, the trigger is recorded for `complete`:
 * its turn comes anyway. '' as the time means no trigger.
 */
export const TRIGGER_FUNCTION = `
local function trigger(due, claimed, reference, at)
  if at == '' then return end
  local attempt, token = string.match(redis.call('HGET', claimed, reference) or '', '^(%d+)|%d|(.+)$')
  if token then
    redis.call('HSET', claimed, reference, attempt .. '|1|' .. token)
    return
  end
  local now = redis.call('ZSCORE', due, reference)
  if not now or tonumber(at) < tonumber(now) then redis.call('ZADD', due, at, reference) end
end`;

// KEYS: the order; due and claimed of the queue.
// ARGV: reference, time.
// No output. An order that does not exist is left alone.
const TRIGGER = `${TRIGGER_FUNCTION}
if redis.call('EXISTS', KEYS[1]) == 1 then trigger(KEYS[2], KEYS[3], ARGV[1], ARGV[2]) end`;

// KEYS: due and claimed of the queue.
// ARGV: now, until when the claims hold, how many at most, a token.
// Output: a list of claims, each reference, token and attempt.
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
return claims`;

// KEYS: due and claimed of the queue.
// ARGV: reference, now, until when the claim holds, a token.
// Output: the attempt, or nothing when the order does not wait or is claimed.
const CLAIM_ONE = `
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due then return nil end
local attempt, token = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^(%d+)|%d|(.*)$')
if token and token ~= '' and tonumber(due) > tonumber(ARGV[2]) then return nil end
attempt = string.format('%d', (attempt or 0) + 1)
redis.call('HSET', KEYS[2], ARGV[1], attempt .. '|0|' .. ARGV[4])
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return attempt`;

// KEYS: due and claimed of the queue.
// ARGV: reference, token, until when the claim holds.
// Output: 1, or 0 when the claim has gone to another.
const RENEW = `
local token = string.match(redis.call('HGET', KEYS[2], ARGV[1]) or '', '^%d+|%d|(.*)$')
if token ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1`;

// KEYS: due and claimed of the queue.
// ARGV: reference; token; next turn or ''; next turn if it was triggered, or ''; 1 to go on counting attempts.
// No output. A claim that has gone to another is left alone.
const COMPLETE = `
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

export function createQueues(
  { ask, run }: Commands,
  keys: Keys,
): Pick<OrderStore, 'trigger' | 'claim' | 'claimOne' | 'renew' | 'complete' | 'nextDue'> {
  return {
    async trigger(queue, reference, at) {
      const touched = [keys.order(reference), keys.due(queue), keys.claimed(queue)];
      await run(TRIGGER, touched, [reference, timeText(at)]);
    },
    async claim(queue, { now, leaseMs, limit }) {
      if (limit < 1) return [];
      const args = [String(now), String(now + leaseMs), String(Math.floor(limit)), randomUUID()];
      const claims = await run(CLAIM, [keys.due(queue), keys.claimed(queue)], args);
      return listIn(claims).map((claim): Claim => {
        const [reference = '', token = '', attempt] = textsIn(claim);
        return { queue, reference: storedReference.parse(reference), token, attempt: Number(attempt) };
      });
    },
    async claimOne(queue, reference, { now, leaseMs }) {
      const token = randomUUID();
      const args = [reference, timeText(now), timeText(now + leaseMs), token];
      const attempt = await run(CLAIM_ONE, [keys.due(queue), keys.claimed(queue)], args);
      return typeof attempt === 'string' ? { queue, reference, token, attempt: Number(attempt) } : undefined;
    },
    async renew({ queue, reference, token }, { now, leaseMs }) {
      const args = [reference, token, timeText(now + leaseMs)];
      return (await run(RENEW, [keys.due(queue), keys.claimed(queue)], args)) === 1;
    },
    async complete({ queue, reference, token }, { at, atIfTriggered, mayBeHalfDone }: Reschedule) {
      const args = [reference, token, timeText(at), timeText(atIfTriggered), mayBeHalfDone ? '1' : '0'];
      await run(COMPLETE, [keys.due(queue), keys.claimed(queue)], args);
    },
    async nextDue(queue) {
      const key = keys.due(queue);
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

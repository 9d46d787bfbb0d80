// Orders in Redis: a save is one script, which changes the order, its indexes and its queues together or not at all.
import type { Order } from '#orders/order.ts';
import { type FoundBy, foundBy } from '#store/found-by.ts';
import { readOrder } from '#store/read-order.ts';
import type { OrderStore, Schedule } from '#store/store.ts';
import { type Commands, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';
import { createLists } from './lists.ts';
import { createQueues, QUEUES, TRIGGER_FUNCTION, timeText } from './queues.ts';

// KEYS: the order; due and claimed of each queue; the indexes that the order is to be in. (The indexes that it was in
// are known from the order, and lie in the same slot.)
// ARGV: reference; the version that must be stored, '' for none; the new version, document and indexes (JSON: key → score);
// for each queue the time of its trigger or ''.
// Output: 1 when it was saved, 0 when another version is stored.
const SAVE = `${TRIGGER_FUNCTION}
local version, indexes = unpack(redis.call('HMGET', KEYS[1], 'version', 'indexes'))
if (version or '') ~= ARGV[2] then return 0 end
local before, after = cjson.decode(indexes or '{}'), cjson.decode(ARGV[5])
-- The first write, because this is what a server without memory refuses; then nothing has been changed.
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'doc', ARGV[4], 'indexes', ARGV[5])
for index in pairs(before) do
  if not after[index] then redis.call('ZREM', index, ARGV[1]) end
end
for index, score in pairs(after) do redis.call('ZADD', index, score, ARGV[1]) end
trigger(KEYS[2], KEYS[3], ARGV[1], ARGV[6])
trigger(KEYS[4], KEYS[5], ARGV[1], ARGV[7])
return 1`;

export function createOrderStore(commands: Commands, keys: Keys): OrderStore {
  const { ask, run } = commands;

  /** True when `order` is stored now, false when another version than `expected` was there. */
  async function write(order: Order, expected: number | undefined, trigger: Schedule): Promise<boolean> {
    const { reference, version } = order;
    const indexes = indexesOf(foundBy(order), keys);
    const saved = await run(
      SAVE,
      [keys.order(reference), ...queueKeys(keys), ...Object.keys(indexes)],
      [
        reference,
        expected === undefined ? '' : String(expected),
        String(version),
        JSON.stringify(order),
        JSON.stringify(indexes),
        ...QUEUES.map((queue) => timeText(trigger[queue])),
      ],
    );
    return saved === 1;
  }

  return {
    ...createLists(commands, keys),
    ...createQueues(commands, keys),
    async insert(order, trigger = {}) {
      return write({ ...order, version: 0 }, undefined, trigger);
    },
    async get(reference) {
      const key = keys.order(reference);
      const [text] = textsIn([await ask(key, 'HGET', key, 'doc')]);
      return text === undefined ? undefined : readOrder(text, reference);
    },
    async save(order, trigger = {}) {
      const next: Order = { ...order, version: order.version + 1 };
      return (await write(next, order.version, trigger)) ? next : undefined;
    },
  };
}

/** `due` and `claimed` of each queue, in the order of QUEUES. */
export function queueKeys(keys: Keys): string[] {
  return QUEUES.flatMap((queue) => [keys.due(queue), keys.claimed(queue)]);
}

/** The indexes that an order belongs in, each with its score there. Throws when a score is no number. */
export function indexesOf(found: FoundBy, keys: Keys): Readonly<Record<string, number>> {
  const { trackingId, accountNumber, agent, open, createdAt, changedAt, paidAt } = found;
  const indexes = {
    ...(trackingId !== undefined && { [keys.tracking(trackingId)]: createdAt }),
    ...(accountNumber !== undefined && { [keys.account(accountNumber)]: createdAt }),
    ...(agent !== undefined && { [keys.agent(agent, open)]: open ? createdAt : changedAt }),
    ...(paidAt !== undefined && { [keys.paid]: paidAt }),
  };
  if (!Object.values(indexes).every(Number.isFinite))
    throw new TypeError('The times of an order must be numbers.');
  return indexes;
}

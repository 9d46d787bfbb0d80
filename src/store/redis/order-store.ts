// Orders in Redis: a save is one script, which changes orders, their indexes and their queues together or not at all.
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { Digest } from '#store/digest.ts';
import { type FoundBy, findByReference, foundBy } from '#store/found-by.ts';
import { createSingleSaves, writesOf } from '#store/order-change.ts';
import { type Places, placesOf } from '#store/places.ts';
import { readOrder } from '#store/read-order.ts';
import { type OrderChange, type OrderStore, QUEUES } from '#store/store.ts';
import { AUDIT_FUNCTIONS, type Audit } from './audit.ts';
import { type Commands, textsIn } from './connection.ts';
import type { IndexPending } from './index-pending.ts';
import type { Keys } from './keys.ts';
import { createLists } from './lists.ts';
import { createQueues, TRIGGER_FUNCTION, timeText } from './queues.ts';

// KEYS: due and claimed of each queue; pending; list, head and times of the audit record; the orders; the indexes that they are
// to be in. (The indexes that they were in are known from the orders, and lie in the same slot.)
// ARGV: for each order its reference; the version that must be stored, '' for none; the new version, document and indexes
// (JSON: key → score); for each queue the time of its trigger or ''. At last the lines for the audit record or ''.
// Output: -1 when another version of any is stored; the head of the record when the lines do not follow it; else how many
// orders wait for the search index now.
const SAVE = `${TRIGGER_FUNCTION}${AUDIT_FUNCTIONS}
local before, after = {}, {}
local count = (#ARGV - 1) / 7
local audit = ARGV[#ARGV] ~= '' and cjson.decode(ARGV[#ARGV])
for i = 1, count do
  local version, indexes = unpack(redis.call('HMGET', KEYS[8 + i], 'version', 'indexes'))
  if (version or '') ~= ARGV[7 * i - 5] then return -1 end
  before[i], after[i] = cjson.decode(indexes or '{}'), cjson.decode(ARGV[7 * i - 2])
end
local other = audit and otherHead(KEYS[7], audit)
if other then return other end
for i = 1, count do
  local reference, _, version, doc, indexes, check, deliver = unpack(ARGV, 7 * i - 6, 7 * i)
  -- The first write, because this is what a server without memory refuses; then nothing has been changed.
  redis.call('HSET', KEYS[8 + i], 'version', version, 'doc', doc, 'indexes', indexes)
  for name in pairs(before[i]) do
    if not after[i][name] then redis.call('ZREM', name, reference) end
  end
  for name, score in pairs(after[i]) do redis.call('ZADD', name, score, reference) end
  redis.call('SADD', KEYS[5], reference)
  trigger(KEYS[1], KEYS[2], reference, check)
  trigger(KEYS[3], KEYS[4], reference, deliver)
end
if audit then addLines(KEYS[6], KEYS[7], KEYS[8], audit) end
return redis.call('SCARD', KEYS[5])`;

/** `readDigest` rejects while the server is away. */
export function createOrderStore(
  commands: Commands,
  keys: Keys,
  readDigest: () => Promise<Digest>,
  { search }: Pick<OrderStore, 'search'>,
  { indexLater }: Pick<IndexPending, 'indexLater'>,
  audit: Pick<Audit, 'keys' | 'chained'>,
): OrderStore {
  const { ask, run } = commands;
  const { newestFolded, ...lists } = createLists(commands, keys, readDigest);

  async function saveTogether(changes: readonly OrderChange[]): Promise<boolean> {
    const writes = writesOf(changes);
    const digest = await readDigest();
    const indexes = writes.map(({ order }) => indexesOf(foundBy(order, digest), keys));
    const touched = [
      ...queueKeys(keys),
      keys.pending,
      ...audit.keys,
      ...writes.map(({ order }) => keys.order(order.reference)),
      ...indexes.flatMap((of) => Object.keys(of)),
    ];
    const args = writes.flatMap(({ order, expected, trigger }, index) => [
      order.reference,
      expected === undefined ? '' : String(expected),
      String(order.version),
      JSON.stringify(order),
      JSON.stringify(indexes[index]),
      ...QUEUES.map((queue) => timeText(trigger[queue])),
    ]);
    const deeds = writes.flatMap((one) => one.deeds);
    const reply = await audit.chained(deeds, (lines) => run(SAVE, touched, [...args, lines]));
    const pending = Number(reply);
    if (pending < 0) return false;
    for (const { order } of writes) indexLater(order, pending);
    return true;
  }

  async function get(reference: Reference): Promise<Order | undefined> {
    const key = keys.order(reference);
    const [text] = textsIn([await ask(key, 'HGET', key, 'doc')]);
    return text === undefined ? undefined : readOrder(text, reference);
  }

  return {
    ...lists,
    ...createQueues(commands, keys),
    ...createSingleSaves(saveTogether),
    saveTogether,
    get,
    search,
    findByReference: (text) => findByReference(text, { get, newestFolded }),
  };
}

/** `due` and `claimed` of each queue, in the order of QUEUES. */
export function queueKeys(keys: Keys): string[] {
  return QUEUES.flatMap((queue) => [keys.due(queue), keys.claimed(queue)]);
}

/** The indexes that an order belongs in, each with its score there. Throws when a score is no number. */
export function indexesOf(found: FoundBy, keys: Keys): Places {
  return Object.fromEntries(
    Object.entries(placesOf(found)).map(([place, score]) => [keys.index(place), score]),
  );
}

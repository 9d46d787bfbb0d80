// Brings the orders that were saved into the search index: a hundred at a time, and before each search. The step that saves
// an order only notes it in a set, so that no save pays for the index, and an order that is saved several times within
// minutes is indexed once. May be cut off anywhere, and done by several replicas at once.
import type { Order } from '#orders/order.ts';
import type { Digest } from '#store/digest.ts';
import { createRecentOrders, createTermDigest, MAX_PENDING, type TermDigest } from '#store/search-page.ts';
import { searchTermsOf } from '#store/search-terms.ts';
import { type Commands, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';

/** Of a digest, in characters. */
export const TERM_LENGTH = 8;
/** So many orders one script indexes, because nothing else runs meanwhile. */
const AT_ONCE = 50;

// KEYS: pending; the orders. ARGV: what the key of a term begins with; for each order its reference, the version that was
// read, and when it was created with the digests of its terms, without blanks between them, or '' if it cannot be read.
// No output. An order that is not pending any more was indexed by somebody who may have read a later version. One that was
// saved since it was read stays pending.
const INDEX = `
local function read(text)
  local score, terms = string.match(text or '', '^(%S+) (%S*)$')
  local has = {}
  for i = 1, #(terms or ''), ${TERM_LENGTH} do has[string.sub(terms, i, i + ${TERM_LENGTH - 1})] = score end
  return has
end
for i = 2, #KEYS do
  local reference, readVersion, after = unpack(ARGV, 3 * i - 4, 3 * i - 2)
  if redis.call('SISMEMBER', KEYS[1], reference) == 1 then
    local version, before = unpack(redis.call('HMGET', KEYS[i], 'version', 'terms'))
    if version and before ~= after then
      redis.call('HSET', KEYS[i], 'terms', after)
      local had, has = read(before), read(after)
      for term in pairs(had) do
        if not has[term] then redis.call('ZREM', ARGV[1] .. term, reference) end
      end
      for term, score in pairs(has) do
        if had[term] ~= score then redis.call('ZADD', ARGV[1] .. term, score, reference) end
      end
    end
    if (version or '') == readVersion then redis.call('SREM', KEYS[1], reference) end
  end
end`;

export type IndexPending = ReturnType<typeof createIndexPending>;

/** `readDigest` rejects while the server is away and its key is not known yet. */
export function createIndexPending({ ask, run }: Commands, keys: Keys, readDigest: () => Promise<Digest>) {
  const recent = createRecentOrders();
  let termDigest: TermDigest | undefined;
  let isIndexing = false;

  async function readTermDigest(): Promise<TermDigest> {
    termDigest ??= createTermDigest(await readDigest(), 'base64url');
    return termDigest;
  }

  /** What the script needs to know of an order: its version, and what `terms` of its hash must be. */
  async function entryOf(reference: string, digest: TermDigest): Promise<[version: string, terms: string]> {
    const key = keys.order(reference);
    const [version = '', doc = ''] = textsIn(await ask(key, 'HMGET', key, 'version', 'doc'));
    const order = recent.take(reference, Number(version), () => doc);
    return [version, order ? `${order.createdAt} ${searchTermsOf(order).map(digest).join('')}` : ''];
  }

  /** Resolves when all orders that were saved before it was called are in the index. Rejects while the server is away. */
  async function indexPending(): Promise<void> {
    const references = textsIn(await ask(keys.pending, 'SMEMBERS', keys.pending));
    const digest = await readTermDigest();
    for (let from = 0; from < references.length; from += AT_ONCE) {
      const some = references.slice(from, from + AT_ONCE).map(String);
      const entries = await Promise.all(
        some.map(async (reference) => [reference, ...(await entryOf(reference, digest))]),
      );
      await run(INDEX, [keys.pending, ...some.map(keys.order)], [keys.term(''), ...entries.flat()]);
    }
  }

  async function indexInBackground(): Promise<void> {
    if (isIndexing) return;
    isIndexing = true;
    try {
      await indexPending();
    } catch {
      // They stay pending; the next search says what is wrong, or the next hundred saves try again.
    } finally {
      isIndexing = false;
    }
  }

  return {
    readTermDigest,
    indexPending,
    /** After a save, with how many orders wait for the index since. */
    noteChanged(order: Order, pending: number): void {
      recent.keep(order);
      if (pending >= MAX_PENDING) void indexInBackground();
    },
  };
}

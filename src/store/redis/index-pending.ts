// Brings the orders that were saved into the search index: a hundred at a time, and before each search. The step that saves
// an order only adds it to a set, so that no save pays for the index, and an order that is saved several times within
// minutes is indexed once. May be cut off anywhere, and done by several replicas at once.
import type { Order } from '#orders/order.ts';
import type { Digest } from '#store/digest.ts';
import {
  createRecentOrders,
  createTermDigest,
  MAX_PENDING,
  readForIndex,
  type TermDigest,
  termsForIndex,
} from '#store/search-page.ts';
import { type Commands, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';

/** Of a digest, in characters. */
export const TERM_LENGTH = 8;
/** So many orders one script indexes, because nothing else runs meanwhile. */
const AT_ONCE = 50;

// KEYS: pending; the orders. ARGV: what the key of a term begins with; for each order its reference, the version that was
// read, and what is kept as its terms: when it was created, the digests of its terms without blanks between them, and that
// version; '' if it cannot be read.
// Output: references of those that have been saved since that version; they stay pending. An order that is not pending any
// more was indexed by somebody who may have read a later version, and so was one whose kept terms are of a later version.
const INDEX = `
local function read(text)
  local score, terms, version = string.match(text or '', '^(%S+) (%S*) ?(%d*)$')
  local has = {}
  for i = 1, #(terms or ''), ${TERM_LENGTH} do has[string.sub(terms, i, i + ${TERM_LENGTH - 1})] = score end
  return has, tonumber(version) or 0
end
local later = {}
for i = 2, #KEYS do
  local reference, readVersion, after = unpack(ARGV, 3 * i - 4, 3 * i - 2)
  if redis.call('SISMEMBER', KEYS[1], reference) == 1 then
    local version, before = unpack(redis.call('HMGET', KEYS[i], 'version', 'terms'))
    local had, hadVersion = read(before)
    if version and before ~= after and (tonumber(readVersion) or 0) >= hadVersion then
      redis.call('HSET', KEYS[i], 'terms', after)
      local has = read(after)
      for term in pairs(had) do
        if not has[term] then redis.call('ZREM', ARGV[1] .. term, reference) end
      end
      for term, score in pairs(has) do
        if had[term] ~= score then redis.call('ZADD', ARGV[1] .. term, score, reference) end
      end
    end
    if (version or '') == readVersion then
      redis.call('SREM', KEYS[1], reference)
    else
      later[#later + 1] = reference
    end
  end
end
return later`;

export type IndexPending = ReturnType<typeof createIndexPending>;

/** `readDigest` rejects while the server is away and its key is not known yet. */
export function createIndexPending({ ask, run }: Commands, keys: Keys, readDigest: () => Promise<Digest>) {
  const recent = createRecentOrders();
  let termDigest: TermDigest | undefined;
  let isIndexing = false;
  let last: Promise<void> = Promise.resolve();
  /** Has not begun yet. */
  let next: Promise<void> | undefined;

  async function readTermDigest(): Promise<TermDigest> {
    termDigest ??= createTermDigest(await readDigest(), 'base64url');
    return termDigest;
  }

  async function readStored(reference: string): Promise<{ version: string; order: Order | undefined }> {
    const key = keys.order(reference);
    const [version = '', doc] = textsIn(await ask(key, 'HMGET', key, 'version', 'doc'));
    return { version, order: readForIndex(doc, reference) };
  }

  /** What the script needs to know of an order, which was saved by this process if it is given. */
  async function entryOf(reference: string, digest: TermDigest, kept: Order | undefined): Promise<string[]> {
    const { version, order } = kept
      ? { version: String(kept.version), order: kept }
      : await readStored(reference);
    const terms = termsForIndex(order);
    const text = order && terms ? `${order.createdAt} ${terms.map(digest).join('')} ${version}` : '';
    return [reference, version, text];
  }

  /** Answers those that somebody else has saved since. */
  async function index(references: readonly string[], keptOf: typeof recent.take): Promise<string[]> {
    const digest = await readTermDigest();
    const entries = await Promise.all(references.map((one) => entryOf(one, digest, keptOf(one))));
    const orders = references.map(keys.order);
    return textsIn(await run(INDEX, [keys.pending, ...orders], [keys.term(''), ...entries.flat()])).map(
      String,
    );
  }

  async function indexAll(): Promise<void> {
    const references = textsIn(await ask(keys.pending, 'SMEMBERS', keys.pending)).map(String);
    for (let from = 0; from < references.length; from += AT_ONCE) {
      const later = await index(references.slice(from, from + AT_ONCE), recent.take);
      // What is saved once more after this came after the call.
      if (later.length > 0) await index(later, () => undefined);
    }
  }

  /**
   * Resolves when all orders that were saved before it was called are in the index. Rejects while the server is away. Calls
   * that come while others are at it share the next pass, because side by side each would do the same work.
   */
  function indexPending(): Promise<void> {
    if (!next) {
      next = last
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return indexAll();
        });
      last = next;
    }
    return next;
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
    indexLater(order: Order, pending: number): void {
      recent.keep(order);
      if (pending >= MAX_PENDING) void indexInBackground();
    },
  };
}

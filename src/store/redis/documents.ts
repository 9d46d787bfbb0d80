// One order in Redis: its document is replaced as a whole, by whoever saves first on the version that is there.
import type { FoundBy } from '#store/found-by.ts';
import type { Connection } from './connection.ts';
import { orderKey, refusedKey } from './keys.ts';
import { textsIn } from './reply.ts';

/** What is kept of one order. `stamp` is new with every save, so that entries of an index tell which save made them. */
export type Kept = {
  readonly reference: string;
  readonly version: number;
  readonly stamp: string;
  readonly found: FoundBy;
  readonly text: string;
};

/** How a save went: `before` is what it replaced, if anything. */
export type Saved =
  | { readonly outcome: 'kept'; readonly before: Pick<Kept, 'version' | 'stamp' | 'found'> | undefined }
  | { readonly outcome: 'lost' | 'refused' };

// KEYS: the order, the mark that this save was given up.
// ARGV: the version that must be there ('' for none), then the new version, stamp, found, doc.
// Output: 'refused'; or 'lost'; or 'kept' and the version, stamp and found before ('' for none).
const KEEP = `
if redis.call('EXISTS', KEYS[2]) == 1 then return {'refused'} end
local before = redis.call('HMGET', KEYS[1], 'version', 'stamp', 'found')
if (before[1] or '') ~= ARGV[1] then return {'lost'} end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'stamp', ARGV[3], 'found', ARGV[4], 'doc', ARGV[5])
return {'kept', before[1] or '', before[2] or '', before[3] or ''}`;

// Says once and for all whether a save took place that nobody has spoken of for a while.
// KEYS: the order, the mark that this save was given up. ARGV: the save's version, its stamp, for how long to mark (ms).
// Output: 'current' when its document is the one that is there; 'past' when a later one is, so that it may have been
// there; 'never' when it has lost, or has not come: then it is marked, and will be refused.
const DECIDE = `
local now = redis.call('HMGET', KEYS[1], 'version', 'stamp')
if now[2] == ARGV[2] then return 'current' end
if now[1] and tonumber(now[1]) > tonumber(ARGV[1]) then return 'past' end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
return 'never'`;

/** No command is under way for longer than a connection lives. */
const REFUSED_FOR_MS = 24 * 60 * 60_000;

/** Asked for together, in one round trip; more would make the last one wait for all the others. */
const AT_ONCE = 200;

/** So many references are remembered as existing. */
const MOST_SEEN = 10_000;

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments({ ask, run }: Connection) {
  const seen = new Set<string>();

  function remember(reference: string): void {
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.add(reference);
  }

  async function read(reference: string): Promise<Kept | undefined> {
    const key = orderKey(reference);
    const [version, stamp, found, text] = textsIn(
      await ask(key, 'HMGET', key, 'version', 'stamp', 'found', 'doc'),
    );
    if (!version || !stamp || !found || text === undefined) return undefined;
    remember(reference);
    return { reference, version: Number(version), stamp, found: JSON.parse(found) as FoundBy, text };
  }

  return {
    /** The orders that exist of `references`, by reference. */
    async readMany(references: Iterable<string>): Promise<Map<string, Kept>> {
      const wanted = [...new Set(references)];
      const orders = new Map<string, Kept>();
      for (let start = 0; start < wanted.length; start += AT_ONCE) {
        for (const kept of await Promise.all(wanted.slice(start, start + AT_ONCE).map(read))) {
          if (kept) orders.set(kept.reference, kept);
        }
      }
      return orders;
    },
    async readText(reference: string): Promise<string | undefined> {
      const [text] = textsIn([await ask(orderKey(reference), 'HGET', orderKey(reference), 'doc')]);
      if (text !== undefined) remember(reference);
      return text;
    },
    /** True when it was read lately, so that it need not be asked for. */
    hasSeen: (reference: string): boolean => seen.has(reference),
    async exists(reference: string): Promise<boolean> {
      return (await ask(orderKey(reference), 'EXISTS', orderKey(reference))) === 1;
    },
    /** Keeps `next` if the version there is `expected` (undefined: if there is no such order). Atomic. */
    async keep(expected: number | undefined, next: Kept): Promise<Saved> {
      const { reference, version, stamp, found, text } = next;
      const [outcome, ...before] = textsIn(
        await run(
          KEEP,
          [orderKey(reference), refusedKey(reference, stamp)],
          [
            expected === undefined ? '' : String(expected),
            String(version),
            stamp,
            JSON.stringify(found),
            text,
          ],
        ),
      );
      if (outcome !== 'kept') return { outcome: outcome === 'lost' ? 'lost' : 'refused' };
      const [oldVersion, oldStamp, oldFound] = before;
      if (!oldVersion || !oldStamp || !oldFound) return { outcome, before: undefined };
      return {
        outcome,
        before: { version: Number(oldVersion), stamp: oldStamp, found: JSON.parse(oldFound) as FoundBy },
      };
    },
    async decide(reference: string, version: number, stamp: string): Promise<'current' | 'past' | 'never'> {
      const keys = [orderKey(reference), refusedKey(reference, stamp)];
      const answer = await run(DECIDE, keys, [String(version), stamp, String(REFUSED_FOR_MS)]);
      return answer === 'current' || answer === 'past' ? answer : 'never';
    },
  };
}

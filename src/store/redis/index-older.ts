// Brings orders that were stored before there was a search index into it. Redis has no list of all orders, so they are
// first found among all keys and noted in a set; what is indexed leaves the set. May be cut off anywhere and begun again,
// also by several replicas at once.
import { storedReference } from '#orders/reference.ts';
import type { Digest } from '#store/digest.ts';
import { readOrder } from '#store/read-order.ts';
import type { TermDigest } from '#store/search-page.ts';
import type { IndexProgress, Store } from '#store/store.ts';
import { type Commands, type Connection, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';
import { scanKeys } from './scan-keys.ts';
import { createTermDigestReader, INDEX_FUNCTION, termsText } from './search.ts';

/** Keys that the server looks through in one step. */
const SCAN_COUNT = 1_000;

// KEYS: unindexed, indexing. ARGV: what the key of an order begins with; references. No output.
const NOTE = `
for i = 2, #ARGV do
  if redis.call('HEXISTS', ARGV[1] .. ARGV[i], 'terms') == 0 and redis.call('SADD', KEYS[1], ARGV[i]) == 1 then
    redis.call('HINCRBY', KEYS[2], 'total', 1)
  end
end`;

// KEYS: the order, unindexed. ARGV: what the key of a term begins with, reference, version, terms (termsText) or '' for none.
// No output. An order that was saved meanwhile is in the index already.
const INDEX = `${INDEX_FUNCTION}
local version, terms = unpack(redis.call('HMGET', KEYS[1], 'version', 'terms'))
if not terms and version == ARGV[3] and ARGV[4] ~= '' then
  redis.call('HSET', KEYS[1], 'terms', ARGV[4])
  index(ARGV[1], ARGV[2], '', ARGV[4])
end
redis.call('SREM', KEYS[2], ARGV[2])`;

export function createIndexOlder(deps: {
  commands: Commands;
  connection: Connection;
  keys: Keys;
  readDigest: () => Promise<Digest>;
}): Pick<Store, 'indexOlder' | 'indexProgress'> {
  const { commands, connection, keys, readDigest } = deps;
  const { ask, run } = commands;
  const readTermDigest = createTermDigestReader(readDigest);

  async function indexProgress(): Promise<IndexProgress> {
    const [[total, listed], left] = await Promise.all([
      ask(keys.indexing, 'HMGET', keys.indexing, 'total', 'listed').then(textsIn),
      ask(keys.unindexed, 'SCARD', keys.unindexed),
    ]);
    const indexed = Number(total ?? 0) - Number(left);
    return { indexed, total: Number(total ?? 0), isComplete: listed === '1' && left === 0 };
  }

  async function noteAll(): Promise<void> {
    const start = keys.order('');
    for await (const page of scanKeys(connection, `${globOf(start)}*`, SCAN_COUNT)) {
      const references = page.map((key) => key.slice(start.length));
      if (references.length > 0) await run(NOTE, [keys.unindexed, keys.indexing], [start, ...references]);
    }
    await ask(keys.indexing, 'HSET', keys.indexing, 'listed', '1');
  }

  async function indexOne(reference: string, termDigest: TermDigest): Promise<void> {
    const key = keys.order(reference);
    const [version = '', doc] = textsIn(await ask(key, 'HMGET', key, 'version', 'doc'));
    const terms = doc === undefined ? '' : termsOfStored(doc, reference, termDigest);
    await run(INDEX, [key, keys.unindexed], [keys.term(''), reference, version, terms]);
  }

  return {
    indexProgress,
    async indexOlder(limit) {
      const [listed] = textsIn([await ask(keys.indexing, 'HGET', keys.indexing, 'listed')]);
      if (listed !== '1') await noteAll();
      const some = String(Math.max(1, Math.floor(limit)));
      const references = textsIn(await ask(keys.unindexed, 'SRANDMEMBER', keys.unindexed, some));
      const termDigest = await readTermDigest();
      await Promise.all(references.map((reference = '') => indexOne(reference, termDigest)));
      return indexProgress();
    },
  };
}

/** '' for an order that cannot be read: it is found by nothing, and keeps no other from being indexed. */
function termsOfStored(doc: string, reference: string, termDigest: TermDigest): string {
  try {
    return termsText(readOrder(doc, storedReference.parse(reference)), termDigest);
  } catch {
    return '';
  }
}

/** The characters that SCAN reads as patterns may stand in a namespace. */
function globOf(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

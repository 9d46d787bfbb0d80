// Brings orders that were stored before there was a search index into it. Redis has no list of all orders, so they are
// first found among all keys and added to a set; what is indexed leaves the set. May be cut off anywhere and begun again,
// also by several replicas at once.
import type { IndexProgress, Store } from '#store/store.ts';
import { type Commands, type Connection, textsIn } from './connection.ts';
import type { IndexPending } from './index-pending.ts';
import type { Keys } from './keys.ts';
import { scanKeys } from './scan-keys.ts';

/** Keys that the server looks through in one step. */
const SCAN_COUNT = 1_000;
/** So many steps without an order that is new to it belong to one call. */
const SCAN_STEPS = 50;

// KEYS: unindexed, indexing, pending. ARGV: what the key of an order begins with; references.
// Output: how many of them are not in the search index, nor on the way there, and were not added before.
const ADD = `
local count = 0
for i = 2, #ARGV do
  if redis.call('HEXISTS', ARGV[1] .. ARGV[i], 'terms') == 0 and redis.call('SISMEMBER', KEYS[3], ARGV[i]) == 0
    and redis.call('SADD', KEYS[1], ARGV[i]) == 1 then
    count = count + 1
  end
end
redis.call('HINCRBY', KEYS[2], 'total', count)
return count`;

// KEYS: unindexed, pending. ARGV: references. No output.
const MOVE = `
redis.call('SADD', KEYS[2], unpack(ARGV))
redis.call('SREM', KEYS[1], unpack(ARGV))`;

export function createIndexOlder(deps: {
  commands: Commands;
  connection: Connection;
  keys: Keys;
  indexPending: IndexPending['indexPending'];
}): Pick<Store, 'indexOlder' | 'indexProgress'> {
  const { commands, connection, keys, indexPending } = deps;
  const { ask, run } = commands;
  const start = keys.order('');
  let listing: { readonly pages: AsyncGenerator<string[]>; readonly found: number } | undefined;

  async function indexProgress(): Promise<IndexProgress> {
    const [[total, listed], left] = await Promise.all([
      ask(keys.indexing, 'HMGET', keys.indexing, 'total', 'listed').then(textsIn),
      ask(keys.unindexed, 'SCARD', keys.unindexed),
    ]);
    const indexed = Number(total ?? 0) - Number(left);
    return { indexed, total: Number(total ?? 0), isComplete: listed === '1' && left === 0 };
  }

  /** Looks through some more keys. After a failure the next call begins again with the first one. */
  async function addSome(): Promise<void> {
    const { pages, found } = listing ?? {
      pages: scanKeys(connection, `${start}*`, SCAN_COUNT),
      found: 0,
    };
    listing = undefined;
    let count = 0;
    for (let steps = 0; count === 0 && steps < SCAN_STEPS; steps += 1) {
      const page = await pages.next();
      if (page.done) {
        // A server that was started anew during the search may have left some out, so it ends when none is found.
        if (found === 0) await ask(keys.indexing, 'HSET', keys.indexing, 'listed', '1');
        return;
      }
      const references = page.value.map((key) => key.slice(start.length));
      if (references.length > 0)
        count = Number(await run(ADD, [keys.unindexed, keys.indexing, keys.pending], [start, ...references]));
    }
    listing = { pages, found: found + count };
  }

  return {
    indexProgress,
    async indexOlder(limit) {
      const [listed] = textsIn([await ask(keys.indexing, 'HGET', keys.indexing, 'listed')]);
      // Only then it is known how many there are.
      if (listed !== '1') {
        await addSome();
        return indexProgress();
      }
      const some = String(Math.max(1, Math.floor(limit)));
      const references = textsIn(await ask(keys.unindexed, 'SRANDMEMBER', keys.unindexed, some));
      if (references.length > 0) await run(MOVE, [keys.unindexed, keys.pending], references.map(String));
      await indexPending();
      return indexProgress();
    },
  };
}

// Whether the search index of a file has every order, for checks of a whole store.
import type { StoreReader } from '#store/records.ts';
import { damageIn } from './damage.ts';
import type { Database } from './database.ts';

export function createSearchCheck({
  prepare,
}: Pick<Database, 'prepare'>): Pick<StoreReader, 'damage' | 'unfound' | 'termEncoding'> {
  const isIndexed = prepare(`
    SELECT 1 FROM orders JOIN search_docsize ON search_docsize.id = orders.search_id
    WHERE reference = $reference AND search_id >> 20 = $ms`);
  const isPending = prepare('SELECT 1 FROM search_pending WHERE reference = ?');

  return {
    termEncoding: 'hex',
    damage: async () => damageIn(prepare),
    // FTS5 takes long to say which terms an order has, so only its place in the index is looked at.
    unfound: async (orders) =>
      orders
        .filter(({ reference, createdAt: ms }) => !isIndexed.get({ reference, ms: Math.floor(ms) }))
        .map(({ reference }) => reference)
        .filter((reference) => !isPending.get(reference)),
  };
}

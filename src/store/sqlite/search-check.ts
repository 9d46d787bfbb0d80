// Whether the search index and the smaller tables of a file fit its orders, for checks of a whole store.
import type { StoreReader } from '#store/records.ts';
import { damageIn } from './damage.ts';
import { type Database, numberIn, textIn } from './database.ts';
import { createTermSums } from './term-sums.ts';

/** Rows that belong to no order, by what they are. Each query answers a reference, or the row's id in the index. */
const STRAYS = {
  'the list of money by days': `
    SELECT reference AS what FROM entry_days WHERE NOT EXISTS (
      SELECT 1 FROM orders, json_each(iif(json_valid(doc), doc, '{}'), '$.entries') AS entry
      WHERE orders.reference = entry_days.reference AND entry.value ->> 'day' = day)
    AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.reference = entry_days.reference AND NOT json_valid(doc))`,
  'the queues': `
    SELECT reference AS what FROM work WHERE NOT EXISTS (
      SELECT 1 FROM orders WHERE orders.reference = work.reference)`,
  'the list of orders to be indexed': `
    SELECT reference AS what FROM search_pending WHERE NOT EXISTS (
      SELECT 1 FROM orders WHERE orders.reference = search_pending.reference)`,
  'the search index': `
    SELECT 'row ' || id AS what FROM search_docsize WHERE NOT EXISTS (
      SELECT 1 FROM orders WHERE orders.search_id = search_docsize.id)`,
};

export function createSearchCheck({
  prepare,
}: Pick<Database, 'prepare'>): Pick<StoreReader, 'strays' | 'unfound' | 'termEncoding'> {
  const placeOf = prepare(`
    SELECT rowid, search_id >> 20 AS placed_at,
      EXISTS (SELECT 1 FROM search_pending WHERE search_pending.reference = orders.reference) AS is_pending
    FROM orders WHERE reference = ?`);
  const referenceOf = prepare('SELECT reference FROM orders WHERE rowid = ?');
  // FTS5 takes long to say whether one order has its terms, and little longer to list all terms of all orders. So what the
  // orders want is kept, eight bytes each, until strays() compares it with that list.
  const wanted = createTermSums(prepare);

  return {
    termEncoding: 'hex',
    async *strays() {
      const damage = damageIn(prepare);
      if (damage) yield `the file is damaged: ${damage}`;
      for (const [where, query] of Object.entries(STRAYS))
        for (const row of prepare(query).iterate())
          yield `${textIn(row, 'what')} is in ${where}, and no order says so`;
      for (const rowid of wanted.differing())
        yield `${textIn(referenceOf.get(rowid) ?? {}, 'reference')}: missing or wrong in the search index`;
    },
    async unfound(orders) {
      return orders.flatMap(({ reference, createdAt, terms }) => {
        const row = placeOf.get(reference);
        if (!row || row['is_pending'] === 1) return [];
        if (row['placed_at'] !== Math.floor(createdAt)) return [reference];
        wanted.want(numberIn(row, 'rowid'), terms);
        return [];
      });
    },
  };
}

// Whether the search index and the smaller tables of a file fit its orders, for checks of a whole store.
import type { StoreReader } from '#store/records.ts';
import { type Database, numberIn, textIn } from './database.ts';

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
  // A row id in the index is no safe number, so it stays inside of SQLite.
  const placeOf = prepare(`
    SELECT search_id IS NOT NULL AS is_placed, search_id >> 20 AS placed_at,
      EXISTS (SELECT 1 FROM search_pending WHERE search_pending.reference = orders.reference) AS is_pending,
      orders.rowid <= (SELECT next_row FROM search_progress) AS is_older
    FROM orders WHERE reference = ?`);
  const matches = prepare(`
    SELECT 1 FROM search
    WHERE search MATCH $terms AND rowid = (SELECT search_id FROM orders WHERE reference = $reference)`);
  const sizeOf = prepare(`
    SELECT hex(sz) AS size FROM search_docsize WHERE id = (SELECT search_id FROM orders WHERE reference = ?)`);

  return {
    termEncoding: 'hex',
    async *strays() {
      for (const [where, query] of Object.entries(STRAYS))
        for (const row of prepare(query).iterate())
          yield `${textIn(row, 'what')} is in ${where}, and no order says so`;
    },
    async unfound(orders) {
      return orders.flatMap(({ reference, createdAt, terms }) => {
        const row = placeOf.get(reference);
        if (!row || row['is_pending'] === 1) return [];
        if (row['is_placed'] === 0) return row['is_older'] === 1 ? [] : [reference];
        const isPlaced = numberIn(row, 'placed_at') === Math.floor(createdAt);
        const hasAll = matches.get({ reference, terms: terms.map((term) => `"${term}"`).join(' AND ') });
        return isPlaced && hasAll && sizeOf.get(reference)?.['size'] === varint(terms.length)
          ? []
          : [reference];
      });
    },
  };
}

/** As FTS5 writes the number of words of a document: seven bits a byte, the highest first. */
function varint(value: number): string {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

// The search index: an FTS5 table of digests, whose row ids begin with the time of creation, so that it yields the newest
// first. FTS5 takes as long for one order as for a hundred, so the step that saves an order only adds it to a small table.
// What waits there is brought into FTS5 a hundred at a time, and before each search.
import type { Order } from '#orders/order.ts';
import {
  byNewest,
  clausesOf,
  createRecentOrders,
  createTermDigest,
  type Hit,
  MAX_PENDING,
  readForIndex,
  readPosition,
  searchPageOf,
  termsForIndex,
} from '#store/search-page.ts';
import type { OrderStore } from '#store/store.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';

/** A row id is the time of creation (ms), and 20 bits that tell orders of one millisecond apart. */
const LATEST = 2 ** 42;
const EARLIEST = -LATEST;

export type Search = Pick<OrderStore, 'search'> & {
  /** Inside the transaction that has just written the order: it waits for the index. */
  indexLater(order: Order): void;
  /** After that transaction was undone. Another process may save the order otherwise at the same version. */
  discardUnsaved(order: Order): void;
};

export function createSearch(database: Pick<Database, 'digest' | 'prepare' | 'write'>): Search {
  const termDigest = createTermDigest(database.digest, 'hex');
  const recent = createRecentOrders();
  let waiting = 0;
  const addPending = database.prepare('INSERT OR IGNORE INTO search_pending (reference) VALUES (?)');
  // CROSS keeps the order of the tables. By itself SQLite would read all orders, and look each up among the few pending.
  const pending = database.prepare(`
    SELECT reference, version, search_id >> 20 AS placed_at
    FROM search_pending CROSS JOIN orders USING (reference)`);
  const isPending = database.prepare('SELECT 1 FROM search_pending LIMIT 1');
  const textOf = database.prepare('SELECT doc FROM orders WHERE reference = ?');
  const leave = database.prepare(
    'DELETE FROM search WHERE rowid = (SELECT search_id FROM orders WHERE reference = ?)',
  );
  const place = database.prepare(`
    UPDATE orders SET search_id = (
      SELECT coalesce(max(search_id), ($ms << 20) - 1) + 1 FROM orders
      WHERE search_id >= $ms << 20 AND search_id < ($ms + 1) << 20)
    WHERE reference = $reference`);
  const enter = database.prepare(`
    INSERT OR REPLACE INTO search (rowid, terms) SELECT search_id, $terms FROM orders WHERE reference = $reference`);
  const clear = database.prepare('DELETE FROM search_pending');
  const found = database.prepare(`
    SELECT orders.reference, orders.doc, orders.created_at
    FROM search JOIN orders ON orders.search_id = search.rowid
    WHERE search MATCH $match AND search.rowid >= $from << 20 AND search.rowid < $to << 20
    ORDER BY search.rowid DESC LIMIT $limit`);

  /** Inside a transaction. */
  function indexPending(): void {
    const entries = pending.all().flatMap((row) => {
      const reference = textIn(row, 'reference');
      const kept = recent.take(reference);
      const order = kept?.version === row['version'] ? kept : readForIndex(docOf(reference), reference);
      const terms = termsForIndex(order)?.map(termDigest).join(' ');
      if (!order || terms === undefined) return [];
      return [{ reference, terms, ms: Math.floor(order.createdAt), placedAt: row['placed_at'] }];
    });
    // In the order of the row ids, because FTS5 writes to the disk whenever one is lower than the one before it.
    for (const { reference, terms, ms, placedAt } of entries.sort((a, b) => a.ms - b.ms)) {
      if (placedAt !== ms) {
        if (placedAt !== null) leave.run(reference);
        place.run({ reference, ms });
      }
      enter.run({ reference, terms });
    }
    clear.run();
    waiting = 0;
  }

  function docOf(reference: string): string {
    return textIn(textOf.get(reference) ?? {}, 'doc');
  }

  function indexLater(order: Order): void {
    recent.keep(order);
    waiting += Number(addPending.run(order.reference).changes);
    if (waiting >= MAX_PENDING) indexPending();
  }

  /** Those created in [from, to) (whole ms): all of them, or the newest `limit`. */
  function hitsIn(match: string, from: number, to: number, limit = -1): Hit[] {
    return found.all({ match, from, to, limit }).map(hitIn);
  }

  /** The `size` newest that are created before `to` (whole ms), and all that share the last one's millisecond. */
  function newestHits(match: string, to: number, size: number): Hit[] {
    const hits = hitsIn(match, EARLIEST, to, size);
    const last = hits.at(-1);
    if (!last || hits.length < size) return hits;
    const cut = Math.floor(last.createdAt);
    return [...hits.filter(({ createdAt }) => createdAt >= cut + 1), ...hitsIn(match, cut, cut + 1)];
  }

  return {
    indexLater,
    discardUnsaved: ({ reference }) => void recent.take(reference),
    async search(query, { limit, after, createdBefore = LATEST }) {
      const size = Math.max(1, Math.floor(limit));
      const clauses = clausesOf(query, termDigest);
      if (clauses.some((terms) => terms.length === 0)) return { orders: [], next: undefined };
      if (isPending.get()) await database.write(indexPending);
      const start = after === undefined ? undefined : readPosition(after);
      const startsIn = start && Math.floor(start.createdAt);
      const match = clauses
        .map((terms) => `(${terms.map((term) => `"${term}"`).join(' OR ')})`)
        .join(' AND ');
      const hits = [
        ...(startsIn === undefined ? [] : hitsIn(match, startsIn, startsIn + 1)),
        ...newestHits(match, Math.min(Math.ceil(createdBefore), startsIn ?? LATEST), size + 1),
      ].filter((hit) => hit.createdAt < createdBefore && (!start || byNewest(start, hit) < 0));
      return searchPageOf(hits.sort(byNewest).slice(0, size + 1), size);
    },
  };
}

function hitIn(row: Row): Hit {
  return {
    reference: textIn(row, 'reference'),
    createdAt: numberIn(row, 'created_at'),
    text: textIn(row, 'doc'),
  };
}

// The search index: an FTS5 table of digests, whose row ids begin with the time of creation, so that it yields the newest
// first. FTS5 takes as long for one order as for a hundred, so changed terms are written to a small table in the step
// that saves the order, and move into FTS5 a hundred at a time. A search reads both.
import type { Order } from '#orders/order.ts';
import { readOrder } from '#store/read-order.ts';
import {
  byNewest,
  clausesOf,
  createTermDigest,
  type Hit,
  type Position,
  readPosition,
  searchPageOf,
} from '#store/search-page.ts';
import { searchTermsOf } from '#store/search-terms.ts';
import type { IndexProgress, OrderStore, Store } from '#store/store.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';

/** After so many changes what has gathered moves into FTS5. */
const BATCH = 256;
/** A row id is the time of creation (ms), and 20 bits that tell orders of one millisecond apart. */
const LATEST = 2 ** 42;
const EARLIEST = -LATEST;

/** What `index` must know of an order as it was stored. */
export const INDEXED_COLUMNS = 'terms_digest, search_id >> 20 AS placed_at';

export type Search = Pick<OrderStore, 'search'> &
  Pick<Store, 'indexOlder' | 'indexProgress'> & {
    /** Inside the transaction that has just written the order. `before`: INDEXED_COLUMNS of the order as it was. */
    index(order: Order, before: Row | undefined): void;
  };

export function createSearch(database: Database): Search {
  const termDigest = createTermDigest(database.digest, 'hex');
  let pended = 0;
  const leave = [
    'DELETE FROM search WHERE rowid = (SELECT search_id FROM orders WHERE reference = ?)',
    'DELETE FROM search_pending WHERE id = (SELECT search_id FROM orders WHERE reference = ?)',
  ].map((sql) => database.prepare(sql));
  const place = database.prepare(`
    UPDATE orders SET terms_digest = $digest, search_id = iif(search_id >> 20 = $ms, search_id, (
      SELECT coalesce(max(search_id), ($ms << 20) - 1) + 1 FROM orders
      WHERE search_id >= $ms << 20 AND search_id < ($ms + 1) << 20))
    WHERE reference = $reference`);
  const pend = database.prepare(`
    INSERT OR REPLACE INTO search_pending (id, terms) SELECT search_id, $terms FROM orders WHERE reference = $reference`);
  const move = database.prepare(
    'INSERT OR REPLACE INTO search (rowid, terms) SELECT id, terms FROM search_pending ORDER BY id',
  );
  const clear = database.prepare('DELETE FROM search_pending');
  const found = database.prepare(`
    SELECT orders.reference, orders.doc, orders.created_at
    FROM search JOIN orders ON orders.search_id = search.rowid
    WHERE search MATCH $match AND search.rowid >= $from << 20 AND search.rowid < $to << 20
      AND search.rowid NOT IN (SELECT id FROM search_pending)
    ORDER BY search.rowid DESC LIMIT $limit`);
  const documentOf = database.prepare('SELECT reference, doc, created_at FROM orders WHERE reference = ?');
  const older = database.prepare(`
    SELECT rowid, reference, doc, ${INDEXED_COLUMNS} FROM orders
    WHERE rowid <= (SELECT next_row FROM search_progress) ORDER BY rowid DESC LIMIT ?`);
  const goOn = database.prepare('UPDATE search_progress SET next_row = ?');
  const progress = database.prepare('SELECT total, next_row FROM search_progress');

  function index(order: Order, before: Row | undefined): void {
    const { reference, createdAt } = order;
    const ms = Math.floor(createdAt);
    const terms = searchTermsOf(order);
    const digest = database.digest(`terms ${createdAt} ${terms.join('\n')}`);
    if (before?.['terms_digest'] === digest) return;
    const placedAt = before?.['placed_at'] ?? ms;
    if (placedAt !== ms) for (const statement of leave) statement.run(reference);
    place.run({ reference, digest, ms });
    pend.run({ reference, terms: terms.map(termDigest).join(' ') });
    pended += 1;
    if (pended < BATCH) return;
    pended = 0;
    move.run();
    clear.run();
  }

  /** Those created in [from, to) (whole ms) whose terms are not in the small table: all of them, or the newest `limit`. */
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

  /** The `size` newest of the small table. Only how many terms each clause has becomes part of the statement. */
  function pendingHits(
    clauses: readonly (readonly string[])[],
    isWanted: (hit: Position) => boolean,
    size: number,
  ) {
    const fits = clauses.map((terms) => `(${terms.map(() => 'instr(terms, ?)').join(' OR ')})`).join(' AND ');
    const positions = database
      .prepare(
        `SELECT reference, created_at FROM search_pending CROSS JOIN orders ON search_id = id WHERE ${fits}`,
      )
      .all(...clauses.flat())
      .map(positionIn)
      .filter(isWanted)
      .sort(byNewest);
    return positions.slice(0, size).flatMap(({ reference }) => documentOf.all(reference).map(hitIn));
  }

  function readProgress(): IndexProgress {
    const row = progress.get();
    if (!row) throw new Error('The progress of the search index is missing.');
    const left = numberIn(row, 'next_row');
    const total = numberIn(row, 'total');
    return { indexed: total - left, total, isComplete: left === 0 };
  }

  return {
    index,
    async search(query, { limit, after, createdBefore = LATEST }) {
      const size = Math.max(1, Math.floor(limit));
      const clauses = clausesOf(query, termDigest);
      if (clauses.some((terms) => terms.length === 0)) return { orders: [], next: undefined };
      const start = after === undefined ? undefined : readPosition(after);
      const isWanted = (hit: Position) =>
        hit.createdAt < createdBefore && (!start || byNewest(start, hit) < 0);
      const startsIn = start && Math.floor(start.createdAt);
      const match = clauses
        .map((terms) => `(${terms.map((term) => `"${term}"`).join(' OR ')})`)
        .join(' AND ');
      const hits = [
        ...(startsIn === undefined ? [] : hitsIn(match, startsIn, startsIn + 1)),
        ...newestHits(match, Math.min(Math.ceil(createdBefore), startsIn ?? LATEST), size + 1),
      ].filter(isWanted);
      const all = [...hits, ...pendingHits(clauses, isWanted, size + 1)].sort(byNewest);
      return searchPageOf(all.slice(0, size + 1), size);
    },
    async indexOlder(limit) {
      return database.write(() => {
        const rows = older.all(Math.max(1, Math.floor(limit)));
        for (const row of rows) if (row['terms_digest'] === null) indexStored(row);
        const last = rows.at(-1);
        goOn.run(last ? numberIn(last, 'rowid') - 1 : 0);
        return readProgress();
      });
    },
    indexProgress: async () => readProgress(),
  };

  /** An order that cannot be read is found by nothing, and keeps no other from being indexed. */
  function indexStored(row: Row): void {
    let order: Order;
    try {
      order = readOrder(textIn(row, 'doc'), textIn(row, 'reference'));
    } catch {
      return;
    }
    index(order, row);
  }
}

function positionIn(row: Row): Position {
  return { reference: textIn(row, 'reference'), createdAt: numberIn(row, 'created_at') };
}

function hitIn(row: Row): Hit {
  return { ...positionIn(row), text: textIn(row, 'doc') };
}

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

/** So many orders move into FTS5 at once. */
const BATCH = 128;
/** A row id is the time of creation (ms), and 20 bits that tell orders of one millisecond apart. */
const LATEST = 2 ** 42;
const EARLIEST = -LATEST;

export type Search = Pick<OrderStore, 'search'> &
  Pick<Store, 'indexOlder' | 'indexProgress'> & {
    /** Inside the transaction that has just written the order. */
    index(order: Order): void;
  };

export function createSearch(database: Database): Search {
  const termDigest = createTermDigest(database.digest, 'hex');
  const indexed = database.prepare('SELECT terms_digest FROM orders WHERE reference = ?');
  const placed = database.prepare(
    'SELECT search_id >> 20 = CAST($createdAt AS INTEGER) AS stays FROM orders WHERE reference = $reference',
  );
  const leave = [
    'DELETE FROM search WHERE rowid = (SELECT search_id FROM orders WHERE reference = ?)',
    'DELETE FROM search_pending WHERE id = (SELECT search_id FROM orders WHERE reference = ?)',
  ].map((sql) => database.prepare(sql));
  const place = database.prepare(`
    UPDATE orders SET search_id = (
      SELECT coalesce(max(search_id), (CAST($createdAt AS INTEGER) << 20) - 1) + 1 FROM orders
      WHERE search_id >= CAST($createdAt AS INTEGER) << 20 AND search_id < (CAST($createdAt AS INTEGER) + 1) << 20)
    WHERE reference = $reference`);
  const note = database.prepare('UPDATE orders SET terms_digest = $digest WHERE reference = $reference');
  const pend = database.prepare(`
    INSERT OR REPLACE INTO search_pending (id, terms) SELECT search_id, $terms FROM orders WHERE reference = $reference`);
  const pendingCount = database.prepare('SELECT count(*) AS count FROM search_pending');
  const move = database.prepare(
    'INSERT OR REPLACE INTO search (rowid, terms) SELECT id, terms FROM search_pending ORDER BY id',
  );
  const clear = database.prepare('DELETE FROM search_pending');
  const found = database.prepare(`
    SELECT orders.reference, orders.doc, orders.created_at
    FROM search JOIN orders ON orders.search_id = search.rowid
    WHERE search MATCH $match AND search.rowid >= CAST($from AS INTEGER) << 20 AND search.rowid < CAST($to AS INTEGER) << 20
      AND search.rowid NOT IN (SELECT id FROM search_pending)
    ORDER BY search.rowid DESC LIMIT $limit`);
  const pendingRows = database.prepare(`
    SELECT orders.reference, orders.created_at, search_pending.terms
    FROM search_pending JOIN orders ON orders.search_id = search_pending.id`);
  const documentOf = database.prepare('SELECT reference, doc, created_at FROM orders WHERE reference = ?');
  const older = database.prepare(`
    SELECT rowid, reference, doc, terms_digest FROM orders
    WHERE rowid <= (SELECT next_row FROM search_progress) ORDER BY rowid DESC LIMIT ?`);
  const goOn = database.prepare('UPDATE search_progress SET next_row = ?');
  const progress = database.prepare('SELECT total, next_row FROM search_progress');

  function index(order: Order): void {
    const { reference, createdAt } = order;
    const terms = searchTermsOf(order);
    const digest = database.digest(`terms ${terms.join('\n')}`);
    if (indexed.get(reference)?.['terms_digest'] === digest) return;
    if (placed.get({ reference, createdAt })?.['stays'] !== 1) {
      for (const statement of leave) statement.run(reference);
      place.run({ reference, createdAt });
    }
    note.run({ reference, digest });
    pend.run({ reference, terms: terms.map(termDigest).join(' ') });
    if (Number(pendingCount.get()?.['count']) < BATCH) return;
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

  function pendingHits(
    clauses: readonly (readonly string[])[],
    isWanted: (hit: Position) => boolean,
    size: number,
  ) {
    const positions = pendingRows
      .all()
      .filter((row) => {
        const terms = textIn(row, 'terms');
        return clauses.every((clause) => clause.some((term) => terms.includes(term)));
      })
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
    index(order);
  }
}

function positionIn(row: Row): Position {
  return { reference: textIn(row, 'reference'), createdAt: numberIn(row, 'created_at') };
}

function hitIn(row: Row): Hit {
  return { ...positionIn(row), text: textIn(row, 'doc') };
}

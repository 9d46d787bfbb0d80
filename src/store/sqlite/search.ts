// The search index: an FTS5 table of digests, whose row ids begin with the time by which documents are sorted, so that it yields
// the newest first.
import type { StatementSync } from 'node:sqlite';
import type { Doc, Driver } from '#store/driver.ts';

/** A row id is a time (whole ms) below this, and 20 bits that tell documents of one millisecond apart: the later the higher. */
const LATEST = 2 ** 42;

export function createSearch(prepare: (sql: string) => StatementSync) {
  const isIn = prepare(`
    SELECT search_id >> 20 AS at FROM docs JOIN search_docsize ON search_docsize.id = search_id WHERE key = ?`);
  const remove = prepare('DELETE FROM search WHERE rowid = (SELECT search_id FROM docs WHERE key = ?)');
  const assignId = prepare(`
    UPDATE docs SET search_id = (
      SELECT coalesce(max(search_id), ($at << 20) - 1) + 1 FROM docs
      WHERE search_id >= $at << 20 AND search_id < ($at + 1) << 20)
    WHERE key = $key`);
  const add = prepare(`
    INSERT OR REPLACE INTO search (rowid, terms) SELECT search_id, $terms FROM docs WHERE key = $key`);
  // A document that comes to a millisecond in the middle of which a page has ended has a higher id, so no page has it.
  const found = prepare(`
    SELECT search_id >> 20 AS score, key, rev, text FROM search JOIN docs ON search_id = search.rowid
    WHERE search MATCH $match AND search.rowid < min(
      max(-${LATEST}, min($below, ${LATEST})) << 20,
      coalesce((SELECT search_id FROM docs WHERE key = $key), $score << 20))
    ORDER BY search.rowid DESC LIMIT $limit`);

  /** By when a stored document is found, if it is in the index. */
  function indexedAt(key: string): number | undefined {
    const row = isIn.get(key);
    return row && Number(row['at']);
  }

  return {
    indexedAt,
    /** Takes a document out of the index that is about to be removed. Inside a transaction, as `enter`. */
    leave: (key: string) => void remove.run(key),
    /** Enters documents that are stored, by their keys. */
    enter(docs: ReadonlyMap<string, NonNullable<Doc['index']>>): void {
      // In the order of the row ids, because FTS5 writes to the disk whenever one is lower than the one before it.
      for (const [key, { at, terms }] of [...docs].sort(([, a], [, b]) => a.at - b.at)) {
        const before = indexedAt(key);
        if (before !== at) {
          if (before !== undefined) remove.run(key);
          assignId.run({ key, at });
        }
        add.run({ key, terms: terms.join(' ') });
      }
    },
    /** See Driver.search. */
    find(...[clauses, { limit, after, below = Infinity }]: Parameters<Driver['search']>) {
      if (clauses.some((terms) => terms.length === 0)) return [];
      const match = clauses.map((terms) => `(${terms.join(' OR ')})`).join(' AND ');
      const { key, score } = after ?? { key: '', score: LATEST };
      return found.all({ match, key, score, below: Math.ceil(below), limit });
    },
  };
}

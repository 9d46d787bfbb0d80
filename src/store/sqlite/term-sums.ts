// Compares the terms that orders want in the search index with those that are there, by one sum for each order: all of its
// terms, which are digests of 48 bits, combined by XOR. A term that is missing or too many changes the sum.
import type { Database } from './database.ts';

/** Both halves of a digest in hexadecimal. */
const HALF = 6;

type Sums = { high: Int32Array; low: Int32Array };

export function createTermSums(prepare: Database['prepare']) {
  /** By the order's rowid. */
  let sums: Sums = { high: new Int32Array(1_024), low: new Int32Array(1_024) };
  let isWanted = new Uint8Array(1_024);

  function add(rowid: number, term: string): void {
    sums.high[rowid] = (sums.high[rowid] ?? 0) ^ Number.parseInt(term.slice(0, HALF), 16);
    sums.low[rowid] = (sums.low[rowid] ?? 0) ^ Number.parseInt(term.slice(HALF), 16);
  }

  function makeRoom(rowid: number): void {
    if (rowid < isWanted.length) return;
    const size = 2 * (rowid + 1);
    sums = { high: grown(sums.high, new Int32Array(size)), low: grown(sums.low, new Int32Array(size)) };
    isWanted = grown(isWanted, new Uint8Array(size));
  }

  /** Rows of orders by their row id in the index, which is no safe number and so a bigint. */
  function readPlaces(): { ids: BigInt64Array; rowids: Float64Array } {
    const count = Number(prepare('SELECT count(search_id) AS count FROM orders').get()?.['count']);
    const places = { ids: new BigInt64Array(count), rowids: new Float64Array(count) };
    const rows = prepare(
      'SELECT search_id, rowid FROM orders WHERE search_id IS NOT NULL ORDER BY search_id',
    );
    rows.setReadBigInts(true);
    let index = 0;
    for (const { search_id: id, rowid } of rows.iterate()) {
      if (typeof id === 'bigint') places.ids[index] = id;
      places.rowids[index] = Number(rowid);
      index += 1;
    }
    return places;
  }

  return {
    /** The order in the row wants these terms, and no others. */
    want(rowid: number, terms: readonly string[]): void {
      makeRoom(rowid);
      isWanted[rowid] = 1;
      for (const term of terms) add(rowid, term);
    },
    /** The rows of the orders that have other terms than they want. Reads the whole index; can be called once. */
    *differing(): Generator<number> {
      const { ids, rowids } = readPlaces();
      prepare(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_terms USING fts5vocab('main', 'search', 'instance')",
      ).run();
      const entries = prepare('SELECT term, doc FROM temp.search_terms');
      entries.setReadBigInts(true);
      let last: unknown;
      let from = 0;
      for (const { term, doc } of entries.iterate()) {
        if (typeof term !== 'string' || typeof doc !== 'bigint') continue;
        // Of one term the orders come in the order of their ids.
        if (term !== last) from = 0;
        last = term;
        from = firstFrom(ids, doc, from);
        const rowid = ids[from] === doc ? rowids[from] : undefined;
        if (rowid !== undefined && isWanted[rowid] === 1) add(rowid, term);
      }
      for (let rowid = 0; rowid < isWanted.length; rowid += 1)
        if (isWanted[rowid] === 1 && (sums.high[rowid] !== 0 || sums.low[rowid] !== 0)) yield rowid;
    },
  };
}

function grown<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

/** The first place from `from` on whose id is not below `id`. */
function firstFrom(ids: BigInt64Array, id: bigint, from: number): number {
  let low = from;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

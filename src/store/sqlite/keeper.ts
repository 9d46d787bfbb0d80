// Fills a file with the records of another store, and marks it as a copy or as moved.
import { createDigest } from '#store/digest.ts';
import { foundAt } from '#store/places.ts';
import type { StoreKeeper, StoreReader } from '#store/records.ts';
import { readForIndex } from '#store/search-page.ts';
import { QUEUES } from '#store/store.ts';
import { StoreRefusal } from '#store/store-state.ts';
import { createAudit } from './audit.ts';
import { type Database, numberIn } from './database.ts';
import { createPutOrder } from './order-store.ts';
import { indexesOf } from './schema.ts';
import { createSearch, type Search } from './search.ts';

/**
 * 64 MB of the pages that change stay in memory, and as many in the log until they are written to the file together. What sorting
 * an index takes beyond that goes to files that the system removes by itself.
 */
const FOR_MANY = [
  'PRAGMA cache_size = -65536',
  'PRAGMA wal_autocheckpoint = 16384',
  'PRAGMA temp_store = FILE',
];

/**
 * Only its first and last steps wait for the disk. What a loss of power takes from between them is the end of the copy, which is
 * marked as unfinished until the last step has put all of it on the disk, and is made again.
 */
export function createKeeper(database: Database, file: string): Omit<StoreKeeper, keyof StoreReader> {
  const { write, writeUnsynced, prepare } = database;
  for (const setting of FOR_MANY) prepare(setting).get();
  const put = createPutOrder(database);
  const { addWithin } = createAudit(database);
  const dropTurn = prepare('DELETE FROM work WHERE queue = $queue AND reference = $reference');
  const setTurn = prepare(`
    INSERT OR REPLACE INTO work (queue, reference, due_at, attempt) VALUES ($queue, $reference, $at, $attempt)`);
  const addValue = prepare(`
    INSERT OR REPLACE INTO notes (name, key, value, expires_at) VALUES ($name, $key, $text, $endsAt)`);
  const addLease = prepare(
    'INSERT OR REPLACE INTO leases (name, token, expires_at) VALUES ($name, $token, $endsAt)',
  );
  const setKey = prepare('INSERT OR REPLACE INTO store_key (only, key) VALUES (1, ?)');
  const setMoves = prepare(
    'INSERT OR REPLACE INTO moves (only, copy_of, moved_to) VALUES (1, $copyOf, $movedTo)',
  );
  const clearMoves = prepare('DELETE FROM moves');
  const clearNotes = prepare('DELETE FROM notes');
  const clearLeases = prepare('DELETE FROM leases');
  /** Digests terms with the key of the copy, which beginCopy sets. */
  let search: Search | undefined;

  // Orders come in any order. To sort each index once at the end takes a fraction of what it takes to put them into place one by
  // one. The search reads its own index with each order, so that one stays.
  const indexes = new Map(indexesOf('orders'));
  indexes.delete('orders_by_search_id');

  function missing(wanted: ReadonlyMap<string, string>): string[] {
    const isThere = prepare("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?");
    return [...wanted].flatMap(([name, create]) => (isThere.get(name) ? [] : [create]));
  }

  // It changes with each write of another connection. The lock keeps Tellers out, and not `npm run store -- forget`.
  const writesOfOthers = prepare('PRAGMA data_version');
  const before = writesOfOthers.get()?.['data_version'];

  function checkUnused(): void {
    if (writesOfOthers.get()?.['data_version'] !== before)
      throw new StoreRefusal(
        `The file ${file} changed during the copy, so it stays in use. Run the copy again.`,
      );
  }

  return {
    async isEmpty() {
      const count = prepare(`
        SELECT (SELECT count(*) FROM orders) + (SELECT count(*) FROM work) + (SELECT count(*) FROM notes)
          + (SELECT count(*) FROM audit) AS count`);
      return numberIn(count.get() ?? {}, 'count') === 0;
    },
    beginCopy(from, key) {
      search = createSearch({ ...database, digest: createDigest(key) });
      return write(() => {
        setKey.run(key);
        setMoves.run({ copyOf: from, movedTo: null });
        for (const name of indexes.keys()) prepare(`DROP INDEX IF EXISTS ${name}`).run();
      });
    },
    putOrders: (records) =>
      writeUnsynced(() => {
        for (const { reference, version, doc, places, turns } of records) {
          put({ reference, version, doc }, foundAt(places, doc));
          const order = readForIndex(doc, reference);
          if (order) search?.indexLater(order);
          for (const queue of QUEUES) {
            const turn = turns[queue];
            if (turn) setTurn.run({ queue, reference, ...turn });
            else dropTurn.run({ queue, reference });
          }
        }
      }),
    clearValues: () =>
      writeUnsynced(() => {
        clearNotes.run();
        clearLeases.run();
      }),
    putValues: (records) =>
      writeUnsynced(() => {
        for (const { endsAt = null, ...value } of records) addValue.run({ ...value, endsAt });
      }),
    putLeases: (records) =>
      writeUnsynced(() => {
        for (const lease of records) addLease.run(lease);
      }),
    putLines: (lines) => writeUnsynced(() => addWithin(lines)),
    endCopy: () =>
      write(() => {
        for (const create of missing(indexes)) prepare(create).run();
        clearMoves.run();
      }),
    markMoved: (to) =>
      write(() => {
        checkUnused();
        setMoves.run({ copyOf: null, movedTo: to });
      }),
    checkUnused: async () => checkUnused(),
  };
}

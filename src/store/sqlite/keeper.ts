// Fills a file with the records of another store, and marks it as a copy or as moved.
import { foundAt } from '#store/places.ts';
import type { StoreKeeper, StoreReader } from '#store/records.ts';
import { createAudit } from './audit.ts';
import { type Database, numberIn } from './database.ts';
import { createPutOrder } from './put-order.ts';
import { QUEUES } from './queues.ts';

export function createKeeper(database: Database): Omit<StoreKeeper, keyof StoreReader> {
  const { write, prepare } = database;
  const put = createPutOrder(database);
  const { addWithin } = createAudit(database);
  const dropTurns = prepare('DELETE FROM work WHERE reference = ?');
  const addTurn = prepare(`
    INSERT INTO work (queue, reference, due_at, attempt) VALUES ($queue, $reference, $at, $attempt)`);
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
  // To the index all of them are orders of before.
  const clearSearch = prepare("INSERT INTO search (search) VALUES ('delete-all')");
  const clearPending = prepare('DELETE FROM search_pending');
  const unindex = prepare('UPDATE orders SET search_id = NULL WHERE search_id IS NOT NULL');
  const indexAll = prepare(`
    UPDATE search_progress SET (total, next_row) = (SELECT coalesce(max(rowid), 0), coalesce(max(rowid), 0) FROM orders)`);

  return {
    async isEmpty() {
      const count = prepare(`
        SELECT (SELECT count(*) FROM orders) + (SELECT count(*) FROM work) + (SELECT count(*) FROM notes)
          + (SELECT count(*) FROM audit) AS count`);
      return numberIn(count.get() ?? {}, 'count') === 0;
    },
    beginCopy: (from, key) =>
      write(() => {
        setKey.run(key);
        setMoves.run({ copyOf: from, movedTo: null });
      }),
    putOrders: (records) =>
      write(() => {
        for (const { reference, version, doc, places, turns } of records) {
          put({ reference, version, doc }, foundAt(places, doc));
          dropTurns.run(reference);
          for (const queue of QUEUES) {
            const turn = turns[queue];
            if (turn) addTurn.run({ queue, reference, ...turn });
          }
        }
      }),
    clearValues: () =>
      write(() => {
        clearNotes.run();
        clearLeases.run();
      }),
    putValues: (records) =>
      write(() => {
        for (const { endsAt = null, ...value } of records) addValue.run({ ...value, endsAt });
      }),
    putLeases: (records) =>
      write(() => {
        for (const lease of records) addLease.run(lease);
      }),
    putLines: (lines) => write(() => addWithin(lines)),
    endCopy: () =>
      write(() => {
        clearSearch.run();
        clearPending.run();
        unindex.run();
        indexAll.run();
        clearMoves.run();
      }),
    markMoved: (to) => write(() => void setMoves.run({ copyOf: null, movedTo: to })),
  };
}

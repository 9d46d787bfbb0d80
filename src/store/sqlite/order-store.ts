// Orders in SQLite: a save changes the document, the columns that it is found by, and its queues in one transaction.
import type { Order } from '#orders/order.ts';
import { type FoundBy, findByReference, foundBy } from '#store/found-by.ts';
import { createSingleSaves, writesOf } from '#store/order-change.ts';
import { readOrder } from '#store/read-order.ts';
import type { OrderChange, OrderStore } from '#store/store.ts';
import type { Audit } from './audit.ts';
import { type Database, type Row, textIn } from './database.ts';
import { createLists } from './lists.ts';
import { createQueues } from './queues.ts';
import type { Search } from './search.ts';

export function createOrderStore(
  database: Database,
  { indexLater, discardUnsaved, search }: Pick<Search, 'indexLater' | 'discardUnsaved' | 'search'>,
  { appendWithin }: Pick<Audit, 'appendWithin'>,
): OrderStore {
  const { triggerWithin, ...queues } = createQueues(database);
  const stored = database.prepare('SELECT version FROM orders WHERE reference = ?');
  const put = createPutOrder(database);
  const byReference = database.prepare('SELECT reference, doc FROM orders WHERE reference = ?');
  const byTrackingId = database.prepare(
    'SELECT reference, doc FROM orders WHERE tracking_id = ? ORDER BY created_at, rowid LIMIT 1',
  );
  const byAccountNumber = database.prepare(
    'SELECT reference, doc FROM orders WHERE account_number = ? ORDER BY created_at DESC, rowid DESC',
  );
  const byFolded = database.prepare(
    'SELECT reference, doc FROM orders WHERE folded = ? ORDER BY created_at DESC, reference DESC LIMIT 1',
  );

  async function get(reference: string): Promise<Order | undefined> {
    const row = byReference.get(reference);
    return row && readRow(row);
  }

  async function newestFolded(folded: string): Promise<Order | undefined> {
    const row = byFolded.get(folded);
    return row && readRow(row);
  }

  async function saveTogether(changes: readonly OrderChange[]): Promise<boolean> {
    const writes = writesOf(changes);
    const isSaved = database.write(() => {
      // All are compared before any is written: a false answer undoes nothing of what shares the transaction.
      const isExpected = writes.every(
        ({ order, expected }) => stored.get(order.reference)?.['version'] === expected,
      );
      if (!isExpected) return false;
      for (const { order, trigger } of writes) {
        const { reference, version } = order;
        put({ reference, version, doc: JSON.stringify(order) }, foundBy(order, database.digest));
        indexLater(order);
        triggerWithin(order.reference, trigger);
      }
      appendWithin(writes.flatMap(({ deeds }) => deeds));
      return true;
    });
    return isSaved.catch((error: unknown) => {
      for (const { order } of writes) discardUnsaved(order);
      throw error;
    });
  }

  return {
    ...queues,
    ...createLists(database),
    ...createSingleSaves(saveTogether),
    saveTogether,
    get,
    search,
    findByReference: (text) => findByReference(text, { get, newestFolded }),
    async findByTrackingId(trackingId) {
      const row = byTrackingId.get(trackingId);
      return row && readRow(row);
    },
    async findByAccountNumber(accountNumber) {
      return byAccountNumber.all(accountNumber).map(readRow);
    },
  };
}

function readRow(row: Row): Order {
  return readOrder(textIn(row, 'doc'), textIn(row, 'reference'));
}

/** To be called inside of a transaction. */
export function createPutOrder({ prepare }: Pick<Database, 'prepare'>) {
  const put = prepare(`
    INSERT INTO orders (reference, version, doc, tracking_id, account_number, created_at, folded, prompt_to,
      agent, open, changed_at)
    VALUES ($reference, $version, $doc, $trackingId, $accountNumber, $createdAt, $folded, $promptTo,
      $agent, $open, $changedAt)
    ON CONFLICT (reference) DO UPDATE SET version = $version, doc = $doc, tracking_id = $trackingId,
      account_number = $accountNumber, created_at = $createdAt, folded = $folded, prompt_to = $promptTo,
      agent = $agent, open = $open, changed_at = $changedAt`);
  const enter = prepare(
    'INSERT OR IGNORE INTO entry_days (day, at, reference) VALUES ($day, $at, $reference)',
  );

  return (
    stored: { readonly reference: string; readonly version: number; readonly doc: string },
    found: FoundBy,
  ): void => {
    put.run({
      ...stored,
      trackingId: found.trackingId ?? null,
      accountNumber: found.accountNumber ?? null,
      createdAt: found.createdAt,
      folded: found.foldedReference ?? null,
      promptTo: found.promptTo ?? null,
      agent: found.agent ?? null,
      open: found.open ? 1 : 0,
      changedAt: found.changedAt,
    });
    for (const [day, at] of Object.entries(found.entryDays))
      enter.run({ day, at, reference: stored.reference });
  };
}

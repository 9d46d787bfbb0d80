// Orders in SQLite: a save changes the document, the columns that it is found by, and its queues in one transaction.
import type { Order } from '#orders/order.ts';
import { findByReference } from '#store/find-by-reference.ts';
import { type FoundBy, foundBy } from '#store/found-by.ts';
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
  { noteChanged, noteUnsaved, search }: Pick<Search, 'noteChanged' | 'noteUnsaved' | 'search'>,
  { appendWithin }: Pick<Audit, 'appendWithin'>,
): OrderStore {
  const { triggerWithin, ...queues } = createQueues(database);
  const stored = database.prepare('SELECT version FROM orders WHERE reference = ?');
  const put = database.prepare(`
    INSERT INTO orders (reference, version, doc, tracking_id, account_number, created_at, folded, prompt_to,
      agent, open, changed_at, paid_at)
    VALUES ($reference, $version, $doc, $trackingId, $accountNumber, $createdAt, $folded, $promptTo,
      $agent, $open, $changedAt, $paidAt)
    ON CONFLICT (reference) DO UPDATE SET version = $version, doc = $doc, tracking_id = $trackingId,
      account_number = $accountNumber, created_at = $createdAt, folded = $folded, prompt_to = $promptTo,
      agent = $agent, open = $open, changed_at = $changedAt, paid_at = $paidAt`);
  const enter = database.prepare(
    'INSERT OR IGNORE INTO entry_days (day, at, reference) VALUES ($day, $at, $reference)',
  );
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
        const found = foundBy(order, database.digest);
        put.run(columnsOf(order, found));
        for (const [day, at] of Object.entries(found.entryDays))
          enter.run({ day, at, reference: order.reference });
        noteChanged(order);
        triggerWithin(order.reference, trigger);
      }
      appendWithin(writes.flatMap(({ deeds }) => deeds));
      return true;
    });
    return isSaved.catch((error: unknown) => {
      for (const { order } of writes) noteUnsaved(order);
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

function columnsOf(order: Order, found: FoundBy) {
  return {
    reference: order.reference,
    version: order.version,
    doc: JSON.stringify(order),
    trackingId: found.trackingId ?? null,
    accountNumber: found.accountNumber ?? null,
    createdAt: found.createdAt,
    folded: found.foldedReference ?? null,
    promptTo: found.promptTo ?? null,
    agent: found.agent ?? null,
    open: found.open ? 1 : 0,
    changedAt: found.changedAt,
    paidAt: found.unenteredAt ?? null,
  };
}

function readRow(row: Row): Order {
  return readOrder(textIn(row, 'doc'), textIn(row, 'reference'));
}

// Orders as documents, with the wakes that go with a change kept in the same transaction.
import type { Order } from '#orders/order.ts';
import { readOrder } from '#store/read-order.ts';
import type { Ledger } from '#store/store.ts';
import type { Database } from './database.ts';
import { type Row, textIn } from './row.ts';
import { createWork } from './work.ts';

export function createLedger(database: Database): Ledger {
  const { wakeWithin, ...work } = createWork(database);
  const insert = database.prepare(`
    INSERT INTO orders (reference, version, doc, tracking_id, account_number, created_at)
    VALUES ($reference, $version, $doc, $trackingId, $accountNumber, $createdAt)
    ON CONFLICT (reference) DO NOTHING`);
  const replace = database.prepare(`
    UPDATE orders SET version = $version, doc = $doc, tracking_id = $trackingId,
      account_number = $accountNumber, created_at = $createdAt
    WHERE reference = $reference AND version = $version - 1`);
  const byReference = database.prepare('SELECT reference, doc FROM orders WHERE reference = ?');
  const byTrackingId = database.prepare(
    'SELECT reference, doc FROM orders WHERE tracking_id = ? ORDER BY created_at, rowid LIMIT 1',
  );
  const byAccountNumber = database.prepare(
    'SELECT reference, doc FROM orders WHERE account_number = ? ORDER BY created_at DESC, rowid DESC',
  );

  return {
    ...work,
    async insert(order, wake = {}) {
      const kept: Order = { ...order, version: 0 };
      return database.write(() => {
        if (insert.run(columnsOf(kept)).changes === 0) return false;
        wakeWithin(kept.reference, wake);
        return true;
      });
    },
    async get(reference) {
      return orderIn(byReference.get(reference));
    },
    async findByTrackingId(trackingId) {
      return orderIn(byTrackingId.get(trackingId));
    },
    async findByAccountNumber(accountNumber) {
      return byAccountNumber.all(accountNumber).map(readRow);
    },
    async save(order, wake = {}) {
      const kept: Order = { ...order, version: order.version + 1 };
      return database.write(() => {
        if (replace.run(columnsOf(kept)).changes === 0) return undefined;
        wakeWithin(kept.reference, wake);
        return kept;
      });
    },
  };
}

function columnsOf(order: Order) {
  return {
    reference: order.reference,
    version: order.version,
    doc: JSON.stringify(order),
    trackingId: order.service.trackingId ?? null,
    // The subscriber's number of a recurring order; the number in `service` is only what a customer types at the till.
    accountNumber: order.recurring?.accountNumber ?? null,
    createdAt: order.createdAt,
  };
}

function orderIn(row: Row | undefined): Order | undefined {
  return row && readRow(row);
}

function readRow(row: Row): Order {
  return readOrder(textIn(row, 'doc'), textIn(row, 'reference'));
}

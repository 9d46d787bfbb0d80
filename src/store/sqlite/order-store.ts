// Orders in SQLite: a save changes the document, the columns that it is found by, and its queues in one transaction.
import type { StatementSync } from 'node:sqlite';
import type { Order } from '#orders/order.ts';
import { foundBy } from '#store/found-by.ts';
import { readOrder } from '#store/read-order.ts';
import type { OrderStore, Schedule } from '#store/store.ts';
import { type Database, type Row, textIn } from './database.ts';
import { createLists } from './lists.ts';
import { createQueues } from './queues.ts';

export function createOrderStore(database: Database): OrderStore {
  const { triggerWithin, ...queues } = createQueues(database);
  const insert = database.prepare(`
    INSERT INTO orders (reference, version, doc, tracking_id, account_number, created_at, agent, open, changed_at, paid_at)
    VALUES ($reference, $version, $doc, $trackingId, $accountNumber, $createdAt, $agent, $open, $changedAt, $paidAt)
    ON CONFLICT (reference) DO NOTHING`);
  const replace = database.prepare(`
    UPDATE orders SET version = $version, doc = $doc, tracking_id = $trackingId,
      account_number = $accountNumber, created_at = $createdAt,
      agent = $agent, open = $open, changed_at = $changedAt, paid_at = $paidAt
    WHERE reference = $reference AND version = $version - 1`);
  const byReference = database.prepare('SELECT reference, doc FROM orders WHERE reference = ?');
  const byTrackingId = database.prepare(
    'SELECT reference, doc FROM orders WHERE tracking_id = ? ORDER BY created_at, rowid LIMIT 1',
  );
  const byAccountNumber = database.prepare(
    'SELECT reference, doc FROM orders WHERE account_number = ? ORDER BY created_at DESC, rowid DESC',
  );

  /** False when the statement changed nothing, and then no queue is triggered either. */
  function write(statement: StatementSync, order: Order, trigger: Schedule): Promise<boolean> {
    return database.write(() => {
      const isStored = statement.run(columnsOf(order)).changes !== 0;
      if (isStored) triggerWithin(order.reference, trigger);
      return isStored;
    });
  }

  return {
    ...queues,
    ...createLists(database),
    async insert(order, trigger = {}) {
      return write(insert, { ...order, version: 0 }, trigger);
    },
    async get(reference) {
      const row = byReference.get(reference);
      return row && readRow(row);
    },
    async findByTrackingId(trackingId) {
      const row = byTrackingId.get(trackingId);
      return row && readRow(row);
    },
    async findByAccountNumber(accountNumber) {
      return byAccountNumber.all(accountNumber).map(readRow);
    },
    async save(order, trigger = {}) {
      const next: Order = { ...order, version: order.version + 1 };
      return (await write(replace, next, trigger)) ? next : undefined;
    },
  };
}

function columnsOf(order: Order) {
  const { trackingId, accountNumber, agent, open, createdAt, changedAt, paidAt } = foundBy(order);
  return {
    reference: order.reference,
    version: order.version,
    doc: JSON.stringify(order),
    trackingId: trackingId ?? null,
    accountNumber: accountNumber ?? null,
    createdAt,
    agent: agent ?? null,
    open: open ? 1 : 0,
    changedAt,
    paidAt: paidAt ?? null,
  };
}

function readRow(row: Row): Order {
  return readOrder(textIn(row, 'doc'), textIn(row, 'reference'));
}

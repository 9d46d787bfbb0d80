// Lists of an agent's orders, of prompts to a number and of the money of a period, over partial indexes that hold only what each list is about.
import { promptTo } from '#store/found-by.ts';
import { pageOf, readCursor } from '#store/payments-page.ts';
import { readAll } from '#store/read-order.ts';
import type { OrderStore } from '#store/store.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';

export function createLists(
  database: Database,
): Pick<OrderStore, 'promptsTo' | 'openOf' | 'closedOf' | 'paidBetween'> {
  const promptRows = database.prepare(`
    SELECT reference, doc FROM orders WHERE prompt_to = $promptTo AND created_at >= $since
    ORDER BY created_at DESC, reference DESC`);
  const openRows = database.prepare(`
    SELECT reference, doc FROM orders WHERE agent = $agent AND open = 1
    ORDER BY created_at DESC, reference DESC LIMIT $limit`);
  const closedRows = database.prepare(`
    SELECT reference, doc FROM orders WHERE agent = $agent AND open = 0
    ORDER BY changed_at DESC, reference DESC LIMIT $limit`);
  const paidRows = database.prepare(`
    SELECT reference, doc, paid_at FROM orders
    WHERE (paid_at, reference) > ($paidAt, $reference) AND paid_at < $to
    ORDER BY paid_at, reference LIMIT $limit`);

  return {
    async promptsTo(msisdn, since) {
      return readAll(promptRows.all({ promptTo: promptTo(msisdn, database.digest), since }).map(documentIn))
        .orders;
    },
    async openOf(agent, limit) {
      return readAll(openRows.all({ agent, limit: atLeast(0, limit) }).map(documentIn)).orders;
    },
    async closedOf(agent, limit) {
      return readAll(closedRows.all({ agent, limit: atLeast(0, limit) }).map(documentIn)).orders;
    },
    async paidBetween({ from, to }, { limit, after }) {
      const start = after === undefined ? { paidAt: from, reference: '' } : readCursor(after);
      const size = atLeast(1, limit);
      const rows = paidRows.all({ ...start, to, limit: size + 1 });
      return pageOf(
        rows.map((row) => ({ ...documentIn(row), paidAt: numberIn(row, 'paid_at') })),
        size,
      );
    },
  };
}

function documentIn(row: Row) {
  return { reference: textIn(row, 'reference'), text: textIn(row, 'doc') };
}

/** SQLite takes a limit below 0 for "all". */
function atLeast(least: number, limit: number): number {
  return Math.max(least, Math.floor(limit));
}

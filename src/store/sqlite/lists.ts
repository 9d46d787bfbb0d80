// Lists of an agent's orders, of prompts to a number and of the money of a period, over partial indexes that hold only what each
// list is about.
import { promptTo } from '#store/found-by.ts';
import { entriesPageOf, readDayPlace } from '#store/order-change.ts';
import { readAll } from '#store/read-order.ts';
import type { OrderStore } from '#store/store.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';

export function createLists(
  database: Database,
): Pick<OrderStore, 'promptsTo' | 'openOf' | 'closedOf' | 'entriesBetween'> {
  const promptRows = database.prepare(`
    SELECT reference, doc FROM orders WHERE prompt_to = $promptTo AND created_at >= $since
    ORDER BY created_at DESC, reference DESC`);
  const openRows = database.prepare(`
    SELECT reference, doc FROM orders
    WHERE agent = $agent AND open = 1 AND (created_at, reference) < ($createdAt, $reference)
    ORDER BY created_at DESC, reference DESC LIMIT $limit`);
  const closedRows = database.prepare(`
    SELECT reference, doc FROM orders WHERE agent = $agent AND open = 0
    ORDER BY changed_at DESC, reference DESC LIMIT $limit`);
  const entryRows = database.prepare(`
    SELECT day, at, orders.reference, doc FROM entry_days JOIN orders ON orders.reference = entry_days.reference
    WHERE (day, at, entry_days.reference) > ($day, $at, $reference) AND day <= $lastDay
    ORDER BY day, at, entry_days.reference LIMIT $limit`);

  return {
    async promptsTo(msisdn, since) {
      return readAll(promptRows.all({ promptTo: promptTo(msisdn, database.digest), since }).map(documentIn))
        .orders;
    },
    async openOf(agent, limit, { createdAt, reference } = NEWEST) {
      const rows = openRows.all({ agent, createdAt, reference, limit: atLeast(0, limit) });
      return readAll(rows.map(documentIn)).orders;
    },
    async closedOf(agent, limit) {
      return readAll(closedRows.all({ agent, limit: atLeast(0, limit) }).map(documentIn)).orders;
    },
    async entriesBetween({ firstDay, lastDay }, { limit, after }) {
      const start =
        after === undefined ? { day: firstDay, at: EARLIEST, reference: '' } : readDayPlace(after);
      const size = atLeast(1, limit);
      const rows = entryRows.all({ ...start, lastDay, limit: size + 1 });
      return entriesPageOf(
        rows.map((row) => ({ ...documentIn(row), at: numberIn(row, 'at'), day: textIn(row, 'day') })),
        size,
      );
    },
  };
}

const EARLIEST = Number.MIN_SAFE_INTEGER;
/** Every order comes behind it. */
const NEWEST = { createdAt: Number.MAX_SAFE_INTEGER, reference: '' };

function documentIn(row: Row) {
  return { reference: textIn(row, 'reference'), text: textIn(row, 'doc') };
}

/** SQLite takes a limit below 0 for "all". */
function atLeast(least: number, limit: number): number {
  return Math.max(least, Math.floor(limit));
}

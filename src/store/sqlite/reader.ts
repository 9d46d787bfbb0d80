// Reads all of a file as records. The places of an order are its columns, and the rows of entry_days that its document wants.
import { entryDaysIn, type Places, placesOf } from '#store/places.ts';
import type { OrderRecord, StoreReader, StoreState, Turn } from '#store/records.ts';
import { createAudit } from './audit.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';
import { createSearchCheck } from './search-check.ts';

const PAGE_SIZE = 500;

/** `now` (ms): what has ended by then is left out. */
export function createReader(
  database: Pick<Database, 'prepare' | 'write'>,
  { address, now }: { address: string; now: () => number },
): Omit<StoreReader, 'close'> {
  const orderRows = database.prepare(`
    SELECT orders.rowid, orders.reference, version, doc, tracking_id, account_number, created_at, folded, prompt_to,
      agent, open, changed_at, checks.due_at AS check_at, checks.attempt AS check_attempt,
      deliveries.due_at AS deliver_at, deliveries.attempt AS deliver_attempt
    FROM orders
    LEFT JOIN work AS checks ON checks.queue = 'check' AND checks.reference = orders.reference
    LEFT JOIN work AS deliveries ON deliveries.queue = 'deliver' AND deliveries.reference = orders.reference
    WHERE orders.rowid > $after ORDER BY orders.rowid LIMIT ${PAGE_SIZE}`);
  const isEntered = database.prepare(
    'SELECT 1 FROM entry_days WHERE day = $day AND at = $at AND reference = $reference',
  );
  // Reads the whole table: only where the document does not say which rows there should be.
  const enteredRows = database.prepare('SELECT day, at FROM entry_days WHERE reference = ?');
  const valueRows = database.prepare(`
    SELECT rowid, name, key, value, expires_at FROM notes
    WHERE rowid > $after AND (expires_at IS NULL OR expires_at > $now) ORDER BY rowid LIMIT ${PAGE_SIZE}`);
  const leaseRows = database.prepare(`
    SELECT rowid, name, token, expires_at FROM leases
    WHERE rowid > $after AND expires_at > $now ORDER BY rowid LIMIT ${PAGE_SIZE}`);
  const readHead = createAudit(database);

  async function* pages(read: (after: number) => Row[]): AsyncGenerator<Row[]> {
    for (let rows = read(0); rows.length > 0; rows = read(numberIn(rows.at(-1) ?? {}, 'rowid'))) yield rows;
  }

  function placesIn(row: Row, reference: string, doc: string): Places {
    const wanted = entryDaysIn(doc);
    const entryDays = wanted
      ? Object.entries(wanted).filter(([day, at]) => isEntered.get({ day, at, reference }))
      : enteredRows.all(reference).map((entered) => [textIn(entered, 'day'), numberIn(entered, 'at')]);
    return placesOf({
      trackingId: textOrNone(row, 'tracking_id'),
      accountNumber: textOrNone(row, 'account_number'),
      foldedReference: textOrNone(row, 'folded'),
      promptTo: textOrNone(row, 'prompt_to'),
      agent: textOrNone(row, 'agent'),
      open: row['open'] === 1,
      createdAt: numberIn(row, 'created_at'),
      changedAt: numberIn(row, 'changed_at'),
      entryDays: Object.fromEntries(entryDays),
    });
  }

  function orderIn(row: Row): OrderRecord {
    const reference = textIn(row, 'reference');
    const doc = textIn(row, 'doc');
    const check = turnIn(row, 'check');
    const deliver = turnIn(row, 'deliver');
    return {
      reference,
      version: numberIn(row, 'version'),
      doc,
      get places() {
        return placesIn(row, reference, doc);
      },
      turns: { ...(check && { check }), ...(deliver && { deliver }) },
    };
  }

  return {
    address,
    async state() {
      return stateIn(database.prepare(SELECT_STATE).get());
    },
    async key() {
      const key = database.prepare('SELECT key FROM store_key').get()?.['key'];
      if (!(key instanceof Uint8Array)) throw new Error('The key of the store is missing or damaged.');
      return key;
    },
    async countOrders() {
      return numberIn(database.prepare('SELECT count(*) AS count FROM orders').get() ?? {}, 'count');
    },
    async *orders() {
      for await (const rows of pages((after) => orderRows.all({ after }))) yield rows.map(orderIn);
    },
    async *values() {
      for await (const rows of pages((after) => valueRows.all({ after, now: now() })))
        yield rows.map((row) => ({
          name: textIn(row, 'name'),
          key: textIn(row, 'key'),
          text: textIn(row, 'value'),
          endsAt: numberOrNone(row, 'expires_at'),
        }));
    },
    async *leases() {
      for await (const rows of pages((after) => leaseRows.all({ after, now: now() })))
        yield rows.map((row) => ({
          name: textIn(row, 'name'),
          token: textIn(row, 'token'),
          endsAt: numberIn(row, 'expires_at'),
        }));
    },
    audit: { read: readHead.read, head: readHead.head },
    ...createSearchCheck(database),
  };
}

export const SELECT_STATE = 'SELECT copy_of, moved_to FROM moves';

export function stateIn(row: Row | undefined): StoreState {
  if (typeof row?.['moved_to'] === 'string') return { status: 'moved', to: row['moved_to'] };
  if (typeof row?.['copy_of'] === 'string') return { status: 'copy', from: row['copy_of'] };
  return { status: 'own' };
}

function turnIn(row: Row, queue: 'check' | 'deliver'): Turn | undefined {
  const at = numberOrNone(row, `${queue}_at`);
  return at === undefined ? undefined : { at, attempt: numberIn(row, `${queue}_attempt`) };
}

function textOrNone(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column);
}

function numberOrNone(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column);
}

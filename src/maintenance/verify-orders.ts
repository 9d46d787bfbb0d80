// Reads every order of a store, and compares it with the lists, the queues and the search index.
import { systemClock } from '#lib/clock.ts';
import { counted } from '#lib/text.ts';
import type { Order } from '#orders/order.ts';
import { createDigest, type Digest } from '#store/digest.ts';
import { faultsOf } from '#store/expected.ts';
import { readAll } from '#store/read-order.ts';
import type { OrderRecord, StoreReader } from '#store/records.ts';
import { createTermDigest, type TermDigest, termsForIndex } from '#store/search-page.ts';
import { createProgress, type Io } from './command.ts';

/** So many are named; of more only the number is said. */
const MAX_NAMED = 20;

type Found = { count: number; readonly named: string[] };

/** Says what was found. `damaged` and `faults` name the first of each. */
export async function verifyOrders(
  reader: Pick<StoreReader, 'key' | 'orders' | 'damage' | 'unfound' | 'countOrders' | 'termEncoding'>,
  { say, progress }: Pick<Io, 'say' | 'progress'>,
): Promise<{ isGood: boolean; facts: { orders: number; damaged: string[]; faults: string[] } }> {
  const digest = createDigest(await reader.key());
  const termDigest = createTermDigest(digest, reader.termEncoding);
  const advance = createProgress(progress, systemClock, 'orders', await reader.countOrders());
  const damaged: Found = { count: 0, named: [] };
  const faults: Found = { count: 0, named: [] };
  for await (const records of reader.orders()) {
    const page = readAll(records.map(({ reference, doc }) => ({ reference, text: doc })));
    for (const reference of page.damaged) add(damaged, reference);
    for (const fault of faultsIn(records, page.orders, digest)) add(faults, fault);
    const indexed = page.orders.flatMap((order) => indexedAs(order, termDigest));
    for (const reference of await reader.unfound(indexed))
      add(faults, `${reference}: missing in the search index`);
    advance(records.length);
  }
  const damage = await reader.damage();
  if (damage) add(faults, `the file is damaged: ${damage}`);
  const orders = advance(0);
  sayDamaged(orders, damaged, say);
  sayFaults(faults, say);
  return {
    isGood: damaged.count === 0 && faults.count === 0,
    facts: { orders, damaged: damaged.named, faults: faults.named },
  };
}

function add(found: Found, what: string): void {
  found.count += 1;
  if (found.named.length < MAX_NAMED) found.named.push(what);
}

function* faultsIn(records: readonly OrderRecord[], orders: readonly Order[], digest: Digest) {
  const byReference = new Map(orders.map((order) => [String(order.reference), order]));
  for (const record of records) {
    const order = byReference.get(record.reference);
    for (const fault of order ? faultsOf(record, order, digest) : []) yield `${record.reference}: ${fault}`;
  }
}

/** None for an order whose times lie outside the calendar: it is never indexed. */
function indexedAs(order: Order, digest: TermDigest) {
  const { reference, version, createdAt } = order;
  const terms = termsForIndex(order);
  return terms ? [{ reference, version, createdAt, terms: terms.map(digest) }] : [];
}

function sayDamaged(orders: number, { count, named }: Found, say: Io['say']): void {
  if (count === 0) say(`Orders: ${orders.toLocaleString('en')}, all readable.`);
  else
    say(
      `Orders: ${count.toLocaleString('en')} of ${orders.toLocaleString('en')} can’t be read: ${named.join(', ')}${count > named.length ? ' and others' : ''}. Look these payments up in the Pesapal dashboard, and restore a backup if you can.`,
    );
}

function sayFaults({ count, named }: Found, say: Io['say']): void {
  if (count === 0) {
    say('Indexes and queues: complete.');
    return;
  }
  say(`Indexes and queues: ${counted(count, 'fault')}. To repair the lists, copy the store to an empty one.`);
  for (const fault of named) say(`  ${fault}`);
  if (count > named.length) say('  …');
}

// `npm run store -- verify`: whether every order of a store can be read and stands where it belongs, and nobody has touched the
// audit record.
import { counted } from '#lib/text.ts';
import { createAudit, verifyChain } from '#store/audit.ts';
import { ORDERS, orderKey, referenceIn } from '#store/documents.ts';
import { type OpenedStore, withReader } from '#store/open.ts';
import { type Io, type Outcome, WrongUse } from './command.ts';
import { rebuildAll } from './copy.ts';

export async function verify(args: readonly string[], io: Io): Promise<Outcome> {
  const [url = io.storeUrl, seq = '', hash = '', ...more] = args;
  const isLine = /^[1-9]\d*$/.test(seq) && /^[0-9a-f]{64}$/.test(hash);
  if (more.length > 0 || (seq !== '' && !isLine)) throw new WrongUse();
  const known = isLine ? { seq: Number(seq), hash } : undefined;
  return withReader(url, (store) => verifyStore(store, io, known));
}

/** So many are named; of more only the number is said. */
const MAX_NAMED = 20;

/** `known`: a line that the audit record must still have. */
async function verifyStore(store: OpenedStore, { say, progress }: Io, known?: { seq: number; hash: string }) {
  // Not a fault, but whoever asks may mean another store.
  if (store.marker.status === 'moved') say(`This store was moved to ${store.marker.to}.`);
  if (store.marker.status === 'copy') say(`This store is an unfinished copy of ${store.marker.from}.`);

  const { orders, faults } = await findFaults(store, progress);
  const named = faults.slice(0, MAX_NAMED);
  say(
    faults.length === 0
      ? `Orders: ${orders.toLocaleString('en')}, all readable, indexes and queues complete.`
      : `Orders: ${orders.toLocaleString('en')}, ${counted(faults.length, 'fault')}. To repair the lists, copy the store to an empty one.`,
  );
  for (const fault of named) say(`  ${fault}.`);
  if (faults.length > MAX_NAMED) say('  …');

  const audit = createAudit(store);
  const record = await verifyChain(audit);
  if (record.status === 'whole') {
    const { count, hash } = record.head;
    const end = count > 0 ? ` It ends with ${hash}.` : '';
    say(`Audit record: ${counted(count, 'line')}, complete and unchanged.${end}`);
  } else
    say(
      `Audit record: broken at line ${record.seq} (${record.fault}). Don’t rely on the line before it, nor on anything after. Find out who can write to the store, and compare the record with earlier /pay report audit files.`,
    );
  const [line] = known ? await audit.read({ after: known.seq - 1, limit: 1 }) : [];
  const isKnown = line?.line?.hash === known?.hash;
  if (known && isKnown) say(`Line ${known.seq} matches: nothing up to it has been changed or cut off.`);
  if (!isKnown) say(`Line ${known?.seq} doesn’t match: something up to it was changed or cut off.`);
  const isGood = faults.length === 0 && record.status === 'whole' && isKnown;
  return { isGood, orders, faults: named, record, ...(known && { isKnown }) };
}

async function findFaults(store: OpenedStore, progress: Io['progress']) {
  const counts = { orders: 0, values: 0, lines: 0 };
  const faults: string[] = [];
  for await (const { docs, unscheduled } of rebuildAll(store, counts, progress)) {
    for (const { stored, doc, isDamaged } of docs) {
      const reference = referenceIn(doc.key);
      // In front of all others, because there may be too many to name.
      if (isDamaged)
        faults.unshift(
          `${reference}: can’t be read. Look this payment up in the Pesapal dashboard, and restore a backup if you can`,
        );
      if (doc.rev !== stored.rev)
        faults.push(`${reference}: has version ${doc.rev} instead of ${stored.rev}`);
    }
    const readable = docs.filter(({ isDamaged }) => !isDamaged).map(({ doc }) => doc);
    for (const key of await store.misplaced(readable)) {
      const name = key.startsWith(ORDERS) ? referenceIn(key) : key;
      faults.push(`${name}: missing from a list or the search index, or in the wrong place`);
    }
    for (const { queue, order } of unscheduled) {
      // Teller may have ended the entry since the order was read, but only after it has saved the order.
      const [now] = await store.read([orderKey(order.reference)]);
      if (now?.rev === String(order.version))
        faults.push(`${order.reference}: missing from the queue ${queue}`);
    }
  }
  const damage = await store.damage();
  if (damage) faults.push(`the file is damaged: ${damage}`);
  return { orders: counts.orders, faults };
}

// `npm run store -- copy`: every document of a store into another store, of the same kind or the other. A copy that was cut off
// starts over. The source is marked as moved before the target may be used, so that no two Tellers ever work with the same orders.
import { ahead } from '#lib/async.ts';
import { systemClock } from '#lib/clock.ts';
import { counted } from '#lib/text.ts';
import type { Order } from '#orders/order.ts';
import { createAudit, LINE, verifyChain } from '#store/audit.ts';
import { createDigests, type Digests } from '#store/digest.ts';
import { LEASES, ORDERS, rebuildOrder, VALUES } from '#store/documents.ts';
import type { Doc } from '#store/driver.ts';
import { markerDoc, NOT_COPIED } from '#store/marker.ts';
import { type OpenedStore, type Pair, withPair } from '#store/open.ts';
import { entryDoc, findUnscheduled } from '#store/queue.ts';
import { checkOwn, StoreRefusal } from '#store/store-state.ts';
import { type Io, type Outcome, WrongUse } from './command.ts';

export async function copy([from, to, ...more]: readonly string[], io: Io): Promise<Outcome> {
  if (from === undefined || to === undefined || more.length > 0) throw new WrongUse();
  return withPair(from, to, (pair) => move(pair, io));
}

/** Copies everything and marks the source as moved. Throws a StoreRefusal when the two stores do not allow that. */
export async function move(pair: Pair, io: Pick<Io, 'say' | 'progress'>) {
  await checkPair(pair);
  const { address: from, marker } = pair.source;
  const to = pair.target.address;
  const moved = markerDoc({ status: 'moved', to }, marker.key);
  const { orders, values, lines } = await copyAll(pair, [moved], io.progress);
  io.say(
    `Copied from ${from} to ${to}: ${counted(orders, 'order')}, ${counted(values, 'key value')}, ${counted(lines, 'audit event')}.`,
  );
  io.say(`Set STORE_URL to the new address. Teller won’t start on ${from} any more.`);
  return { isGood: true, from, to, orders, values, lines };
}

async function checkPair({ source, target }: Pair): Promise<void> {
  const [from, to] = [source.marker, target.marker];
  // Of a copy that was cut off between its last two steps the source is marked already.
  const isMarked = from.status === 'moved' && from.to === target.address && to.status === 'copy';
  if (!isMarked) checkOwn(from);
  if (to.status === 'copy') {
    if (Buffer.compare(from.key, to.key) === 0) return;
    throw new StoreRefusal(
      `${target.address} is an unfinished copy of another store, ${to.from}. Finish that copy or choose an empty store.`,
    );
  }
  for await (const page of target.scan(''))
    if (page.some((doc) => isCopied(doc) && !doc.key.startsWith(LEASES)))
      throw new StoreRefusal(`${target.address} isn’t empty. Choose an empty store.`);
}

const isCopied = ({ key }: Doc) => !NOT_COPIED.includes(key);

/** Makes `target` a store with everything in it, in place of what is there. `last` is put into the source before `target` may be used. */
export async function copyAll({ source, target }: Pair, last: readonly Doc[], progress: Io['progress']) {
  const { address, marker } = source;
  const record = await verifyChain(createAudit(source));
  if (record.status === 'broken')
    throw new StoreRefusal(
      `The audit record of ${address} is broken at line ${record.seq}, so it can’t be copied. For details: npm run store -- verify`,
    );
  await target.commit({ put: [markerDoc({ status: 'copy', from: address }, marker.key)] });
  for await (const page of target.scan('')) {
    const drop = page.filter(isCopied).map(({ key }) => key);
    await target.commit({ drop, unsynced: true });
  }
  const counts = { orders: 0, values: 0, lines: 0 };
  for await (const { docs, unscheduled } of ahead(rebuildAll(source, counts, progress), PAGES_AHEAD)) {
    const now = systemClock.now();
    const entries = unscheduled.map(({ queue, order }) =>
      entryDoc(queue, order.reference, { at: now, attempt: 0 }),
    );
    const put = [...docs.map(({ doc }) => doc), ...entries].filter(isCopied);
    await target.commit({ put, unsynced: true });
  }
  // Rejects if the copy has stalled, and what was read may be of two moments.
  await source.commit({ put: last });
  await target.commit({ put: [markerDoc({ status: 'own' }, marker.key)] });
  return counts;
}

type Counts = { orders: number; values: number; lines: number };

const PAGES_AHEAD = 3;
const PROGRESS_EVERY_MS = 5_000;

/** Every document of a store, a page at a time, and which orders of the page are missing in a queue. Says from time to time how many. */
export async function* rebuildAll(store: OpenedStore, counts: Counts, progress: Io['progress']) {
  const digests = createDigests(store.marker.key);
  let saidAt = systemClock.now();
  for await (const page of store.scan('')) {
    const docs = page.map((stored) => rebuild(stored, digests));
    const orders = docs.flatMap(({ order }) => order ?? []);
    yield { docs, unscheduled: await findUnscheduled(store, orders) };
    const count = (prefix: string) => page.filter(({ key }) => key.startsWith(prefix)).length;
    counts.orders += count(ORDERS);
    counts.values += count(VALUES);
    counts.lines += count(LINE);
    if (systemClock.now() - saidAt < PROGRESS_EVERY_MS) continue;
    saidAt = systemClock.now();
    progress(`${counted(counts.orders, 'order')}, ${counted(counts.lines, 'audit event')}…`);
  }
}

/** `doc`: as the order wants its document, in the lists and the search index where it belongs. */
function rebuild(stored: Doc, digests: Digests): { stored: Doc; doc: Doc; order?: Order; isDamaged?: true } {
  if (!stored.key.startsWith(ORDERS)) return { stored, doc: stored };
  try {
    return { stored, ...rebuildOrder(stored, digests) };
  } catch {
    return { stored, doc: stored, isDamaged: true };
  }
}

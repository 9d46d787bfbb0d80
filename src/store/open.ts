// From the store's address in the settings to the driver that serves it.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { systemClock } from '#lib/clock.ts';
import { LEASE_MS, withLease } from '#lib/with-lease.ts';
import { refusalOf } from '#store/redis/unreachable.ts';
import { reasonOf } from '#store/sqlite/file-faults.ts';
import { openSqliteDriver, openSqliteForCopy, openSqliteReader } from '#store/sqlite/open.ts';
import { fileIn } from './address.ts';
import { leaseKey } from './documents.ts';
import type { Batch, Driver, Stale } from './driver.ts';
import { createLeases, endLeases } from './leases.ts';
import { COPYING, type Marker, readMarker } from './marker.ts';
import { createStore, type Store } from './store.ts';
import { StoreRefusal } from './store-state.ts';

type Options = Omit<Parameters<typeof openSqliteDriver>[0], 'file'>;

/** The client of Redis is a quarter of everything that a start reads, so only those who have a Redis load it. */
async function openRedis(url: string, options?: Options): Promise<Driver> {
  const { openRedisDriver } = await import('./redis/driver.ts');
  return openRedisDriver(url, options);
}

/**
 * Opens the store at `url`. The folder of a file is made if need be; `sqlite::memory:` forgets everything at the end. Rejects with a
 * sentence for people, which never repeats the address of a server: there may be a password in it. `warn` receives settings of the
 * server with which orders may be lost, files that others can read, and that Store.serve waits for another process.
 */
export async function openStore(url: string, options: Options): Promise<Store> {
  const file = fileIn(url);
  const driver = file === undefined ? await openRedis(url, options) : openSqliteDriver({ file, ...options });
  const store = createStore(driver, options.clock);
  try {
    // A new store gets its key, and one whose key is damaged is refused.
    await store.digest('');
  } catch (error) {
    // A server that is down now is no reason to reject.
    if (file === undefined) return store;
    await driver.close();
    throw error;
  }
  return store;
}

/** A driver with the document `store` as it was when the store was opened. */
export type OpenedStore = Driver & { readonly marker: Marker };
type Work<Value> = (store: OpenedStore) => Promise<Value>;

/**
 * Runs `work` with all of the store at `url` to read, also beside a running Teller. Makes no file, takes no lock and ends no claim.
 * Rejects with a sentence for people: nothing is there, a server cannot be reached, or the store has another format.
 */
export async function withReader<Value>(url: string, work: Work<Value>): Promise<Value> {
  const file = fileIn(url);
  return withMarker(file === undefined ? await openRedis(url) : openSqliteReader(file), work);
}

/** Closes the driver after `work`. Only an import target may be empty. */
async function withMarker<Value>(driver: Driver, work: Work<Value>, isTarget = false): Promise<Value> {
  try {
    const ofNone: Marker | undefined = isTarget ? { status: 'own', key: new Uint8Array() } : undefined;
    const marker = (await readMarker(driver)) ?? ofNone;
    if (!marker) throw new StoreRefusal(`There’s no Teller store at ${driver.address}. Check the address.`);
    return await work({ ...driver, marker });
  } finally {
    await driver.close();
  }
}

const SAME_STORE = 'Both addresses lead to the same store. Choose another one to copy to.';
const POLL_MS = 500;

export type Pair = { readonly source: OpenedStore; readonly target: OpenedStore };

/**
 * Runs `work` with the source and the target of a copy, on which no Teller starts meanwhile. The target's file is made if need be.
 * Rejects as withReader does, and while a Teller or another copy uses one of the stores.
 */
export async function withPair<Value>(from: string, to: string, work: (pair: Pair) => Promise<Value>) {
  if (isSameFile(fileIn(from), fileIn(to))) throw new StoreRefusal(SAME_STORE);
  const token = randomUUID();
  return hold(from, false, token, (source) => hold(to, true, token, (target) => work({ source, target })));
}

/** `token`: of the lease under which both stores of a copy are held. */
async function hold<Value>(url: string, isTarget: boolean, token: string, work: Work<Value>): Promise<Value> {
  const file = fileIn(url);
  if (file === ':memory:') throw new StoreRefusal('A store in memory can’t be copied.');
  const driver = file === undefined ? await openRedis(url) : await openSqliteForCopy(file, { isTarget });
  const { address, read, serve } = driver;
  const key = leaseKey(COPYING);

  /** A copy that stalled for so long that a Teller may have begun writes nothing any more. */
  async function commit(batch: Batch): Promise<Stale> {
    const stale = await driver.commit({ ...batch, expect: { ...batch.expect, [key]: token } });
    if (!stale.has(key)) return stale;
    throw new StoreRefusal(
      `The copy stalled, and Teller may have used ${address} in the meantime. Run it again.`,
    );
  }

  async function begin(store: OpenedStore): Promise<Value> {
    const [held] = await read([key]);
    if (held?.rev === token) throw new StoreRefusal(SAME_STORE);
    if (await serve('copy')) await endLeases(driver);
    const leases = createLeases(driver, () => true);
    const onBusy = `Another copy from or to ${address} is running. Wait until it ends.`;
    // A copy that was killed a moment ago holds the store for a while.
    const options = { token, onBusy, waitMs: LEASE_MS + POLL_MS, pollMs: POLL_MS, clock: systemClock };
    return withLease(leases, COPYING, options, async () => {
      // Of a Teller and a copy that begin together, one sees the other.
      await serve('copy');
      return work({ ...store, commit });
    });
  }
  return withMarker(driver, begin, isTarget);
}

/** A file can have several names, and SQLite keeps a log of its own beside each. */
function isSameFile(...files: readonly (string | undefined)[]): boolean {
  const [one, two] = files.map((file) => file && statSync(file, { throwIfNoEntry: false }));
  return Boolean(one && two && one.dev === two.dev && one.ino === two.ino);
}

/** A sentence, with the next step where the reason is known, about what `Store.ping` has rejected with. */
export function whyUnusable(error: unknown): string {
  if (error instanceof StoreRefusal)
    return 'the store can’t be used: it’s locked for Teller. Restart Teller to see why.';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const why = reasonOf(error) ?? refusalOf(cause)?.join('. ');
  return why === undefined ? 'the store can’t be reached' : `the store can’t be used: ${why}`;
}

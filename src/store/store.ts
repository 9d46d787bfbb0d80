// The store that Teller works with, over a driver: its parts, and that it is used only while it is Teller's own.
import type { Clock } from '#lib/clock.ts';
import type { Reference } from '#orders/reference.ts';
import { createAudit } from './audit.ts';
import { createDigests, type Digests, makeStoreKey } from './digest.ts';
import { ORDERS, orderKey, readOrders } from './documents.ts';
import type { Batch, Driver, Stale } from './driver.ts';
import { createKeyValues } from './key-values.ts';
import { createLeases, endLeases } from './leases.ts';
import { checkInUse, IN_USE, MARKER, markerDoc, PULSE, readMarker } from './marker.ts';
import { createOrderStore } from './orders.ts';
import { endClaims, rememberEntries } from './queue.ts';
import { StoreRefusal } from './store-state.ts';

export type Store = ReturnType<typeof createStore>;
export type OrderStore = Store['orders'];

/** Keyv's contract, as far as it is used. Values are JSON. Outages reject. */
export type KeyValueStore = {
  get<Value>(key: string): Promise<Value | undefined>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
};

/** `digest` and every write reject until the driver has been reached once. */
export function createStore(driver: Driver, clock: Clock) {
  let known: Digests | undefined;
  let isServing = false;

  /** Known at once after the first time. A new store gets its key; of processes that begin together, the first one's stays. */
  async function readDigests(): Promise<Digests> {
    while (!known) {
      const marker = await readMarker(driver);
      const put = [markerDoc({ status: 'own' }, makeStoreKey())];
      if (marker) known = createDigests(marker.key);
      else await driver.commit({ expect: { [MARKER]: undefined }, put });
    }
    return known;
  }

  async function commit(batch: Batch): Promise<Stale> {
    if (!known) await readDigests();
    // While this process serves alone, nobody else can copy or move the store.
    if (isServing) return driver.commit(batch);
    const stale = await driver.commit({ ...batch, expect: { ...batch.expect, ...IN_USE } });
    if (!Object.keys(IN_USE).some((key) => stale.has(key))) return stale;
    await checkInUse(driver);
    throw new Error('The store was just emptied or copied. Restart Teller if this happens again.');
  }

  const documents = rememberEntries({ ...driver, commit });
  const { commitWith, ...audit } = createAudit(documents);
  const keyValues = new Map<string, KeyValueStore>();

  return {
    orders: createOrderStore(documents, commitWith, readDigests),
    audit,
    /** Leases and key values end by the same clock: the given one for a file, the server's for Redis. */
    leases: createLeases(documents, () => isServing),
    /** The same one for the same name, because each listens to the client of a Redis. */
    keyValues(name: string): KeyValueStore {
      const opened = keyValues.get(name) ?? createKeyValues(name, documents);
      keyValues.set(name, opened);
      return opened;
    },
    /**
     * Stands for `text` where that must not be read, such as in names of leases: for ever and for all replicas, but in one store
     * only. Begin `text` with its purpose, so that no two purposes share a digest.
     */
    digest: async (text: string): Promise<string> => (await readDigests()).text(text),
    /** Every order, some at a time, in no order. One that is stored meanwhile may be left out, and one may come twice. */
    async *everyOrder() {
      for await (const page of driver.scan(ORDERS)) yield readOrders(page);
    },
    /**
     * Takes out of the store's own files what is left there of the data that was erased from these orders, as far as that can be
     * done while the store is used. Resolves also when another process was in the way; the next call does the rest.
     */
    scrub: (references: readonly Reference[]): Promise<void> => driver.scrub(references.map(orderKey)),
    /** Rejects when the store cannot be read and written right now; with a StoreRefusal when it was moved or is being copied. */
    async ping() {
      await driver.check();
      await commit({ put: [{ key: PULSE, rev: String(clock.now()), text: '', sets: {} }] });
    },
    /**
     * Begins the work on the queues. One process serves a file: while another one does, this rejects with a sentence for people.
     * What earlier ones have claimed is taken up at once. On Redis several may serve.
     */
    async serve() {
      // A server that cannot be reached yet is no reason to reject.
      await Promise.all([checkInUse(driver), readDigests()]).catch((error: unknown) => {
        if (error instanceof StoreRefusal) throw error;
      });
      if (!(await driver.serve('teller'))) return;
      // A copy may have ended just before.
      await checkInUse(driver);
      await endLeases(driver);
      isServing = true;
      await endClaims(documents, clock.now());
    },
    async close() {
      // A save that was asked for just now has waited for the digests, and reaches the driver first.
      await Promise.resolve();
      await driver.close();
    },
  };
}

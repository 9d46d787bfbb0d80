// Joins the room of bulks: checking rows, keeping them until a person confirms, beginning, sending, stopping, ending. Called by
// slack/, which shows all of it and keeps a bulk going.
import type { Clock } from '#lib/clock.ts';
import { GOES_ON_WITHIN_MS, type OfBulk } from '#orders/bulk.ts';
import type { Order } from '#orders/order.ts';
import { listRegistrations } from '#payments/status/ipn-registration.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { Store } from '#store/store.ts';
import { createBulkStore } from './bulk-store.ts';
import { createCheckRows } from './check-rows.ts';
import { createNamedInBulks } from './named-in-bulks.ts';
import { createProgressOf, type RowProgress } from './progress.ts';
import { createSendRows, isAgreed } from './send-rows.ts';
import type { Bulk, BulkEnding, BulkRow } from './stored-bulk.ts';

/** What was checked, before anybody has confirmed it. */
export type Checked = Pick<Bulk, 'id' | 'kind' | 'by' | 'channel' | 'fileDigest' | 'isAsked' | 'agreed'>;

/**
 * `begun`: from now on its rows are sent. `already_begun`: the same form was confirmed before; `stoppedBy` has stopped it, also
 * where it has not ended yet. `same_file`: `other` has begun with the same file meanwhile. `gone`: it was checked too long ago.
 */
type BeginResult =
  | { readonly status: 'begun'; readonly bulk: Bulk }
  | { readonly status: 'already_begun'; readonly bulk: Bulk; readonly stoppedBy: string | undefined }
  | { readonly status: 'same_file'; readonly other: Bulk }
  | { readonly status: 'gone' };

/** `already_stopped`: by `by`, who was first. `over`: every row has had its turn. */
type StopResult =
  | { readonly status: 'stopped' | 'already_stopped'; readonly by: string; readonly bulk: Bulk }
  | { readonly status: 'over' | 'unknown' };

export type Bulks = ReturnType<typeof createBulks>;

/** Everything rejects when the store is down. */
export function createBulks(
  deps: {
    store: Pick<Store, 'keyValues' | 'leases' | 'digest' | 'orders'>;
    client: Pick<ProviderClient, 'getIpnList'>;
    clock: Clock;
  } & Omit<Parameters<typeof createSendRows>[0], 'orders' | 'bulkStore'> &
    Parameters<typeof createCheckRows>[0],
) {
  const { store, client, clock } = deps;
  const { orders } = store;
  const bulkStore = createBulkStore({ ...store, keyValues: store.keyValues('bulks'), clock });
  const { sendNext } = createSendRows({ ...deps, orders, bulkStore });

  return {
    checkRows: createCheckRows(deps),
    digestOf: bulkStore.digestOf,
    sameFile: bulkStore.sameFile,
    /** Keeps the checked rows for an hour, for `begin`. */
    async keep(checked: Checked, rows: readonly BulkRow[]): Promise<void> {
      const references = rows.map(({ row, reference }) => ({ row, reference }));
      await bulkStore.keep({ ...checked, state: 'checked', rows: references, refused: [] }, rows);
    },
    /**
     * `isAgreed`: the person has ticked what was asked. `record` is called right before it begins: what it rejects with is passed
     * on, and nothing has begun.
     */
    async begin(
      id: string,
      { isAgreed, record }: { isAgreed: boolean; record: (bulk: Bulk) => Promise<void> },
    ): Promise<BeginResult> {
      return bulkStore.exclusively(async (held): Promise<BeginResult> => {
        const bulk = await bulkStore.read(id);
        if (!bulk) return { status: 'gone' };
        if (bulk.state !== 'checked') {
          const stoppedBy = bulk.state === 'ended' ? bulk.stoppedBy : await bulkStore.stoppedBy(id);
          return { status: 'already_begun', bulk, stoppedBy };
        }
        const rows = await bulkStore.rowsOf(id);
        if (rows.length === 0) return { status: 'gone' };
        const other = await bulkStore.sameFile(bulk);
        if (other && !(isAgreed && other.id === bulk.agreed?.file)) return { status: 'same_file', other };
        const now = clock.now();
        const begun: Bulk = { ...bulk, state: 'running', begunAt: now, movedAt: now };
        await record(begun);
        await bulkStore.begin(begun, rows, held);
        return { status: 'begun', bulk: begun };
      });
    },
    /**
     * Rows that were sent stay sent; the one on its way as well. `record` as in `begin`: what it rejects with is passed on, and
     * nothing has stopped.
     */
    async stop(id: string, by: string, record: (bulk: Bulk) => Promise<void>): Promise<StopResult> {
      const bulk = await bulkStore.read(id);
      if (!bulk || bulk.state === 'checked') return { status: 'unknown' };
      if (bulk.state === 'ended')
        return bulk.stoppedBy ? { status: 'already_stopped', by: bulk.stoppedBy, bulk } : { status: 'over' };
      const stop = await bulkStore.stop(id, by, () => record(bulk));
      return { status: stop.isFirst ? 'stopped' : 'already_stopped', by: stop.by, bulk };
    },
    /** Those that somebody has to work on, oldest first. One whose person never confirmed it is not among them. */
    async running(): Promise<readonly Bulk[]> {
      const bulks: Bulk[] = [];
      for (const id of await bulkStore.list()) {
        const bulk = await bulkStore.read(id);
        if (!bulk) await bulkStore.leave(id);
        else if (bulk.state !== 'checked') bulks.push(bulk);
      }
      return bulks;
    },
    named: createNamedInBulks(bulkStore),
    read: bulkStore.read,
    lead: bulkStore.lead,
    confirmLead: bulkStore.confirmLead,
    /** True when no row may be requested any more: somebody has stopped it, or it has ended before every row had its turn. */
    async isOver(id: string): Promise<boolean> {
      if ((await bulkStore.stoppedBy(id)) !== undefined) return true;
      const bulk = await bulkStore.read(id);
      return bulk?.state === 'ended' && bulk.ending !== 'sent';
    },
    /** As WhyNotNow asks it. */
    async isAgreed({ id, row }: OfBulk, sent: Order): Promise<boolean> {
      const bulk = await bulkStore.read(id);
      return bulk !== undefined && isAgreed(bulk, row, sent);
    },
    save: bulkStore.save,
    sendNext,
    progressOf: createProgressOf({ orders }),
    /**
     * Why a running bulk must not go on; undefined when it may. `movedAt`: when (ms) the last row of any bulk had its turn, because
     * one that waits behind another does not stand still.
     */
    async whyOver(
      bulk: Bulk,
      movedAt: number,
    ): Promise<{ ending: BulkEnding; stoppedBy?: string } | undefined> {
      const stoppedBy = await bulkStore.stoppedBy(bulk.id);
      if (stoppedBy !== undefined) return { ending: 'stopped', stoppedBy };
      const stoodMs = clock.now() - Math.max(movedAt, bulk.movedAt ?? 0);
      return stoodMs > GOES_ON_WITHIN_MS ? { ending: 'stood_still' } : undefined;
    },
    /**
     * Its rows without an order get none any more, and what names customers is erased: the orders keep what is to be kept. One that
     * stood still with its last row has sent them all.
     */
    async end(bulk: Bulk, { ending, stoppedBy }: { ending: BulkEnding; stoppedBy?: string }): Promise<Bulk> {
      const { rows } = await createProgressOf({ orders })(bulk);
      const unsent = rows.filter(({ state, order }) => state === 'unsent' && !order);
      const ended = await bulkStore.save({
        ...bulk,
        state: 'ended',
        ending: ending === 'stood_still' && rows.every(wasSent) ? 'sent' : ending,
        endedAt: clock.now(),
        ...(stoppedBy === undefined ? {} : { stoppedBy }),
        refused: [...bulk.refused, ...unsent.map(({ row }) => ({ row, why: 'not_reached' as const }))],
      });
      await bulkStore.eraseRows(bulk.id);
      return ended;
    },
    /** Of one that has ended: the process that ended it may have died before it erased what names customers. */
    eraseRows: bulkStore.eraseRows,
    /** Nothing more can be expected of any row. */
    leave: bulkStore.leave,
    /** Resolves when the provider answers at all; rejects with ProviderError when it does not. */
    askProvider: async (): Promise<void> => void (await listRegistrations(client)),
    /** True while something that was there before is due, so that the next row waits. */
    async isAnythingDue(): Promise<boolean> {
      const now = clock.now();
      const due = await Promise.all([orders.nextDue('deliver'), orders.nextDue('check')]);
      return due.some((at) => at !== undefined && at <= now);
    },
  };
}

/** Nothing is left to do for it. */
function wasSent({ order, refused, state }: RowProgress): boolean {
  return refused !== undefined || (order !== undefined && state !== 'unsent');
}

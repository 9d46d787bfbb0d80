// Where bulks are kept: each under its id, its rows beside it until it has ended, and the list of those that somebody has to work
// on. All of it rejects when the store is down.
import type { Clock } from '#lib/clock.ts';
import { type HeldLease, type Leases, withLease } from '#lib/with-lease.ts';
import type { KeyValueStore, Store } from '#store/store.ts';
import { type Bulk, type BulkRow, storedBulk, storedRows } from './stored-bulk.ts';

const HOUR = 60 * 60_000;
/** So long a person may look at the checked rows before confirming. */
const CHECKED_FOR_MS = HOUR;
/** The same file is asked about for so long. */
const SAME_FILE_MS = 24 * HOUR;
/** A bulk that nobody works on any more is forgotten after this. */
const KEPT_FOR_MS = 40 * 24 * HOUR;

const LIST = 'list';
/** The list of those that wait to be confirmed. */
const CHECKED = 'checked';
const LEASE = { waitMs: 5_000, pollMs: 50 };

/** `until` (ms): then its rows go by themselves. */
type Waiting = { readonly id: string; readonly until: number };

export type BulkStore = ReturnType<typeof createBulkStore>;

export function createBulkStore(deps: {
  keyValues: KeyValueStore;
  leases: Leases;
  digest: Store['digest'];
  clock: Clock;
}) {
  const { keyValues, leases, digest, clock } = deps;
  const rowsKey = (id: string) => `${id} rows`;
  const stopKey = (id: string) => `${id} stop`;
  const fileKey = (fileDigest: string) => `file ${fileDigest}`;

  /** `work` confirms its lease before each write, and begins anew when it has lost it. */
  function alone<Value>(name: string, work: (held: HeldLease) => Promise<Value>): Promise<Value> {
    const onBusy = `others have been changing ${name} for too long`;
    return withLease(leases, name, { ...LEASE, clock, onBusy }, work);
  }

  async function read(id: string): Promise<Bulk | undefined> {
    const value = await keyValues.get(id);
    return value === undefined ? undefined : storedBulk.parse(value);
  }

  async function list(): Promise<readonly string[]> {
    return (await keyValues.get<string[]>(LIST)) ?? [];
  }

  /** Some may have begun meanwhile. */
  const checked = async () => (await keyValues.get<Waiting[]>(CHECKED)) ?? [];

  const changeList = (change: (ids: readonly string[]) => readonly string[]) =>
    alone('bulks-list', async ({ confirm }) => {
      const changed = change(await list());
      await confirm();
      await keyValues.set(LIST, changed);
    });

  /** While this process works on bulks: the lease that says so. */
  let leading: HeldLease | undefined;

  /** Rejects when this process led and another one may lead by now. Await it right before what others must not do meanwhile. */
  async function confirmLead(): Promise<void> {
    await leading?.confirm();
  }

  return {
    read,
    confirmLead,
    /** What stands for the rows of a file, so that the same file is known again. */
    digestOf: (sha256: string) => digest(`file of a bulk ${sha256}`),
    /** Resolves to `bulk`. Rejects as `confirmLead`. */
    async save(bulk: Bulk): Promise<Bulk> {
      await confirmLead();
      await keyValues.set(bulk.id, bulk);
      return bulk;
    },
    /** Runs `work` as the one process that works on bulks; `onBusy` when another one does, or has taken over meanwhile. */
    lead: <Value>(work: () => Promise<Value>, onBusy: () => Value): Promise<Value> =>
      withLease(leases, 'bulks', { waitMs: 0, pollMs: 0, clock, onBusy }, async (held) => {
        leading = held;
        try {
          return await work();
        } finally {
          if (leading === held) leading = undefined;
        }
      }),
    async rowsOf(id: string): Promise<readonly BulkRow[]> {
      return storedRows.parse((await keyValues.get(rowsKey(id))) ?? []);
    },
    /** Keeps a checked bulk until its person confirms it. Its rows come last, so that they are found whenever they are there. */
    async keep(bulk: Bulk, rows: readonly BulkRow[]): Promise<void> {
      const now = clock.now();
      await alone('bulks-checked', async ({ confirm }) => {
        const others = (await checked()).filter(({ id, until }) => until > now && id !== bulk.id);
        await confirm();
        await keyValues.set(
          CHECKED,
          [...others, { id: bulk.id, until: now + CHECKED_FOR_MS }],
          CHECKED_FOR_MS,
        );
      });
      await keyValues.set(bulk.id, bulk, CHECKED_FOR_MS);
      await keyValues.set(rowsKey(bulk.id), rows, CHECKED_FOR_MS);
    },
    /** Runs `work` while nobody else begins a bulk. Begun anew when another process could do so meanwhile. */
    exclusively: <Value>(work: (held: HeldLease) => Promise<Value>) => alone('bulks-begin', work),
    /** The bulk that began with the same file within 24 hours; not `bulk` itself. */
    async sameFile({ id, fileDigest }: Pick<Bulk, 'id' | 'fileDigest'>): Promise<Bulk | undefined> {
      const other = await keyValues.get<string>(fileKey(fileDigest));
      const begun = other === undefined || other === id ? undefined : await read(other);
      return begun?.state === 'checked' ? undefined : begun;
    },
    /**
     * From the last of these writes on it is worked on; one that is cut off before that is begun anew. Listed first: so the rows
     * of one that nobody begins anew are found and erased. `confirm`: of `exclusively`.
     */
    async begin(bulk: Bulk, rows: readonly BulkRow[], { confirm }: HeldLease): Promise<void> {
      await confirm();
      await changeList((ids) => (ids.includes(bulk.id) ? ids : [...ids, bulk.id]));
      await confirm();
      await keyValues.set(rowsKey(bulk.id), rows);
      await confirm();
      await keyValues.set(fileKey(bulk.fileDigest), bulk.id, SAME_FILE_MS);
      await confirm();
      await keyValues.set(bulk.id, bulk);
    },
    /** The ids of those that somebody has to work on, oldest first. */
    list,
    checked,
    /** Nobody has to work on it any more. */
    async leave(id: string): Promise<void> {
      const bulk = await read(id);
      if (bulk) await keyValues.set(id, bulk, KEPT_FOR_MS);
      await keyValues.delete(rowsKey(id));
      await keyValues.delete(stopKey(id));
      await changeList((ids) => ids.filter((one) => one !== id));
    },
    eraseRows: (id: string) => keyValues.delete(rowsKey(id)),
    /**
     * Who stopped it: `by`, or whoever was first. Not in the bulk, which only the process that sends its rows may change. `record`
     * is called right before.
     */
    stop: (
      id: string,
      by: string,
      record: () => Promise<void>,
    ): Promise<{ readonly by: string; readonly isFirst: boolean }> =>
      alone(`bulk-stop ${id}`, async ({ confirm }) => {
        const before = await keyValues.get<string>(stopKey(id));
        if (before !== undefined) return { by: before, isFirst: false };
        await record();
        await confirm();
        await keyValues.set(stopKey(id), by, KEPT_FOR_MS);
        return { by, isFirst: true };
      }),
    stoppedBy: (id: string) => keyValues.get<string>(stopKey(id)),
  };
}

// Erasing a customer is begun by a person and done in the background: what is still to be done is kept in the store, so that it
// goes on after a crash and its end is told once. A job holds references and no data of the customer. All reject when the store
// is down.
import { z } from 'zod';
import type { Clock } from '#lib/clock.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import { storedReference } from '#orders/reference.ts';
import type { KeyValueStore } from '#store/store.ts';

const namingFile = z
  .object({
    /** Slack ids: of the person whose file it is, and of the channel of its cards. */
    by: z.string(),
    channel: z.string(),
    /** How many of its rows name the customer. */
    rows: z.int().positive(),
    /** Of a file that waits to be confirmed: when (ms) its rows go if it is not. */
    until: z.number().exactOptional(),
  })
  .readonly();
/** A file of many customers that names the one who is to be erased. */
export type NamingFile = z.output<typeof namingFile>;

const storedJob = z
  .object({
    id: z.string(),
    /** The Slack id of who asked for it, and when (ms). */
    by: z.string(),
    at: z.number(),
    /** The orders that are still to be erased. */
    left: z.array(storedReference).readonly(),
    erased: z.int().nonnegative(),
    /** Those that have to wait. */
    kept: z
      .array(
        z
          .object({
            reference: storedReference,
            because: z.enum(['open', 'waiting', 'review', 'refund', 'recurring', 'bulk']),
            until: z.number().exactOptional(),
          })
          .readonly(),
      )
      .readonly(),
    /** Whose rows have to wait. */
    files: z.array(namingFile).readonly(),
    /** Telling its end was begun: whether it stands in Slack is looked up before it is tried again. */
    isTelling: z.literal(true).exactOptional(),
  })
  .readonly();
export type ForgetJob = z.output<typeof storedJob>;

const LIST = 'list';
const LEASE = { waitMs: 5_000, pollMs: 50 };

export type ForgetJobs = ReturnType<typeof createForgetJobs>;

export function createForgetJobs(deps: { keyValues: KeyValueStore; leases: Leases; clock: Clock }) {
  const { keyValues, leases, clock } = deps;
  const list = async () => (await keyValues.get<string[]>(LIST)) ?? [];

  function changeList(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    const onBusy = 'others have been changing the list of what is to be erased for too long';
    return withLease(leases, 'forgetting-list', { ...LEASE, clock, onBusy }, async ({ confirm }) => {
      const changed = change(await list());
      await confirm();
      await keyValues.set(LIST, changed);
    });
  }

  return {
    /** From the end of this on it is worked on. The same job a second time is the first. */
    async begin(job: ForgetJob): Promise<void> {
      if ((await list()).includes(job.id)) return;
      await keyValues.set(job.id, job);
      await changeList((ids) => (ids.includes(job.id) ? ids : [...ids, job.id]));
    },
    /** Oldest first. */
    async all(): Promise<readonly ForgetJob[]> {
      const values = await Promise.all((await list()).map((id) => keyValues.get(id)));
      return values.flatMap((value) => (value === undefined ? [] : [storedJob.parse(value)]));
    },
    save: (job: ForgetJob) => keyValues.set(job.id, job),
    async end({ id }: ForgetJob): Promise<void> {
      await changeList((ids) => ids.filter((one) => one !== id));
      await keyValues.delete(id);
    },
  };
}

// Writes deeds that change no order into the audit record: who looked for a customer, took data out of Teller, switched
// something, or wanted what they may not do. What changes an order gets its line with the save (payments/status/order-saves.ts).
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Deed, OtherDeedName } from '#orders/audit-line.ts';
import type { Reference } from '#orders/reference.ts';
import type { AuditRecord } from '#store/audit-record.ts';

type NewDeed = Omit<Deed<OtherDeedName>, 'at'>;

export type DeedRecorder = {
  /**
   * Before somebody gets to see or take customers' data. Rejects when the store does not take the line, and then they may not get
   * it: no line, no data.
   */
  recordFirst(deed: NewDeed): Promise<void>;
  /** The same at most once a minute for each person and deed. */
  recordFirstSometimes(deed: NewDeed): Promise<void>;
  /** After something was done. Never rejects: when the store does not take the line, the log says so. */
  record(deed: NewDeed): Promise<void>;
  /**
   * That `who` may not do `what`, to the order if it was about one, and why. At most once a minute for each person and each
   * `what`, so that nobody can fill the store by pressing a button again and again. Never rejects.
   */
  recordRefusal(refused: {
    who: string;
    what: string;
    order?: Reference | undefined;
    why: string;
  }): Promise<void>;
};

const QUIET_MS = 60_000;

export function createDeedRecorder(deps: {
  audit: Pick<AuditRecord, 'append'>;
  clock: Clock;
  reporter: Pick<Reporter, 'error'>;
}): DeedRecorder {
  const { audit, clock, reporter } = deps;
  /** When each was recorded (ms), of the last minute's deeds. */
  const recordedAt = new Map<string, number>();

  const recordFirst: DeedRecorder['recordFirst'] = (deed) => audit.append([{ ...deed, at: clock.now() }]);

  const record: DeedRecorder['record'] = (deed) =>
    recordFirst(deed).catch((error: unknown) => {
      reporter.error(error, { what: 'an audit event could not be stored', deed: deed.deed, by: deed.who });
    });

  /** True when the same was recorded within the last minute; else it counts as recorded from now on. */
  function isQuiet(key: string): boolean {
    const now = clock.now();
    for (const [known, at] of recordedAt) if (now - at >= QUIET_MS) recordedAt.delete(known);
    if (recordedAt.has(key)) return true;
    recordedAt.set(key, now);
    return false;
  }

  return {
    recordFirst,
    record,
    async recordFirstSometimes(deed) {
      const key = `${deed.who} ${deed.deed}`;
      if (isQuiet(key)) return;
      try {
        await recordFirst(deed);
      } catch (error) {
        recordedAt.delete(key);
        throw error;
      }
    },
    async recordRefusal({ who, what, order, why }) {
      if (isQuiet(`${who} refused ${what} ${order ?? ''}`)) return;
      await record({ who, deed: 'refused', outcome: `${why}: ${what}`, ...(order ? { order } : {}) });
    },
  };
}

import type { InFlight } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { AuditEvent, OtherAuditEventName } from '#orders/audit-line.ts';
import type { Reference } from '#orders/reference.ts';
import { NO_FORM, REFUSALS, wentWrong } from '#slack/text/people.ts';
import { NoTrigger } from '#slack/ui/open-form.ts';
import type { AuditRecord } from '#store/audit.ts';
import type { Permissions, Right } from './permissions.ts';

export type Guard = ReturnType<typeof createGuard>;

export function createGuard(deps: {
  permissions: Permissions;
  recorder: AuditRecorder;
  reporter: Reporter;
  inFlight: InFlight;
}) {
  const { permissions, recorder, reporter, inFlight } = deps;
  async function run(
    requester: {
      readonly userId: string;
      readonly right?: Right | undefined;
      readonly order?: Reference | undefined;
      /** For the log, and after a refusal for the audit record: ids and our own words only. */
      readonly about: Readonly<Record<string, unknown>>;
      readonly reply: (text: string) => Promise<void>;
      readonly whenFailed?: ((incident: string, error: unknown) => string) | undefined;
    },
    work: () => Promise<void>,
  ): Promise<void> {
    const { userId, right, order, about, reply, whenFailed = (incident) => wentWrong(incident) } = requester;
    try {
      const refusal = await permissions.refusalFor(userId, right);
      if (!refusal) return await work();
      // A slow store must not hold up the answer.
      const what = Object.values(about).join(' ');
      const recorded = recorder.recordRefusal({ who: userId, what, order, why: refusal });
      await reply(REFUSALS[refusal]).finally(() => recorded);
    } catch (error) {
      const incident = error instanceof NoTrigger ? undefined : reporter.error(error, about);
      const sentence = incident === undefined ? NO_FORM : whenFailed(incident, error);
      await reply(sentence).catch((err: unknown) =>
        reporter.warn('the error message did not reach the person', { err, ...about, incident }),
      );
    }
  }

  /** Teller's stop waits for the work. Never rejects. */
  return (...task: Parameters<typeof run>) => inFlight.track(run(...task));
}

/** For what may have asked the customer or the provider before it failed. */
export function maybeSent(incident: string): string {
  return wentWrong(incident, 'uncertain');
}

type NewAuditEvent = Omit<AuditEvent<OtherAuditEventName>, 'at'>;
export type AuditRecorder = ReturnType<typeof createAuditRecorder>;

/** Orders get their audit lines with the save (payments/status/order-saves.ts). */
export function createAuditRecorder(deps: {
  audit: Pick<AuditRecord, 'append'>;
  clock: Clock;
  reporter: Reporter;
}) {
  const { audit, clock, reporter } = deps;
  const recordedAt = new Map<string, number>();
  const recordFirst = (event: NewAuditEvent) => audit.append([{ ...event, at: clock.now() }]);
  const record = (event: NewAuditEvent) =>
    recordFirst(event).catch((error: unknown) => {
      reporter.error(error, {
        what: 'an audit event could not be stored',
        event: event.event,
        by: event.who,
      });
    });

  /** False makes the audit event count as recorded from now on. */
  function isQuiet(key: string): boolean {
    const now = clock.now();
    for (const [known, at] of recordedAt) if (now - at >= 60_000) recordedAt.delete(known);
    if (recordedAt.has(key)) return true;
    recordedAt.set(key, now);
    return false;
  }

  return {
    /** Before somebody gets to see or take customers' data. Rejects without the store: no line, no data. */
    recordFirst,
    async recordFirstSometimes(event: NewAuditEvent): Promise<void> {
      const key = `${event.who} ${event.event}`;
      if (isQuiet(key)) return;
      await recordFirst(event).catch((error: unknown) => {
        recordedAt.delete(key);
        throw error;
      });
    },
    /** After something was done. Never rejects. */
    record,
    /** Once a minute at most, so that nobody can fill the store by pressing a button. Never rejects. */
    async recordRefusal(refused: { who: string; what: string; order?: Reference | undefined; why: string }) {
      const { who, what, order, why } = refused;
      if (isQuiet(`${who} refused ${what} ${order ?? ''}`)) return;
      await record({ who, event: 'refused', outcome: `${why}: ${what}`, ...(order ? { order } : {}) });
    },
  };
}

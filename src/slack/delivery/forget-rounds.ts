// Erases customers for as long as the process runs: one process at a time works on what people have begun (tasks/forget.ts),
// and tells each of them by direct message how it ended. bot.ts starts the rounds.
import { type Clock, sleep } from '#lib/clock.ts';
import { type HeldLease, type Leases, TAKE_OVER_MS, withLease } from '#lib/with-lease.ts';
import type { StateReporter } from '#observability/reporter.ts';
import type { Reference } from '#orders/reference.ts';
import type { ForgetJob, ForgetJobs } from '#payments/finding/forget-jobs.ts';
import type { Forget } from '#payments/status/forget.ts';
import { forgottenMessage } from '#slack/cards/forgotten.ts';
import type { Outbound } from './outbound.ts';
import { isFinal } from './post-failure.ts';

/** The longest pause after rounds that failed, in rounds. */
const MAX_PAUSE = 30;
/** So many orders are erased between two notes of how far it has come. */
const AT_ONCE = 20;
/** In the metadata of the message, in the place of an order's reference. */
const FORGET = 'forget';

export function createForgetRounds(deps: {
  jobs: ForgetJobs;
  forget: Forget['forget'];
  /** Posts only while `confirm` resolves. */
  outboundFor: (confirm: HeldLease['confirm']) => Pick<Outbound, 'findOwn' | 'postToPerson'>;
  leases: Leases;
  clock: Clock;
  reporter: StateReporter;
}) {
  const { jobs, forget, outboundFor, leases, clock, reporter } = deps;
  let pause = new AbortController();

  /** What fails stays in the job, and is added to `failures`. One that was erased for this job before a crash counts as well. */
  async function eraseSome(
    job: ForgetJob,
    some: readonly Reference[],
    { confirm }: HeldLease,
    failures: unknown[],
  ): Promise<ForgetJob> {
    let { erased } = job;
    const kept = [...job.kept];
    const left = new Set(job.left);
    for (const reference of some) {
      try {
        const result = await forget(reference, job.by);
        left.delete(reference);
        if (result.status === 'kept') kept.push({ reference, ...result.kept });
        const isOurs = result.status === 'already' && (result.order.erasedAt ?? 0) >= job.at;
        if (result.status === 'erased' || isOurs) erased += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    const next = { ...job, erased, kept, left: [...left] };
    await confirm();
    await jobs.save(next);
    return next;
  }

  async function tell(job: ForgetJob, { confirm }: HeldLease): Promise<void> {
    const outbound = outboundFor(confirm);
    const { id, by, at, isTelling } = job;
    if (isTelling) {
      const found = await outbound.findOwn({ userId: by, sinceMs: at }, FORGET);
      if (found.status === 'found' && found.messages.has(id)) return jobs.end(job);
      if (found.status !== 'found' && !isFinal(found, clock.now() - at))
        throw new Error('Slack does not say which messages it has');
    }
    await confirm();
    await jobs.save({ ...job, isTelling: true });
    const posted = await outbound.postToPerson(by, {
      ...forgottenMessage(job),
      metadata: { reference: FORGET, news: id },
    });
    // Somebody who has left the workspace takes no messages.
    if (posted.status !== 'posted' && !isFinal(posted, clock.now() - at))
      throw new Error('Slack does not take the message');
    await jobs.end(job);
  }

  async function work(begun: ForgetJob, held: HeldLease, signal: AbortSignal): Promise<void> {
    let job = begun;
    const failures: unknown[] = [];
    for (let from = 0; from < begun.left.length && !signal.aborted; from += AT_ONCE)
      job = await eraseSome(job, begun.left.slice(from, from + AT_ONCE), held, failures);
    if (failures.length > 0) throw failures[0];
    if (job.left.length === 0) await tell(job, held);
  }

  /** What fails does not hold up what others have begun. Rejects with the first failure. */
  async function round(signal: AbortSignal): Promise<void> {
    const options = { waitMs: 0, pollMs: TAKE_OVER_MS, clock, onBusy: () => undefined };
    await withLease(leases, 'forgetting', options, async (held) => {
      const failures: unknown[] = [];
      for (const job of await jobs.all())
        await work(job, held, signal).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    });
  }

  return {
    /** Something was begun. Returns at once. */
    forgetBegun(): void {
      pause.abort();
      pause = new AbortController();
    },
    /** Until `signal` aborts; never rejects. While the store or Slack is down it is tried again. */
    async runForgetting(signal: AbortSignal): Promise<void> {
      let failures = 0;
      while (!signal.aborted) {
        const ended = AbortSignal.any([signal, pause.signal]);
        try {
          if ((await jobs.all()).length > 0) await round(signal);
          if (failures > 0) reporter.working('forgetting', 'Erasing customer data again');
          failures = 0;
        } catch (error) {
          failures += 1;
          reporter.failing('forgetting', 'Erasing customer data failed; trying again', error);
        }
        // Another process may begin something, or die.
        await sleep(clock, TAKE_OVER_MS * Math.min(1 + failures, MAX_PAUSE), ended);
      }
    },
  };
}

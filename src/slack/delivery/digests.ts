// Posts the digests of channels when they are due, each once: also after a restart, with several replicas, and when clocks are
// set back. The attempt is written down before the post, and what may have been posted is looked for before it is posted again.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { dayOf } from '#lib/time.ts';
import { type HeldLease, LEASE_MS, type Leases, TAKE_OVER_MS, withLease } from '#lib/with-lease.ts';
import { lastDue, nextDue } from '#payments/reports/digest-schedule.ts';
import { backoff } from '#queue/worker.ts';
import type { WhoReads } from '#slack/access/who-reads.ts';
import type { MessageContent } from '#slack/cards/message.ts';
import type { KeyValueStore } from '#store/store.ts';
import type { DigestChannel, DigestChannels } from './channel-settings.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import type { Outbound, Posted } from './outbound.ts';
import {
  errorIn,
  isChannelGone,
  isFinal,
  type PostFailure,
  readersUnknown,
  stillUnknown,
} from './post-failure.ts';
import type { SwitchOffs } from './switch-off.ts';

/** The longest time between two rounds: digests may have been set by another replica. */
export const ROUND_MS = 10_000;
/** After so long the money that was learned of before a digest was due is in the books; the clocks of replicas differ too. */
const SETTLED_AFTER_MS = 3_000;
/** A digest that was begun is tried for so long, even into the next day. */
const TRIED_FOR_MS = 60 * 60_000;
/** More than a clock that is set back makes due again. */
const MAX_TOLD = 32;

/** What was told in a channel. `told`: the moments at which its last digests were due. */
type History = { readonly told: readonly number[]; readonly begun?: Attempt };
/** `at`: when the digest was first tried. `run`: who makes it. `nextAt`: not tried again before. */
type Attempt = {
  readonly due: number;
  readonly at: number;
  readonly run: string;
  readonly tries: number;
  readonly nextAt: number;
};

/** Another process has taken over the attempt of this one, which stood still. */
class AttemptLost extends Error {
  override readonly name = 'AttemptLost';
}

/** `outboundFor`: posts only while `confirm` resolves. `contentOf` makes the message of the digest that was due at `due`. */
export function createDigestDelivery(deps: {
  outboundFor: (confirm: () => Promise<void>) => Outbound;
  digestChannels: Pick<DigestChannels, 'list'>;
  contentOf: (digest: DigestChannel, due: number) => Promise<MessageContent>;
  whoReads: WhoReads;
  switchOff: SwitchOffs<DigestChannel>;
  histories: KeyValueStore;
  leases: Leases;
  clock: Clock;
  timeZone: string;
  report: ReportDelivery;
}) {
  const { outboundFor, digestChannels, contentOf, whoReads, switchOff } = deps;
  const { histories, leases, clock, timeZone, report } = deps;

  /** By channel: what was due last and needs nothing more, so that the store need not be asked each round. */
  const done = new Map<string, number>();

  async function historyOf(channel: string): Promise<History> {
    return (await histories.get<History>(channel)) ?? { told: [] };
  }

  /** Resolves to how long (ms) to wait before the next try; 0 when there is nothing more to do for `due`. */
  async function take(digest: DigestChannel, due: number, held: HeldLease): Promise<number> {
    const { channel } = digest;
    const { told, begun } = await historyOf(channel);
    const before = begun?.due === due ? begun : undefined;
    const now = clock.now();
    if (told.includes(due)) return 0;
    if (isTooLate(due, before, now)) {
      if (before) report('digest', 'undeliverable', { reference: channel });
      return 0;
    }
    const waitMs = before ? before.nextAt - now : 0;
    // A longer wait than any pause means that the clock was set back.
    if (waitMs > 0 && waitMs <= backoff(Number.POSITIVE_INFINITY)) return waitMs;
    const tries = (before?.tries ?? 0) + 1;
    const attempt = { due, at: before?.at ?? now, run: randomUUID(), tries, nextAt: now + backoff(tries) };
    await held.confirm();
    await histories.set(channel, { told, begun: attempt } satisfies History);
    const failure = await deliver(digest, attempt);
    if (failure) return failure.status === 'rate_limited' ? failure.retryAfterMs : backoff(tries);
    await held.confirm();
    await histories.set(channel, { told: [...told, due].slice(-MAX_TOLD) } satisfies History);
    return 0;
  }

  /** A missed digest is told late the same day, else not at all. */
  function isTooLate(due: number, begun: Attempt | undefined, now: number): boolean {
    const isSameDay = dayOf(due, timeZone) === dayOf(now, timeZone);
    return !isSameDay && (begun === undefined || now - due > TRIED_FOR_MS);
  }

  /** Undefined when the digest needs no other try: it is posted, or cannot be. */
  async function deliver(digest: DigestChannel, attempt: Attempt): Promise<PostFailure | undefined> {
    const { channel } = digest;
    const outbound = outboundFor(() => confirm(channel, attempt));
    const news = `digest-${attempt.due}`;
    if (attempt.tries > 1) {
      // An earlier try may have posted it, and the clock may have been set back since.
      const sinceMs = Math.min(attempt.at, clock.now()) - TRIED_FOR_MS;
      const found = await outbound.findOwn({ channel, sinceMs }, channel);
      if (found.status === 'found' && found.messages.has(news)) return undefined;
      if (found.status !== 'found') return afterFailure(digest, stillUnknown(found), found);
    }
    const readers = await whoReads(channel, digest.by);
    if (readers === 'shared' || readers === 'barred') return switchOff[readers](digest);
    if (readers === 'unknown') {
      const unread = readersUnknown();
      return afterFailure(digest, unread, unread);
    }
    const content = await contentOf(digest, attempt.due);
    const posted = await post(outbound, { channel, ...content, metadata: { reference: channel, news } });
    if (posted.status !== 'posted') return afterFailure(digest, posted, posted);
    report('digest', 'posted', { reference: channel });
    return undefined;
  }

  async function post(outbound: Outbound, message: Parameters<Outbound['post']>[0]): Promise<Posted> {
    try {
      return await outbound.post(message);
    } catch (error) {
      if (error instanceof AttemptLost) return { status: 'unknown', error };
      throw error;
    }
  }

  /** `failure` is what is tried again, `cause` what Slack said. Everything is given up when it is too late (isTooLate). */
  async function afterFailure(
    digest: DigestChannel,
    failure: PostFailure,
    cause: PostFailure,
  ): Promise<PostFailure | undefined> {
    const { channel } = digest;
    const isOver = isFinal(cause, 0);
    const outcome = isOver ? 'undeliverable' : retriedOutcome(cause);
    report('digest', outcome, { reference: channel }, errorIn(cause));
    if (isChannelGone(cause)) return switchOff.gone(digest);
    return isOver ? undefined : failure;
  }

  /** Rejects when another process makes it by now, or when this one stood still and may have lost it since. */
  async function confirm(channel: string, { run }: Attempt): Promise<void> {
    const askedAt = clock.now();
    const { begun } = await historyOf(channel);
    if (begun?.run !== run || clock.now() - askedAt > LEASE_MS / 2)
      throw new AttemptLost(`another process posts the digest of ${channel}`);
  }

  /** Resolves to how long (ms) nothing is to be done for this channel. */
  async function tell(digest: DigestChannel): Promise<number> {
    const { channel, schedule, since } = digest;
    const now = clock.now() - SETTLED_AFTER_MS;
    const due = lastDue(schedule, now, timeZone);
    if (due > since && done.get(channel) !== due) {
      const options = { waitMs: 0, pollMs: TAKE_OVER_MS, clock, onBusy: () => TAKE_OVER_MS };
      const waitMs = await withLease(leases, `digest ${channel}`, options, (held) => take(digest, due, held));
      if (waitMs > 0) return waitMs;
      done.set(channel, due);
    }
    return nextDue(schedule, now, timeZone) - now;
  }

  return {
    /**
     * Posts every digest that is due, and resolves to the time (ms) until the next round. A channel that fails does not delay
     * the others. Rejects when the store is down, and with what `contentOf` rejects.
     */
    async tellDue(): Promise<number> {
      const digests = await digestChannels.list();
      const results = await Promise.allSettled(digests.map(tell));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      const waits = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      return Math.min(ROUND_MS, ...waits);
    },
  };
}

// Posts what somebody shares with a channel, once within a minute: whoever presses again, or at the same time, gets a link to
// it. For reports (report.ts) and answers (share-answer.ts).
import type { Clock } from '#lib/clock.ts';
import { type HeldLease, type Leases, withLease } from '#lib/with-lease.ts';
import type { Posted } from '#slack/delivery/outbound.ts';
import type { KeyValueStore, Store } from '#store/store.ts';

/** Later it is posted anew, because more may be known by then. */
const KEPT_MS = 60_000;

/** Whoever comes second waits while the first is collected and posted. */
const LEASE = { waitMs: 20_000, pollMs: 100 };

type PostedMessage = Extract<Posted, { status: 'posted' }>;

/** `already_posted`: by another press; it is that message. `busy`: another press has been at it for long. */
type PostedOnce =
  | Posted
  | (Omit<PostedMessage, 'status'> & { readonly status: 'already_posted' })
  | { readonly status: 'busy' };

/**
 * `what` names the message among those of its channel. `post` has its lease confirmed right before it posts, and begins anew when
 * another press may have posted meanwhile. What it resolves to in place of a post is passed on. Rejects when the store is down and
 * when `post` rejects.
 */
export type PostOnce = <Instead extends { readonly status: 'not_posted' } = never>(
  channel: string,
  what: string,
  post: (held: HeldLease) => Promise<Posted | Instead>,
) => Promise<PostedOnce | Instead>;

export function createPostOnce(deps: {
  leases: Leases;
  /** What was posted, by a digest of the channel and what it is. */
  keyValues: KeyValueStore;
  digest: Store['digest'];
  clock: Clock;
}): PostOnce {
  const { leases, keyValues, digest, clock } = deps;
  return async <Instead extends { readonly status: 'not_posted' }>(
    channel: string,
    what: string,
    post: (held: HeldLease) => Promise<Posted | Instead>,
  ) => {
    // What is looked up may be somebody's phone number, and other systems may use one as a reference.
    const key = await digest(`shared in ${channel} ${what}`);
    const options = { ...LEASE, clock, onBusy: (): PostedOnce | Instead => ({ status: 'busy' }) };
    return withLease(leases, `share:${key}`, options, async (held): Promise<PostedOnce | Instead> => {
      const ts = await keyValues.get<string>(key);
      if (ts !== undefined) return { status: 'already_posted', channel, ts };
      const posted = await post(held);
      if (posted.status === 'posted') await keyValues.set(key, posted.ts, KEPT_MS);
      return posted;
    });
  };
}

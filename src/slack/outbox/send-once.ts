import { type HeldLease, withLease } from '#lib/with-lease.ts';
import { errorIn, isFinal, type PostFailure } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import { type Destination, type Draft, type Found, type Posted, postTo, retriedOutcome } from './outbound.ts';

/** `isDone`: no other try is needed, or sensible. `isNew`: posted by this try, not found. */
export type Sent =
  | (Extract<Posted, { status: 'posted' }> & { readonly isDone: true; readonly isNew: boolean })
  | { readonly status: 'dropped'; readonly isDone: true }
  | (PostFailure & { readonly isDone: boolean });

/**
 * Posts a message, unless an earlier attempt has. `since`: when (ms) it was first to be posted; `triedSince`: when in this place.
 * `found`: the search, where several messages share one. `content`: undefined when nothing is to be posted any more.
 */
export async function sendOnce(
  { outbound, clock }: SlackContext,
  message: {
    to: Destination;
    metadata: Draft['metadata'];
    attempt: number;
    since: number;
    triedSince?: number;
    found?: Found | undefined;
    content: () => Promise<Omit<Draft, 'metadata'> | undefined>;
  },
): Promise<Sent> {
  const { to, metadata, attempt, since, triedSince = since } = message;
  const isOver = (failure: PostFailure) => isFinal(failure, clock.now() - triedSince);
  let { found } = message;
  if (attempt > 1) found ??= await outbound.findOwn({ ...to, sinceMs: since }, metadata.reference);
  if (found?.status === 'found') {
    const ts = found.messages.get(metadata.news);
    if (ts) return { status: 'posted', channel: found.channel, ts, isNew: false, isDone: true };
  } else if (found && !('userId' in to && isOver(found))) {
    // A place that can never be searched gets no second message. A person does, who might have got none.
    return { ...found, isDone: isOver(found) };
  }
  const content = await message.content();
  if (!content) return { status: 'dropped', isDone: true };
  const posted = await postTo(outbound, to, { ...content, metadata });
  if (posted.status === 'posted') return { ...posted, isNew: true, isDone: true };
  return { ...posted, isDone: isOver(posted) };
}

/** `cause`: why the message was sent to a person in place of a channel. */
export function reportSent(
  { report }: SlackContext,
  kind: string,
  about: { readonly reference: string; readonly at?: number },
  sent: Sent,
  cause?: PostFailure,
): void {
  if (sent.status === 'dropped' || (sent.status === 'posted' && !sent.isNew)) return;
  if (sent.status === 'posted') report(kind, cause ? 'direct' : 'posted', about, cause && errorIn(cause));
  else report(kind, sent.isDone ? 'undeliverable' : retriedOutcome(sent), about, errorIn(cause ?? sent));
}

/** `already_posted`: by another press. `busy`: another press has been at it for long. */
type PostedOnce =
  | Posted
  | { readonly status: 'already_posted'; readonly channel: string; readonly ts: string }
  | { readonly status: 'busy' };

/** Once within a minute, however many press. `post` confirms its lease right before it posts. */
export async function postOnce<Instead extends { readonly status: 'not_posted' } = never>(
  { store, clock }: SlackContext,
  channel: string,
  what: string,
  post: (held: HeldLease) => Promise<Posted | Instead>,
): Promise<PostedOnce | Instead> {
  // What is looked up may be somebody's phone number, and other systems may use one as a reference.
  const key = await store.digest(`shared in ${channel} ${what}`);
  const shared = store.keyValues('shared');
  const onBusy = (): PostedOnce | Instead => ({ status: 'busy' });
  const options = { waitMs: 20_000, pollMs: 100, clock, onBusy };
  return withLease(store.leases, `share:${key}`, options, async (held): Promise<PostedOnce | Instead> => {
    const ts = await shared.get<string>(key);
    if (ts !== undefined) return { status: 'already_posted', channel, ts };
    const posted = await post(held);
    if (posted.status === 'posted') await shared.set(key, posted.ts, 60_000);
    return posted;
  });
}

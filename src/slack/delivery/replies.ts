// Answers to a person where no response_url leads: in a thread, seen by that person alone, or as a direct message.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { contentOf, type MessageContent, type Reply } from '#slack/cards/message.ts';
import type { Outbound } from './outbound.ts';
import { errorIn, type PostFailure } from './post-failure.ts';

/** A channel, and the root message of a thread in it. */
export type Place = { readonly channel: string; readonly threadTs?: string | undefined };

export type Replies = ReturnType<typeof createReplies>;

/** Answers belong to no order, so their metadata names this in place of a reference. */
export const ANSWER = 'answer';

export function createReplies({ outbound, clock }: { outbound: Outbound; clock: Clock }) {
  /** `news` names the answer: when Slack's word about it is lost, it is posted once more unless it is there. */
  async function post(
    where: Place | { readonly userId: string },
    content: MessageContent,
    news: string,
  ): Promise<PostFailure | undefined> {
    const message = { ...content, metadata: { reference: ANSWER, news } };
    const tryOnce = () =>
      'userId' in where
        ? outbound.postToPerson(where.userId, message)
        : outbound.post({ ...where, ...message });
    const sinceMs = clock.now();
    let posted = await tryOnce();
    if (posted.status === 'unknown') {
      const found = await outbound.findOwn({ ...where, sinceMs }, ANSWER);
      if (found.status === 'found' && found.messages.has(news)) return undefined;
      posted = await tryOnce();
    }
    return posted.status === 'posted' ? undefined : posted;
  }

  async function answer(where: Parameters<typeof post>[0], content: MessageContent, news: string) {
    const failure = await post(where, content, news);
    if (failure)
      throw new Error('an answer could not be posted in a direct message', { cause: errorIn(failure) });
  }

  return {
    /** A direct message. */
    directly:
      (userId: string): Reply =>
      (content) =>
        answer({ userId }, contentOf(content), randomUUID()),
    /** A message in the channel or thread that only this person sees. */
    ephemerally:
      (place: Place, userId: string): Reply =>
      (content) =>
        outbound.postEphemeral(userId, { ...place, ...contentOf(content) }),
    /** A message in a direct message, or in its thread. `answers`: the id of the event that is answered. */
    inDirectMessage:
      (place: Place, answers: string): Reply =>
      (content) =>
        answer(place, contentOf(content), answers),
    /** Posts in the thread for everybody; false when Slack did not take it. `answers`: the id of the event that is answered. */
    inThread: async (place: Place, content: MessageContent, answers: string): Promise<boolean> =>
      (await post(place, content, answers)) === undefined,
  };
}

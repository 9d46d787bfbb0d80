// Answers to a person where no response_url leads: in a thread, seen by that person alone, or as a direct message.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { contentOf, type MessageContent, type Reply } from '#slack/cards/message.ts';
import type { Message, Outbound, Place, Posted } from './outbound.ts';
import { errorIn } from './post-failure.ts';

export type Replies = ReturnType<typeof createReplies>;

/** Answers belong to no order, so their metadata names this in place of a reference. */
export const ANSWER = 'answer';

export function createReplies(deps: { outbound: Outbound; clock: Clock }) {
  /** `news` names the answer. One that is not there after a lost word of Slack is posted once more. */
  async function answer(
    where: Place | { readonly userId: string },
    content: MessageContent,
    news: string,
  ): Promise<void> {
    const message = { ...content, metadata: { reference: ANSWER, news } };
    let posted = await postOrFind(deps, where, message);
    if (posted.status === 'unknown') posted = await postOrFind(deps, where, message);
    if (posted.status !== 'posted')
      throw new Error('an answer could not be posted in a direct message', { cause: errorIn(posted) });
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
        deps.outbound.postEphemeral(userId, { ...place, ...contentOf(content) }),
    /**
     * A message in a direct message, or in its thread. `answers`: the id of the event that is answered. Each further message of
     * the answer has a name of its own, so that one which is lost is not taken for the one before.
     */
    inDirectMessage(place: Place, answers: string): Reply {
      let count = 0;
      return (content) => {
        count += 1;
        return answer(place, contentOf(content), count === 1 ? answers : `${answers}-${count}`);
      };
    },
    /** Posts in the thread for everybody; false when Slack did not take it. `answers`: the id of the event that is answered. */
    async inThread(place: Place, content: MessageContent, answers: string): Promise<boolean> {
      const message = { ...content, metadata: { reference: ANSWER, news: answers } };
      return (await postOrFind(deps, place, message)).status === 'posted';
    },
  };
}

/** `where`: with a person's id the direct message with them. Rejects only with what `outbound` rejects. */
export async function postOrFind(
  {
    outbound,
    clock,
  }: { outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn'>; clock: Pick<Clock, 'now'> },
  where: Place | { readonly userId: string },
  message: Omit<Message, 'channel' | 'threadTs'>,
): Promise<Posted> {
  const { reference, news } = message.metadata;
  const sinceMs = clock.now();
  const posted =
    'userId' in where
      ? await outbound.postToPerson(where.userId, message)
      : await outbound.post({ ...where, ...message });
  if (posted.status !== 'unknown') return posted;
  const found = await outbound.findOwn({ ...where, sinceMs }, reference);
  const ts = found.status === 'found' && found.messages.get(news);
  return ts ? { status: 'posted', channel: found.channel, ts } : posted;
}

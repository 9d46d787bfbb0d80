// Answers to a person where no response_url leads: in a thread, seen by that person alone, or as a direct message.
import type { Clock } from '#lib/clock.ts';
import { contentOf, type MessageContent, type Reply } from '#slack/cards/message.ts';
import type { Outbound } from './outbound.ts';
import { errorIn } from './post-failure.ts';

/** A channel, and the root message of a thread in it. */
export type Place = { readonly channel: string; readonly threadTs?: string | undefined };

export type Replies = ReturnType<typeof createReplies>;

/** Answers belong to no order, so their metadata names this in place of a reference. */
export const ANSWER = 'answer';

export function createReplies({ outbound, clock }: { outbound: Outbound; clock: Clock }) {
  return {
    /** A direct message. */
    directly:
      (userId: string): Reply =>
      async (content) => {
        const metadata = { reference: ANSWER, news: `direct-${clock.now()}` };
        const posted = await outbound.postToPerson(userId, { ...contentOf(content), metadata });
        if (posted.status !== 'posted')
          throw new Error('a direct message could not be posted', { cause: errorIn(posted) });
      },
    /** A message in the channel or thread that only this person sees. */
    ephemerally:
      (place: Place, userId: string): Reply =>
      (content) =>
        outbound.postEphemeral(userId, { ...place, ...contentOf(content) }),
    /** A message in a direct message, or in its thread. `answers`: the id of the event that is answered. */
    inDirectMessage:
      (place: Place, answers: string): Reply =>
      async (content) => {
        const metadata = { reference: ANSWER, news: answers };
        const posted = await outbound.post({ ...place, ...contentOf(content), metadata });
        if (posted.status !== 'posted')
          throw new Error('an answer could not be posted in a direct message', { cause: errorIn(posted) });
      },
    /** Posts in the thread for everybody; false when Slack did not take it. `answers`: the id of the event that is answered. */
    async inThread(place: Place, content: MessageContent, answers: string): Promise<boolean> {
      const metadata = { reference: ANSWER, news: answers };
      const posted = await outbound.post({ ...place, ...content, metadata });
      return posted.status === 'posted';
    },
  };
}

// *Post to channel* of an answer about one payment: asked from the payment service anew, and posted for everybody.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/clock.ts';
import { parseStoredReference } from '#orders/reference.ts';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { type MessageContent, messageWithLink, plainMessage } from '#slack/cards/message.ts';
import type { BotIdentity } from '#slack/connect/identity.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { errorIn, isChannelGone } from '#slack/delivery/post-failure.ts';
import { postOrFind } from '#slack/delivery/replies.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import type { Found } from './found.ts';
import type { PostOnce } from './post-once.ts';

/** Answers belong to no order's thread, so their metadata names this in place of a reference. */
const ANSWER = 'shared answer';

/**
 * Resolves to the answer for who pressed; undefined when it is posted. What is no payment is not posted: one that was made elsewhere
 * is not known while the service cannot be asked. `value`: the button's, a reference or tracking id. `respond` posts where Teller is
 * not: there Slack does not say where the message is, so there is no link to it. Whoever calls has checked that the person may act.
 * Rejects when the store is down or Slack does not take the message.
 */
export function createShareAnswer(deps: {
  findExactly(value: string, how: { canShare: boolean; sharer: string }): Promise<Found>;
  postOnce: PostOnce;
  outbound: Pick<Outbound, 'post' | 'postToPerson' | 'findOwn'>;
  clock: Clock;
  channelAccess: Pick<ChannelAccess, 'isShared'>;
  identity: Pick<BotIdentity, 'urlOf'>;
  recorder: Pick<DeedRecorder, 'record'>;
}) {
  const { findExactly, postOnce, channelAccess, identity, recorder } = deps;
  return async (
    value: string,
    person: {
      userId: string;
      channel: string | undefined;
      respond(answer: MessageContent): Promise<unknown>;
    },
  ): Promise<MessageContent | undefined> => {
    const { userId, channel, respond } = person;
    if (channel === undefined || (await channelAccess.isShared(channel)))
      return plainMessage(FIND_TEXT.notPosted);
    const posted = await postOnce(channel, `answer ${value}`, async ({ confirm }) => {
      const { status, answer } = await findExactly(value, { canShare: false, sharer: userId });
      if (status !== 'one') return { status: 'not_posted', answer } as const;
      await confirm();
      const metadata = { reference: ANSWER, news: randomUUID() };
      const result = await postOrFind(deps, { channel }, { ...answer, metadata });
      if (result.status === 'posted' || !isChannelGone(result)) return result;
      await respond(answer);
      return { status: 'posted', channel, ts: '' };
    });
    switch (posted.status) {
      case 'posted': {
        const order = parseStoredReference(value);
        const deed = { who: userId, deed: 'posted_payment', outcome: channel } as const;
        await recorder.record(order ? { ...deed, order } : deed);
        return undefined;
      }
      case 'not_posted':
        return posted.answer;
      case 'already_posted':
        return messageWithLink(
          FIND_TEXT.alreadyPosted,
          FIND_TEXT.openPosted,
          posted.ts ? await identity.urlOf(posted.channel, posted.ts) : undefined,
        );
      case 'busy':
        return plainMessage(FIND_TEXT.beingPosted);
      default:
        throw new Error('an answer could not be posted in a channel', { cause: errorIn(posted) });
    }
  };
}

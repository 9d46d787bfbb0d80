// Takes an erased customer out of the messages that Teller has posted about the order: replies and answers in its thread, alerts
// in other channels, direct messages. Its card is redrawn like any other (order-card.ts).
import type { Clock } from '#lib/clock.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { mrkdwnMessage } from '#slack/cards/message.ts';
import { ERASED_MESSAGE, erasedReply } from '#slack/text/erased.ts';
import type { Message, MessageMetadata, Outbound } from './outbound.ts';
import { isFinal, type PostFailure } from './post-failure.ts';
import { ANSWER } from './replies.ts';

/** Resolves to why it must be tried again. Rejects with what `outbound` rejects. */
export type EraseMessages = (
  order: Order,
  card: CardLocation | undefined,
) => Promise<PostFailure | undefined>;

export function createEraseMessages({
  outbound,
  countEdit,
  clock,
}: {
  outbound: Pick<Outbound, 'findOwn' | 'update'>;
  /** Called for each edit, of which Slack takes only so many a minute. */
  countEdit: () => void;
  clock: Clock;
}): EraseMessages {
  /** Somebody may have deleted the messages, or closed the channel: then there is nothing to edit. */
  const isNowhere = (failure: PostFailure, { erasedAt = 0 }: Order) =>
    isFinal(failure, clock.now() - erasedAt);

  async function edit(
    order: Order,
    { channel, ts, threadTs }: Pick<Message, 'channel' | 'threadTs'> & { readonly ts: string },
    sentence: string,
    metadata: MessageMetadata,
  ): Promise<PostFailure | undefined> {
    countEdit();
    const edited = await outbound.update(ts, { channel, threadTs, ...mrkdwnMessage(sentence), metadata });
    return edited.status === 'posted' || isNowhere(edited, order) ? undefined : edited;
  }

  async function editInThread(
    order: Order,
    card: CardLocation,
    about: string,
    sentenceFor: (news: string) => string,
  ): Promise<PostFailure | undefined> {
    const { channel, ts: threadTs } = card;
    const found = await outbound.findOwn({ channel, threadTs }, about);
    if (found.status !== 'found') return isNowhere(found, order) ? undefined : found;
    for (const [news, ts] of found.messages) {
      // The card itself.
      if (ts === threadTs) continue;
      const failure = await edit(order, { channel, ts, threadTs }, sentenceFor(news), {
        reference: about,
        news,
      });
      if (failure) return failure;
    }
    return undefined;
  }

  return async (order, card) => {
    const { reference, chargeOf, copies = [] } = order;
    for (const { channel, ts } of copies) {
      const failure = await edit(order, { channel, ts }, ERASED_MESSAGE, { reference, news: 'erased' });
      if (failure) return failure;
    }
    if (!card) return undefined;
    const failure = await editInThread(order, card, reference, erasedReply);
    // In the thread of a charge the answers are about the order that it belongs to.
    if (failure || chargeOf) return failure;
    return editInThread(order, card, ANSWER, () => ERASED_MESSAGE);
  };
}

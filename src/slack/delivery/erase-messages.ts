// Takes an erased customer out of the messages that Teller has posted about the order: replies and answers in its thread, alerts
// in other channels, direct messages. Its card is redrawn like any other (order-card.ts).
import type { Clock } from '#lib/clock.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { mrkdwnMessage } from '#slack/cards/message.ts';
import type { Message, MessageMetadata, Outbound } from './outbound.ts';
import { isFinal, type PostFailure } from './post-failure.ts';
import type { Copies } from './posted-copies.ts';
import { ANSWER } from './replies.ts';

/**
 * `failure`: why it must be tried again. `edited`: the order's copies that the next try leaves out. Slack takes only so many edits a
 * minute, so a try that began with the first message again would never come to the last. Rejects with what `outbound` rejects.
 */
export type EraseMessages = (
  order: Order,
  card: CardLocation | undefined,
) => Promise<{ readonly edited: Copies; readonly failure?: PostFailure | undefined }>;

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
    const { channel, ts: cardTs, threadTs = cardTs } = card;
    const found = await outbound.findOwn({ channel, threadTs }, about);
    if (found.status !== 'found') return isNowhere(found, order) ? undefined : found;
    for (const [news, ts] of found.messages) {
      const sentence = sentenceFor(news);
      // The card itself, and what an earlier try has edited.
      if (ts === cardTs || found.texts.get(ts) === sentence) continue;
      const failure = await edit(order, { channel, ts, threadTs }, sentence, { reference: about, news });
      if (failure) return failure;
    }
    return undefined;
  }

  async function editThread(order: Order, card: CardLocation): Promise<PostFailure | undefined> {
    const failure = await editInThread(order, card, order.reference, erasedReply);
    // In the thread of a charge the answers are about the order that it belongs to.
    if (failure || order.chargeOf) return failure;
    return editInThread(order, card, ANSWER, () => ERASED_MESSAGE);
  }

  return async (order, card) => {
    const { reference, copies = [] } = order;
    for (const [index, copy] of copies.entries()) {
      // In the thread it is edited with the other replies.
      if (copy.threadTs) continue;
      const failure = await edit(order, copy, ERASED_MESSAGE, { reference, news: 'erased' });
      if (failure) return { edited: copies.slice(0, index), failure };
    }
    return { edited: copies, failure: card && (await editThread(order, card)) };
  };
}

/** By what the id of a reply begins with (orders/announcement.ts). Other replies need no headline. */
const HEADLINES: Readonly<Record<string, string>> = {
  paid: 'Paid.',
  money_directly: 'Paid.',
  review: 'Paid, but not as requested.',
  reversed: 'Refunded.',
  failed: 'Not paid.',
  not_sent: 'Not sent.',
  cancelled: 'Cancelled.',
  cancel_refused: 'Not cancelled.',
  accepted_as_paid: 'Accepted as paid.',
  rest_paid: 'The remaining amount is paid.',
  rest_gone_back: 'The remaining amount was refunded.',
  paid_twice: 'Duplicate payment.',
};

/** In the place of a reply in an order's thread. `news`: the id of its announcement. */
export function erasedReply(news: string): string {
  const [kind = ''] = news.split('-');
  const headline = Object.hasOwn(HEADLINES, kind) ? `${HEADLINES[kind]} ` : '';
  return `${headline}The rest of this message was erased with the customer’s data. The card shows the amounts.`;
}

/** In the place of a message elsewhere, and of an answer to somebody who looked it up. */
const ERASED_MESSAGE = 'This message was erased with the customer’s data.';

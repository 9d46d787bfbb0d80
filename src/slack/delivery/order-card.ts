// Puts an order's card where people see it, once, and edits it when it should look different.
import type { CardLocation, Order } from '#orders/order.ts';
import type { OrderUpdates } from '#payments/status/order-updates.ts';
import { contentHashOf, orderCard } from '#slack/cards/order-card.ts';
import { type Message, type Outbound, postFailureOf, SLACK_CLOCK_MS } from './outbound.ts';
import { isFinal, type PostFailure } from './post-failure.ts';
import type { ThreadIndex } from './thread-index.ts';

export type OrderCards = {
  /** Posts the card of an order that has none, and remembers where. */
  post(order: Order): Promise<CardLocation | PostFailure>;
  /** The same, for when an earlier post may have got through: looks before it posts. */
  findOrPost(order: Order): Promise<CardLocation | PostFailure>;
  /** Edits the card; undefined when it already looks as it should. `contentHash` is its new mark, for the caller to keep. */
  refresh(
    order: Order,
    card: CardLocation,
  ): Promise<{ done: true; contentHash: string } | { done: false; problem: PostFailure } | undefined>;
};

const CARD = 'card';

export function createOrderCards(deps: {
  updates: Pick<OrderUpdates, 'updateOrder'>;
  outbound: Outbound;
  threads: Pick<ThreadIndex, 'remember'>;
}): OrderCards {
  const { updates, outbound, threads } = deps;

  async function post(order: Order): Promise<CardLocation | PostFailure> {
    const posted = await outbound.post({ ...cardMessage(order, order.channel), isAwaited: true });
    return posted.done ? keep(order, posted.ts, contentHashOf(orderCard(order))) : posted;
  }

  async function keep(order: Order, ts: string, contentHash: string): Promise<CardLocation> {
    const card = { channel: order.channel, ts, contentHash };
    await threads.remember(card.channel, card.ts, order.reference);
    const kept = await updates.updateOrder(order.reference, (newest) =>
      newest.card ? undefined : { ...newest, card },
    );
    return kept.card ?? card;
  }

  return {
    post,
    async findOrPost(order) {
      const since = { channel: order.channel, sinceMs: order.createdAt - SLACK_CLOCK_MS };
      let ts: string | undefined;
      try {
        ts = (await outbound.findOwn(since, order.reference)).get(CARD);
      } catch (error) {
        // Not knowing is no reason to post a second card.
        return postFailureOf(error);
      }
      return ts ? keep(order, ts, '') : post(order);
    },
    async refresh(order, card) {
      const contentHash = contentHashOf(orderCard(order));
      if (contentHash === card.contentHash) return undefined;
      const updated = await outbound.update(card.ts, cardMessage(order, card.channel));
      // A card that somebody deleted needs no edit; the thread had the news.
      if (updated.done || isFinal(updated)) return { done: true, contentHash };
      return { done: false, problem: updated };
    },
  };
}

function cardMessage(order: Order, channel: string): Message {
  return { channel, ...orderCard(order), metadata: { reference: order.reference, news: CARD } };
}

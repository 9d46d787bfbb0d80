// Puts an order's card where people see it, once, and edits it when it should look different.
import type { Card, Order } from '#orders/order.ts';
import type { Settle } from '#payments/settle.ts';
import type { Threads } from '#payments/threads.ts';
import { markOf, orderCard } from './cards/order-card.ts';
import { type Message, type Outbound, problemOf, SLACK_CLOCK_MS } from './outbound.ts';
import { isFinal, type Problem } from './problem.ts';

export type CardKeeper = {
  /** Posts the card of an order that has none, and remembers where. */
  post(order: Order): Promise<Card | Problem>;
  /** The same, for when an earlier post may have got through: looks before it posts. */
  place(order: Order): Promise<Card | Problem>;
  /** Edits the card; undefined when it already looks as it should. `shows` is its new mark, for the caller to keep. */
  refresh(
    order: Order,
    card: Card,
  ): Promise<{ done: true; shows: string } | { done: false; problem: Problem } | undefined>;
};

const CARD = 'card';

export function createCardKeeper(deps: {
  settle: Pick<Settle, 'edit'>;
  outbound: Outbound;
  threads: Pick<Threads, 'remember'>;
}): CardKeeper {
  const { settle, outbound, threads } = deps;

  async function post(order: Order): Promise<Card | Problem> {
    const posted = await outbound.post({ ...cardMessage(order, order.channel), isAwaited: true });
    return posted.done ? keep(order, posted.ts, markOf(orderCard(order))) : posted;
  }

  async function keep(order: Order, ts: string, shows: string): Promise<Card> {
    const card = { channel: order.channel, ts, shows };
    await threads.remember(card.channel, card.ts, order.reference);
    const kept = await settle.edit(order.reference, (newest) =>
      newest.card ? undefined : { ...newest, card },
    );
    return kept.card ?? card;
  }

  return {
    post,
    async place(order) {
      const since = { channel: order.channel, sinceMs: order.createdAt - SLACK_CLOCK_MS };
      let ts: string | undefined;
      try {
        ts = (await outbound.findOwn(since, order.reference)).get(CARD);
      } catch (error) {
        // Not knowing is no reason to post a second card.
        return problemOf(error);
      }
      return ts ? keep(order, ts, '') : post(order);
    },
    async refresh(order, card) {
      const shows = markOf(orderCard(order));
      if (shows === card.shows) return undefined;
      const updated = await outbound.update(card.ts, cardMessage(order, card.channel));
      // A card that somebody deleted needs no edit; the thread had the news.
      if (updated.done || isFinal(updated)) return { done: true, shows };
      return { done: false, problem: updated };
    },
  };
}

function cardMessage(order: Order, channel: string): Message {
  return { channel, ...orderCard(order), mark: { reference: order.reference, news: CARD } };
}

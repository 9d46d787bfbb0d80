// Look up a payment: by reference or tracking id, in an order's thread without any words, or from any message.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Finder } from '#payments/status/find.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import { plainCard, statusCard } from '#slack/cards/status.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import type { ThreadIndex } from '#slack/delivery/thread-index.ts';
import { FIND_TEXT } from '#slack/text/tasks.ts';
import type { OrderStore } from '#store/store.ts';

export type Place = { readonly channel: string; readonly threadTs?: string | undefined };

export type FindTask = {
  /** How the payment stands now. `sharer` is set when the answer goes to everybody. */
  status(text: string, options: { canShare: boolean; sharer?: string }): Promise<MessageContent>;
  /** The reference that a thread or a message is about, as far as can be told without asking anybody. */
  referenceFor(place: Place, text: string): Promise<string | undefined>;
};

/** Tracking ids, and words that could be references; a message is not searched for ever. */
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;
const WORD = /[A-Za-z0-9][A-Za-z0-9\-_.:]{2,49}/g;
const MAX_WORDS = 60;

export function createFindTask(deps: {
  lookup: Finder;
  orders: OrderStore;
  threads: ThreadIndex;
  outbound: Pick<Outbound, 'permalink'>;
  clock: Clock;
}): FindTask {
  const { lookup, orders, threads, outbound, clock } = deps;

  async function cardOf(order: Order): Promise<string | undefined> {
    const home = order.chargeOf ? await orders.get(order.chargeOf) : order;
    return home?.card && outbound.permalink(home.card.channel, home.card.ts);
  }

  return {
    async status(text, { canShare, sharer }) {
      const asked = text.trim();
      if (!asked) return plainCard(FIND_TEXT.noReference);
      // An order made elsewhere may have been given any id; only length and white space rule one out.
      if (asked.length > 150 || /\s/.test(asked)) return plainCard(FIND_TEXT.notAReference);
      const found = await lookup.findPayment(asked);
      const cardUrl = found.status === 'ours' ? await cardOf(found.order) : undefined;
      return statusCard(found, { asked, cardUrl, sharer, canShare, now: clock.now() });
    },
    async referenceFor(place, text) {
      // What somebody wrote is meant, even in the thread of another order.
      const words = [...new Set(text.match(WORD))].slice(0, MAX_WORDS);
      const named = (await lookup.findOrderIn(words))?.reference ?? UUID.exec(text)?.[0];
      return named ?? (place.threadTs && (await threads.referenceIn(place.channel, place.threadTs)));
    },
  };
}

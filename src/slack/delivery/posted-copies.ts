// Keeps where an order's news is posted outside its own thread, because nothing else would say later where that was.
import type { Order } from '#orders/order.ts';
import { CARD } from './order-card.ts';
import type { Outbound, Posted } from './outbound.ts';

export type Copies = NonNullable<Order['copies']>;

/**
 * `takeCopies`: what was posted in channels and direct messages since it was last called, the order's card left out. What an
 * earlier process posted before it died counts once `findOwn` finds it. `reference`: the order's.
 */
export function trackCopies(
  outbound: Outbound,
  reference: Order['reference'],
): { outbound: Outbound; takeCopies: () => Copies } {
  const copies: { channel: string; ts: string }[] = [];
  const track = (posted: Posted): Posted => {
    if (posted.status === 'posted') copies.push({ channel: posted.channel, ts: posted.ts });
    return posted;
  };
  return {
    takeCopies: () => copies.splice(0),
    outbound: {
      ...outbound,
      async findOwn(place, about) {
        const found = await outbound.findOwn(place, about);
        const { status } = found;
        if (status !== 'found' || place.threadTs || about !== reference || !found.channel) return found;
        for (const [news, ts] of found.messages)
          if (news !== CARD) copies.push({ channel: found.channel, ts });
        return found;
      },
      async post(message) {
        const posted = await outbound.post(message);
        return message.threadTs || message.isAwaited || message.metadata.news === CARD
          ? posted
          : track(posted);
      },
      postToPerson: async (userId, message) => track(await outbound.postToPerson(userId, message)),
    },
  };
}

/** The order with what of `posted` it does not know yet; the same object when it knows all of it. */
export function withCopies(order: Order, posted: Copies): Order {
  const { copies = [] } = order;
  const further = without(posted, copies);
  return further.length > 0 ? { ...order, copies: [...copies, ...further] } : order;
}

/** The order without those of its copies that need no edit any more. */
export function withoutCopies(order: Order, edited: Copies): Order {
  return { ...order, copies: without(order.copies ?? [], edited) };
}

function without(copies: Copies, others: Copies): Copies {
  return copies.filter(({ channel, ts }) => !others.some((one) => one.channel === channel && one.ts === ts));
}

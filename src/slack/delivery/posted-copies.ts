// Keeps where an order's news is posted outside its own thread, and where its requests are, because nothing else would say later
// where that was.
import type { Order } from '#orders/order.ts';
import { CARD } from './order-card.ts';
import type { Outbound, Posted } from './outbound.ts';
import { isRequest, shownOfRequest } from './request-copies.ts';

export type Copies = NonNullable<Order['copies']>;
type Copy = Copies[number];

/**
 * `takeCopies`: what was posted since it was last called, as `order` was then; the order's card and what stays as it is in its thread
 * are left out. What an earlier process posted before it died counts once `findOwn` finds it. `reference`: the order's.
 */
export function trackCopies(
  outbound: Outbound,
  reference: Order['reference'],
): { outbound: Outbound; takeCopies: (order: Order) => Copies } {
  const copies: Copy[] = [];
  const track = (posted: Posted, news: string, threadTs?: string): Posted => {
    if (posted.status !== 'posted' || news === CARD || (threadTs && !isRequest(news))) return posted;
    copies.push(copyOf(posted, news, threadTs));
    return posted;
  };
  return {
    takeCopies: (order) =>
      copies
        .splice(0)
        .map((copy) =>
          copy.request === undefined || copy.shows !== undefined
            ? copy
            : { ...copy, shows: shownOfRequest(order, copy.request) },
        ),
    outbound: {
      ...outbound,
      async findOwn(place, about) {
        const found = await outbound.findOwn(place, about);
        if (found.status !== 'found' || about !== reference || !found.channel) return found;
        const { channel } = found;
        for (const [news, ts] of found.messages)
          if (news !== CARD && (!place.threadTs || isRequest(news)))
            // What an earlier process showed in it is not known.
            copies.push({
              ...copyOf({ channel, ts }, news, place.threadTs),
              ...(isRequest(news) ? { shows: '' } : {}),
            });
        return found;
      },
      async post(message) {
        const posted = await outbound.post(message);
        return message.isAwaited ? posted : track(posted, message.metadata.news, message.threadTs);
      },
      postToPerson: async (userId, message) =>
        track(await outbound.postToPerson(userId, message), message.metadata.news),
    },
  };
}

function copyOf(
  { channel, ts }: Pick<Copy, 'channel' | 'ts'>,
  news: string,
  threadTs: string | undefined,
): Copy {
  return {
    channel,
    ts,
    ...(threadTs ? { threadTs } : {}),
    ...(isRequest(news) ? { request: news } : {}),
  };
}

/** The order with what of `posted` it does not know yet; the same object when it knows all of it. */
export function withCopies(order: Order, posted: Copies): Order {
  const { copies = [] } = order;
  const further = without(posted, copies);
  return further.length > 0 ? { ...order, copies: [...copies, ...further] } : order;
}

/** The order with these of its copies as they are now. */
export function withEditedCopies(order: Order, edited: Copies): Order {
  const { copies = [] } = order;
  return { ...order, copies: copies.map((copy) => edited.find((one) => isSame(one, copy)) ?? copy) };
}

/** The order without those of its copies that need no edit any more. */
export function withoutCopies(order: Order, edited: Copies): Order {
  return { ...order, copies: without(order.copies ?? [], edited) };
}

function without(copies: Copies, others: Copies): Copies {
  return copies.filter((copy) => !others.some((one) => isSame(one, copy)));
}

function isSame(one: Copy, other: Copy): boolean {
  return one.channel === other.channel && one.ts === other.ts;
}

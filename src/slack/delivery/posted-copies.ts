// Keeps where an order's news is posted outside its own thread, because nothing else would say later where that was.
import type { Order } from '#orders/order.ts';
import type { Outbound, Posted } from './outbound.ts';

export type Copies = NonNullable<Order['copies']>;

/** `takeCopies`: what was posted in channels and direct messages since it was last called, the order's card left out. */
export function keepingCopies(outbound: Outbound): { outbound: Outbound; takeCopies: () => Copies } {
  const copies: { channel: string; ts: string }[] = [];
  const keep = (posted: Posted): Posted => {
    if (posted.status === 'posted') copies.push({ channel: posted.channel, ts: posted.ts });
    return posted;
  };
  return {
    takeCopies: () => copies.splice(0),
    outbound: {
      ...outbound,
      async post(message) {
        const posted = await outbound.post(message);
        return message.threadTs || message.isAwaited || message.metadata.news === 'card'
          ? posted
          : keep(posted);
      },
      postToPerson: async (userId, message) => keep(await outbound.postToPerson(userId, message)),
    },
  };
}

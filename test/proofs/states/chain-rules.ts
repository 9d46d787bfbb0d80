// What must be true of orders that follow one another: each was sent again for another one.
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { cameToNothing, predecessorOf } from '#orders/successor.ts';
import { orderIn, transactionIn, type World } from './world.ts';

/** Each holds for the step from one world to the next. */
export const OF_CHAIN_STEPS = {
  'an order is followed by one other': (_: World, { orders }: World) => {
    const followed = orders.flatMap((order) => predecessorOf(order) ?? []);
    return new Set(followed).size === followed.length;
  },
  'what is sent again came to nothing, and is cancelled if it can still be paid': (
    before: World,
    after: World,
  ) =>
    after.orders.every((order) => {
      const earlier = isNew(order, before) && orderIn(after, predecessorOf(order) ?? '');
      if (!earlier) return true;
      const there = transactionIn(after, earlier.reference);
      const isOver = cameToNothing({ state: earlier.state, isUnanswered: isUnanswered(earlier) });
      return isOver && (!there || there.isCancelled || there.status !== 'unpaid');
    }),
} as const;

/** Each holds when nothing is under way and nothing is due any more. */
export const AT_CHAIN_REST = {
  'at rest an order knows how the one stands that follows it': ({ orders }: World) =>
    orders.every((order) => {
      const next = orders.find((one) => predecessorOf(one) === order.reference);
      const known = order.successor;
      return next === undefined ? known === undefined : known !== undefined && knowsOf(known, orders);
    }),
  'at rest two payments for one thing are told in both threads': ({ orders, messages, announced }: World) => {
    const paid = orders.filter(
      ({ state, kind }) => kind !== 'charge' && (state === 'paid' || state === 'review'),
    );
    return (
      paid.length < 2 ||
      paid.every(({ reference }) =>
        announced.some(
          (one) =>
            one.kind === 'paid_twice' &&
            one.reference === reference &&
            messages.some(({ news }) => news === one.id),
        ),
      )
    );
  },
} as const;

/** Of the newest of the chain. */
function knowsOf({ reference, state }: NonNullable<Order['successor']>, orders: readonly Order[]): boolean {
  const newest = orders.find((one) => one.reference === reference);
  return newest?.state === state && newest.successor === undefined;
}

function isNew({ reference }: Order, before: World): boolean {
  return orderIn(before, reference) === undefined;
}

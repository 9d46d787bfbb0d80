// Where the card is that people look for: the order's own, or of a charge that of the order it belongs to.
import type { Order } from '#orders/order.ts';
import type { BotIdentity } from '#slack/connect/identity.ts';
import type { OrderStore } from '#store/store.ts';

/** Undefined without a card, and when Slack has not said where the workspace is. Rejects when the store is down. */
export type CardUrlOf = (order: Order) => Promise<string | undefined>;

export function createCardUrlOf(deps: {
  orders: Pick<OrderStore, 'get'>;
  identity: Pick<BotIdentity, 'urlOf'>;
}): CardUrlOf {
  const { orders, identity } = deps;
  return async (order) => {
    const parent = order.chargeOf ? await orders.get(order.chargeOf) : order;
    if (!parent?.card) return undefined;
    const { channel, ts, threadTs, url } = parent.card;
    return url ?? identity.urlOf(channel, ts, threadTs);
  };
}

// Asks the service how an order stands, and lets the answer take effect.
import type { Clock } from '#lib/clock.ts';
import { SEARCH_MS } from '#orders/check-schedule.ts';
import type { Order } from '#orders/order.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { TransactionRecord } from '#provider/responses.ts';
import type { OrderStore } from '#store/store.ts';
import type { OrderUpdates } from './order-updates.ts';
import { eventFrom } from './record-event.ts';

/** Answers the order as it then stands. Rejects with ProviderError when the service cannot be asked. */
export type CheckOrder = (order: Order) => Promise<Order>;

export function createCheckOrder(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  orders: OrderStore;
  updates: OrderUpdates;
  clock: Clock;
}): CheckOrder {
  const { client, orders, updates, clock } = deps;

  async function unknownToService(order: Order): Promise<Order> {
    const since = clock.now() - (order.requestedAt ?? order.createdAt);
    if (order.state !== 'sending' || since < SEARCH_MS) return order;
    return refuse(order, order.kind === 'charge' ? 'not_ours' : 'never_arrived');
  }

  async function belongs(charge: Order, record: TransactionRecord): Promise<boolean> {
    const parent = charge.chargeOf && (await orders.get(charge.chargeOf));
    if (!parent) return false;
    const { account_number, subscription_transaction_info, merchant_reference } = record;
    return [account_number, subscription_transaction_info?.account_reference, merchant_reference].some(
      (name) => name && (name === parent.recurring?.accountNumber || name === parent.reference),
    );
  }

  function refuse(order: Order, reason: 'not_ours' | 'never_arrived'): Promise<Order> {
    return updates.saveEvent(order.reference, { event: 'refused', failure: { reason, serviceMessage: '' } });
  }

  return async (order) => {
    const { trackingId } = order.service;
    const record = trackingId
      ? await client.getTransactionStatus(trackingId)
      : await client.getTransactionByMerchantReference(order.reference);
    if (!record) return unknownToService(order);
    // Kept as no charge of ours, so that the same claim costs no second search; nobody here asked for it.
    if (order.kind === 'charge' && !(await belongs(order, record))) return refuse(order, 'not_ours');
    const event = eventFrom(record);
    const looked = { checkedAt: clock.now() };
    return event
      ? updates.saveEvent(order.reference, event, looked)
      : updates.updateOrder(order.reference, (newest) => ({ ...newest, ...looked }));
  };
}

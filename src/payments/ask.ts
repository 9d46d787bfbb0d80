// Asks the service how an order stands, and lets the answer take effect.
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { SEARCH_MS } from '#orders/watch.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { TransactionRecord } from '#provider/responses.ts';
import type { Ledger } from '#store/store.ts';
import { happeningOf } from './happening.ts';
import type { Settle } from './settle.ts';

/** Answers the order as it then stands. Rejects with ProviderError when the service cannot be asked. */
export type Ask = (order: Order) => Promise<Order>;

export function createAsk(deps: {
  client: Pick<ProviderClient, 'getTransactionStatus' | 'getTransactionByMerchantReference'>;
  ledger: Ledger;
  settle: Settle;
  clock: Clock;
}): Ask {
  const { client, ledger, settle, clock } = deps;

  async function unknownToService(order: Order): Promise<Order> {
    const since = clock.now() - (order.calledAt ?? order.createdAt);
    if (order.state !== 'sending' || since < SEARCH_MS) return order;
    return refuse(order, order.kind === 'charge' ? 'not_ours' : 'never_arrived');
  }

  async function belongs(charge: Order, record: TransactionRecord): Promise<boolean> {
    const parent = charge.chargeOf && (await ledger.get(charge.chargeOf));
    if (!parent) return false;
    const { account_number, subscription_transaction_info, merchant_reference } = record;
    return [account_number, subscription_transaction_info?.account_reference, merchant_reference].some(
      (name) => name && (name === parent.recurring?.accountNumber || name === parent.reference),
    );
  }

  function refuse(order: Order, reason: 'not_ours' | 'never_arrived'): Promise<Order> {
    return settle.happen(order.reference, { event: 'refused', failure: { reason, said: '' } });
  }

  return async (order) => {
    const { trackingId } = order.service;
    const record = trackingId
      ? await client.getTransactionStatus(trackingId)
      : await client.getTransactionByMerchantReference(order.reference);
    if (!record) return unknownToService(order);
    // Kept as no charge of ours, so that the same claim costs no second search; nobody here asked for it.
    if (order.kind === 'charge' && !(await belongs(order, record))) return refuse(order, 'not_ours');
    const happening = happeningOf(record);
    const looked = { lookedAt: clock.now() };
    return happening
      ? settle.happen(order.reference, happening, looked)
      : settle.edit(order.reference, (newest) => ({ ...newest, ...looked }));
  };
}

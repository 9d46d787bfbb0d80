// Whether the payment service has an order already that is about to be sent, or sent again. Called by submit.ts
// and ask-first.ts.

import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Reference } from '#orders/reference.ts';
import { eventFrom, isOfAnother } from '#payments/status/from-record.ts';
import type { ProviderClient } from '#provider/client.ts';

export function createKnownAtService(
  client: Pick<ProviderClient, 'getTransactionByMerchantReference'>,
  callbackUrl: string,
) {
  return {
    /**
     * What is to become of an order that the service has; undefined when it is to be sent. A typed reference is then taken, unless
     * the order may have been sent (`mayAlreadyBePosted`: another process had it): a Redis that lost its last writes does not know
     * that. A reference of Teller's own is asked about only then, and only of a prompt: a link's request may be repeated, which
     * brings its address. Rejects with ProviderError when the service gives no answer.
     */
    async eventOf(
      order: Order,
      { mayAlreadyBePosted }: { readonly mayAlreadyBePosted: boolean },
    ): Promise<OrderEvent | undefined> {
      if (!order.typedReference && !(order.prompt && mayAlreadyBePosted)) return undefined;
      const record = await client.getTransactionByMerchantReference(order.reference);
      if (!record) return undefined;
      const mayBeSent = mayAlreadyBePosted || order.bulk !== undefined;
      if (!mayBeSent || isOfAnother(order, record, callbackUrl)) return TAKEN;
      return order.prompt && eventFrom(record);
    },

    /**
     * The same right before a request. A row of a bulk is asked about each time: after such a loss a row whose order is gone gets its
     * turn again, and one that was requested again counts as refused. A typed reference is asked about before a repeat: another system
     * may have used it since, and the service would answer with that one's order.
     */
    async eventOfRequest(
      order: Order,
      { isRepeat }: { readonly isRepeat: boolean },
    ): Promise<OrderEvent | undefined> {
      const { prompt, bulk, typedReference } = order;
      if (!(bulk && prompt) && !(typedReference && (bulk || isRepeat))) return undefined;
      const record = await client.getTransactionByMerchantReference(order.reference);
      if (!record) return undefined;
      return isOfAnother(order, record, callbackUrl) ? TAKEN : prompt && eventFrom(record);
    },

    /** Of a prompt whose answer was lost; undefined also when what the service has is another's. */
    async eventOfLost(order: Order): Promise<OrderEvent | undefined> {
      if (!order.prompt) return undefined;
      const record = await client.getTransactionByMerchantReference(order.reference);
      return record && !isOfAnother(order, record, callbackUrl) ? eventFrom(record) : undefined;
    },

    /** A refused repeat says nothing of the first request, whose answer was lost. True when the service does not answer. */
    mayBe: (reference: Reference): Promise<boolean> =>
      client.getTransactionByMerchantReference(reference).then(
        (record) => record !== undefined,
        () => true,
      ),
  };
}

const TAKEN = { event: 'refused', failure: { reason: 'reference_known', serviceMessage: '' } } as const;

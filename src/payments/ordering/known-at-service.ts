// Whether the payment service has an order already that is about to be sent, or sent again. Called by submit.ts.
import type { OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { eventFrom, isOfAnother } from '#payments/status/from-record.ts';
import type { ProviderClient } from '#provider/client.ts';

export function createKnownAtService(client: Pick<ProviderClient, 'getTransactionByMerchantReference'>) {
  return {
    /**
     * What is to become of an order that the service has; undefined when it has none. A typed reference is then taken, unless
     * another process had the prompt (`mayAlreadyBePosted`): a Redis that lost its last writes does not know that it was sent. One
     * of Teller's own is asked about only then. Rejects with ProviderError when the service gives no answer.
     */
    async eventOf(
      order: Order,
      { mayAlreadyBePosted }: { readonly mayAlreadyBePosted: boolean },
    ): Promise<OrderEvent | undefined> {
      const mayBeSent = order.prompt !== undefined && mayAlreadyBePosted;
      if (!order.typedReference && !mayBeSent) return undefined;
      const record = await client.getTransactionByMerchantReference(order.reference);
      if (record && mayBeSent && !isOfAnother(order, record))
        return eventFrom(record) ?? { event: 'pending' };
      return record && { event: 'refused', failure: { reason: 'reference_known', serviceMessage: '' } };
    },

    /** A refused repeat says nothing of the first request, whose answer was lost. True when the service does not answer. */
    mayBe: (reference: Reference): Promise<boolean> =>
      client.getTransactionByMerchantReference(reference).then(
        (record) => record !== undefined,
        () => true,
      ),
  };
}

// Whether the provider already has an order that is about to be requested, or whose answer was lost.

import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Reference } from '#orders/reference.ts';
import { eventFrom, isOfAnother } from '#payments/status/from-record.ts';
import type { ProviderClient } from '#provider/client.ts';

/** The first two methods reject with ProviderError when the provider gives no answer. */
export function createKnownAtProvider({
  getTransactionByMerchantReference: recordOf,
}: Pick<ProviderClient, 'getTransactionByMerchantReference'>) {
  /**
   * What the provider has of a prompt that may have been requested, so that no phone rings twice. Undefined of a link, whose request may
   * be repeated, which brings its address.
   */
  async function eventOfPrompt({ prompt, reference }: Order): Promise<OrderEvent | undefined> {
    const record = prompt && (await recordOf(reference));
    return record && eventFrom(record);
  }

  return {
    eventOfPrompt,

    /**
     * What is to become of an order before its first request; undefined when it is to be requested. `mayAlreadyBePosted`: another
     * process may have requested the order, and a Redis that lost its last writes does not know that. The row of a bulk may have
     * been requested as an order that was lost with them. Any other typed reference that the provider has is taken.
     */
    async eventOf(
      order: Order,
      { mayAlreadyBePosted }: { readonly mayAlreadyBePosted: boolean },
    ): Promise<OrderEvent | undefined> {
      const { typedReference, reference, bulk, prompt } = order;
      if (!typedReference) return mayAlreadyBePosted ? eventOfPrompt(order) : undefined;
      const record = await recordOf(reference);
      if (!record) return undefined;
      const mayBeOurs = mayAlreadyBePosted || bulk !== undefined;
      if (!mayBeOurs || isOfAnother(order, record)) return TAKEN;
      return prompt && eventFrom(record);
    },

    /** A refused repeat says nothing of the first request, whose answer was lost. True when the provider does not answer. */
    mayBe: (reference: Reference): Promise<boolean> =>
      recordOf(reference).then(
        (record) => record !== undefined,
        () => true,
      ),
  };
}

const TAKEN = { event: 'refused', failure: { reason: 'reference_known', providerMessage: '' } } as const;

// Ask the customer of an earlier order for something new: the form opens with that customer chosen. The new order has no
// link to the earlier one.
import { parseStoredReference } from '#orders/reference.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { customerOf } from '#slack/forms/customer-choice.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import type { OrderStore } from '#store/store.ts';
import type { Opening, OrderForms } from './order-forms.ts';

/** Answers what the person reads, or undefined when the form was opened. Rejects when the store is down. */
type AskAgain = (
  reference: string,
  person: Pick<Opening, 'userId' | 'triggerId'>,
) => Promise<MessageContent | undefined>;

export function createAskAgain(deps: {
  orders: Pick<OrderStore, 'get'>;
  orderForms: Pick<OrderForms, 'open'>;
}): AskAgain {
  const { orders, orderForms } = deps;
  return async (value, person) => {
    const reference = parseStoredReference(value);
    const order = reference && (await orders.get(reference));
    if (!order) return plainMessage(UNKNOWN_ORDER);
    await orderForms.open(order.kind === 'prompt' ? 'prompt' : 'link', {
      ...person,
      channel: order.channel,
      prefill: {},
      customer: customerOf(order),
    });
    return undefined;
  };
}

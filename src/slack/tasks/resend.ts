// Send a failed order again: the button *Send again* opens the same form, filled in with what the failed order had.
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { Prefill } from '#slack/forms/command-words.ts';
import { RESEND_TEXT } from '#slack/text/tasks.ts';
import type { OrderStore } from '#store/store.ts';
import type { Opening, OrderForms } from './order-forms.ts';

/** Opens the form; answers a sentence instead when there is nothing to send again. Rejects when the store is down. */
export function createResend(deps: {
  orders: Pick<OrderStore, 'get'>;
  orderForms: Pick<OrderForms, 'open'>;
}) {
  return async (
    reference: Reference | undefined,
    { userId, triggerId }: Pick<Opening, 'userId' | 'triggerId'>,
  ): Promise<string | undefined> => {
    const order = reference && (await deps.orders.get(reference));
    if (!order) return RESEND_TEXT.unknown;
    if (order.state !== 'failed' && order.state !== 'not_sent') return RESEND_TEXT.notFailed;
    await deps.orderForms.open(order.kind === 'prompt' ? 'prompt' : 'link', {
      userId,
      triggerId,
      channel: order.channel,
      prefill: prefillFrom(order),
      resendOf: order.reference,
    });
    return undefined;
  };
}

/** The reference is left out: the new order gets its own. */
function prefillFrom(order: Order): Prefill {
  return {
    amount: order.amount.amount,
    currency: order.amount.currency,
    description: order.description,
    customer: order.customer,
    ...(order.prompt ? { phone: `+${order.prompt.msisdn}`, method: order.prompt.method } : {}),
  };
}

// Cancel an unpaid order: the card's button, `/pay cancel <reference>`, `/pay cancel` alone. Always confirmed first.

import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { formatMoney } from '#lib/money.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { parseReference } from '#orders/reference.ts';
import type { CancelOrder } from '#payments/ordering/cancel.ts';
import { facts, note, section } from '#slack/cards/blocks.ts';
import type { MessageContent } from '#slack/cards/order-card.ts';
import { plainCard } from '#slack/cards/status.ts';
import { formView } from '#slack/forms/form-view.ts';
import { describeFailure } from '#slack/text/orders.ts';
import { CANCEL_TEXT, describeCancel, FIND_TEXT } from '#slack/text/tasks.ts';
import type { OrderStore } from '#store/store.ts';

const TITLE = 'Cancel an order';

export type CancelTask = {
  /** `/pay cancel [reference]`: opens the confirm form, lists own open orders, or says why not. */
  command(asked: { userId: string; words: string; triggerId: string }): Promise<MessageContent | undefined>;
  /** A confirmed press of a button or form. Answers what to tell the person; never rejects for the service's sake. */
  confirmed(reference: string, userId: string): Promise<string>;
};

export function createCancelTask(deps: {
  client: WebClient;
  orders: OrderStore;
  cancel: CancelOrder;
  /** The agent's open orders as a message with buttons; undefined when there are none. */
  openOrders: (userId: string, title: string) => Promise<MessageContent | undefined>;
  explain: (error: unknown, about: { reference: string }) => Failure;
}): CancelTask {
  const { client, orders, cancel, explain } = deps;

  async function confirmed(reference: string, userId: string): Promise<string> {
    const parsed = parseReference(reference);
    if (!parsed) return describeCancel({ status: 'unknown_order' });
    try {
      return describeCancel(await cancel(parsed, userId));
    } catch (error) {
      const { what, said, incident } = describeFailure(explain(error, { reference }));
      return [
        what,
        said,
        'The order is not known to be cancelled; try again.',
        incident ? `Incident ${incident}.` : '',
      ]
        .filter(Boolean)
        .join(' ');
    }
  }

  return {
    async command({ userId, words, triggerId }) {
      if (!words) return (await deps.openOrders(userId, CANCEL_TEXT.open)) ?? plainCard(CANCEL_TEXT.noneOpen);
      const reference = parseReference(words);
      if (!reference) return plainCard(FIND_TEXT.notAReference);
      const order = await orders.get(reference);
      if (!order) return plainCard(describeCancel({ status: 'unknown_order' }));
      if (order.state === 'cancelled')
        return plainCard(describeCancel({ status: 'already_cancelled', order }));
      if (order.state === 'not_sent') return plainCard(describeCancel({ status: 'never_sent', order }));
      if (!isOpen(order.state)) return plainCard(describeCancel({ status: 'too_late', order }));
      await client.views.open({ trigger_id: triggerId, view: confirmForm(order) });
      return undefined;
    },
    confirmed,
  };
}

function confirmForm(order: Order): ModalView {
  const details = facts([
    ['For', order.description],
    ['Reference', order.reference],
  ]);
  const blocks: KnownBlock[] = [
    section(`*Cancel the order for ${formatMoney(order.amount)}?*`),
    ...(details ? [details] : []),
    note('The customer can then no longer be expected to pay it.'),
  ];
  return formView({
    callbackId: 'cancel_order',
    title: TITLE,
    submit: 'Cancel the order',
    close: 'Keep it',
    memory: order.reference,
    blocks,
  });
}

// Cancel an unpaid order: the card's button, `/pay cancel <reference>`, `/pay cancel` alone. Always confirmed first.

import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { formatMoney } from '#lib/money.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { canonicalReference, parseReference, type Reference } from '#orders/reference.ts';
import { type CancelOrder, type CancelResult, closedStatus } from '#payments/ordering/cancel.ts';
import type { LogFailure } from '#payments/status/log-failure.ts';
import { buttonRow, facts, plainSection, section } from '#slack/cards/blocks.ts';
import { cancelButton } from '#slack/cards/buttons.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { formView } from '#slack/forms/fields.ts';
import { describeFailure, describeWhat, serviceSays } from '#slack/text/orders.ts';
import { CANCEL_TEXT, describeCancel } from '#slack/text/tasks.ts';
import type { OrderStore } from '#store/store.ts';
import { openForm } from './open-form.ts';

/** Of the form that asks to confirm, and of what replaces it. */
export const CANCEL_TITLE = 'Cancel order';

/** For the person. `isDone`: the card and its thread say so as well. */
type CancelAnswer = { readonly sentence: string; readonly isDone: boolean };

export function createCancelTask(deps: {
  client: WebClient;
  clock: Clock;
  orders: Pick<OrderStore, 'findByReference'>;
  cancelOrder: CancelOrder;
  /** The agent's open orders as a message with buttons; undefined when there are none. */
  openOrders: (userId: string, title: string) => Promise<MessageContent | undefined>;
  logFailure: LogFailure;
}) {
  const { orders, cancelOrder, logFailure } = deps;
  const answer = (result: CancelResult) => plainMessage(describeCancel(result));

  /** After a confirmed button or form. Never rejects. */
  async function confirmed(reference: Reference | undefined, userId: string): Promise<CancelAnswer> {
    if (!reference) return { sentence: describeCancel({ status: 'unknown_order' }), isDone: false };
    try {
      const result = await cancelOrder(reference, userId);
      return { sentence: describeCancel(result), isDone: result.status === 'cancelled' };
    } catch (error) {
      const { what, serviceText, incident } = describeFailure(logFailure(error, { reference }));
      const says = [what, serviceSays(serviceText), CANCEL_TEXT.notKnown];
      const sentence = [...says, incident ? `Incident ${incident}.` : ''].filter(Boolean).join(' ');
      return { sentence, isDone: false };
    }
  }

  return {
    /**
     * `/pay cancel [reference]`: opens the form that asks to confirm, or answers the person's open orders or why there is
     * nothing to cancel. Without a trigger no form can be opened, so the answer has a button that asks to confirm. Rejects
     * when the store is down.
     */
    async command(request: {
      userId: string;
      words: string;
      triggerId: string | undefined;
    }): Promise<MessageContent | undefined> {
      const { userId, words, triggerId } = request;
      if (!words)
        return (await deps.openOrders(userId, CANCEL_TEXT.open)) ?? plainMessage(CANCEL_TEXT.noneOpen);
      if (!parseReference(words) && !canonicalReference(words))
        return plainMessage(CANCEL_TEXT.notAReference);
      const order = await orders.findByReference(words);
      if (!order) return answer({ status: 'unknown_order' });
      if (!isOpen(order.state)) return answer({ status: closedStatus(order), order });
      if (triggerId === undefined) return confirmMessage(order);
      await openForm(deps, triggerId, confirmForm(order));
      return undefined;
    },
    confirmed,
  };
}

function confirmMessage(order: Order): MessageContent {
  return {
    text: `Cancel ${formatMoney(order.amount)}?`,
    blocks: [...question(order), ...buttonRow([cancelButton(order)])],
  };
}

function question(order: Order): KnownBlock[] {
  return [
    section(`*Cancel ${formatMoney(order.amount)}?*`),
    ...facts([
      ['For', describeWhat(order)],
      ['Reference', order.reference],
    ]),
  ];
}

function confirmForm(order: Order): ModalView {
  const blocks: KnownBlock[] = [...question(order), plainSection(CANCEL_TEXT.tellCustomer)];
  return formView({
    callbackId: 'cancel_order',
    title: CANCEL_TITLE,
    submit: 'Cancel order',
    close: 'Keep it',
    memory: order.reference,
    blocks,
  });
}

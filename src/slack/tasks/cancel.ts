// Cancel an unpaid order: the card's button, `/pay cancel <reference>`, `/pay cancel` alone. Always confirmed first.

import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { formatMoney } from '#lib/money.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Failure, Order } from '#orders/order.ts';
import { parseReference } from '#orders/reference.ts';
import type { Cancel } from '#payments/cancel.ts';
import { facts, note, section } from '#slack/cards/blocks.ts';
import type { Card } from '#slack/cards/order-card.ts';
import { plainCard } from '#slack/cards/status.ts';
import { formView } from '#slack/forms/form-view.ts';
import { CANCEL_WORDS, LOOKUP_WORDS, tellCancelled } from '#slack/words/jobs.ts';
import { tellFailure } from '#slack/words/orders.ts';
import type { Ledger } from '#store/store.ts';

const TITLE = 'Cancel an order';

export type CancelTask = {
  /** `/pay cancel [reference]`: opens the confirm form, lists own open orders, or says why not. */
  command(asked: { userId: string; words: string; triggerId: string }): Promise<Card | undefined>;
  /** A confirmed press of a button or form. Answers what to tell the person; never rejects for the service's sake. */
  confirmed(reference: string, userId: string): Promise<string>;
};

export function createCancelTask(deps: {
  client: WebClient;
  ledger: Ledger;
  cancel: Cancel;
  /** The agent's open orders as a message with buttons; undefined when there are none. */
  openOrders: (userId: string, title: string) => Promise<Card | undefined>;
  explain: (error: unknown, about: { reference: string }) => Failure;
}): CancelTask {
  const { client, ledger, cancel, explain } = deps;

  async function confirmed(reference: string, userId: string): Promise<string> {
    try {
      return tellCancelled(await cancel(reference, userId));
    } catch (error) {
      const { what, said, incident } = tellFailure(explain(error, { reference }));
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
      if (!words)
        return (await deps.openOrders(userId, CANCEL_WORDS.open)) ?? plainCard(CANCEL_WORDS.noneOpen);
      const reference = parseReference(words);
      if (!reference) return plainCard(LOOKUP_WORDS.notAReference);
      const order = await ledger.get(reference);
      if (!order) return plainCard(tellCancelled({ ended: 'unknown_order' }));
      if (order.state === 'cancelled') return plainCard(tellCancelled({ ended: 'already_cancelled', order }));
      if (order.state === 'not_sent') return plainCard(tellCancelled({ ended: 'never_sent', order }));
      if (!isOpen(order.state)) return plainCard(tellCancelled({ ended: 'too_late', order }));
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
    section(`*Cancel the order for ${formatMoney(order.asked)}?*`),
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

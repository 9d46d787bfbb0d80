// The buttons of an order, on its card and in lists. Their value is the merchant reference; anybody who may act can press them.
import type { Button } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { CANCEL_TEXT } from '#slack/text/tasks.ts';
import { button, linkButton } from './blocks.ts';

/** The buttons that make sense in the order's state. */
export function orderButtons(order: Order): Button[] {
  const { state, service } = order;
  const isUnpaid = state === 'pending' || state === 'failed';
  return [
    ...(isUnpaid ? linkButton('open_payment_page', 'Open payment page', service.redirectUrl) : []),
    ...(isOpen(state) || state === 'cancelled' || state === 'review' ? [checkButton(order.reference)] : []),
    ...(state === 'failed' || state === 'not_sent'
      ? [button('send_again', 'Send again', order.reference)]
      : []),
    ...(isUnpaid ? [cancelButton(order)] : []),
  ];
}

export function checkButton(reference: string): Button {
  return button('check_order', 'Check now', reference);
}

/** Slack asks the person to confirm before it sends the press. */
export function cancelButton(order: Order): Button {
  return {
    ...button('cancel_order', 'Cancel', order.reference),
    confirm: {
      title: { type: 'plain_text', text: 'Cancel this order?' },
      text: {
        type: 'plain_text',
        text: `${formatMoney(order.amount)}, reference ${order.reference}. ${CANCEL_TEXT.tellCustomer}`,
      },
      confirm: { type: 'plain_text', text: 'Cancel the order' },
      deny: { type: 'plain_text', text: 'Keep it' },
      style: 'danger',
    },
  };
}

/** For an answer that only one person sees. `value` is the reference or tracking id of the payment. */
export function shareButton(value: string): Button {
  return button('share_order', 'Post to channel', value);
}

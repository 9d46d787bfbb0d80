// The buttons of orders, wherever they stand. Their value is the merchant reference; who presses needs the right, not who posted.
import type { Button } from '@slack/types';
import { formatMoney } from '#lib/money.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { linkButton, MAX_URL_LENGTH } from './blocks.ts';

/** What can be done with an order as it stands. */
export function orderButtons(order: Order): Button[] {
  const { state, service } = order;
  const waiting = state === 'pending' || state === 'failed';
  return [
    ...(waiting && service.redirectUrl && service.redirectUrl.length <= MAX_URL_LENGTH
      ? [linkButton('open_payment_page', 'Open payment page', service.redirectUrl)]
      : []),
    ...(isOpen(state) || state === 'cancelled' || state === 'review' ? [checkButton(order.reference)] : []),
    ...(state === 'failed' || state === 'not_sent'
      ? [button('send_again', 'Send again', order.reference)]
      : []),
    ...(waiting ? [cancelButton(order)] : []),
  ];
}

export function checkButton(reference: string): Button {
  return button('check_order', 'Check now', reference);
}

/** Always asks first. */
export function cancelButton(order: Order): Button {
  return {
    ...button('cancel_order', 'Cancel', order.reference),
    confirm: {
      title: { type: 'plain_text', text: 'Cancel this order?' },
      text: {
        type: 'plain_text',
        text: `${formatMoney(order.amount)}, reference ${order.reference}. The customer can then no longer be expected to pay it.`,
      },
      confirm: { type: 'plain_text', text: 'Cancel the order' },
      deny: { type: 'plain_text', text: 'Keep it' },
      style: 'danger',
    },
  };
}

/** On an answer that only one person sees. `value` is what finds the payment again. */
export function shareButton(value: string): Button {
  return button('share_order', 'Post to channel', value);
}

function button(actionId: string, label: string, value: string): Button {
  return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: label }, value };
}

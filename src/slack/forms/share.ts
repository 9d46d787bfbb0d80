// WhatsApp is how links reach customers: an address that opens a chat with the message already written.
import type { Order } from '#orders/order.ts';
import { MAX_URL_LENGTH } from '#slack/cards/blocks.ts';
import { shareText } from '#slack/text/orders.ts';

/** `https://wa.me/<digits>?text=…`, without digits when no number was given; undefined without a link to share. */
export function whatsAppLink(order: Order, merchantName: string): string | undefined {
  if (!order.service.redirectUrl) return undefined;
  const url = `https://wa.me/${order.customer.phone ?? ''}?text=${encodeURIComponent(shareText(order, merchantName).toWellFormed())}`;
  return url.length <= MAX_URL_LENGTH ? url : undefined;
}

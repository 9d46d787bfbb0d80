// WhatsApp is how links reach customers: an address that opens a chat with the message already written.
import type { Order } from '#orders/order.ts';
import { shareText } from '#slack/words.ts';

/** Slack, Limits: a button's url. */
const LONGEST_URL = 3000;

/** `https://wa.me/<digits>?text=…`, without digits when no number was given; undefined without a link to share. */
export function whatsAppLink(order: Order, merchantName: string): string | undefined {
  if (!order.service.redirectUrl) return undefined;
  const url = `https://wa.me/${order.customer.phone ?? ''}?text=${encodeURIComponent(shareText(order, merchantName))}`;
  return url.length <= LONGEST_URL ? url : undefined;
}

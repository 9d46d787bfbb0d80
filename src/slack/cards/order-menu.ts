// The menu of an order, on its card and in lists: what is done rarely. Pure.
import type { KnownBlock, Overflow } from '@slack/types';
import type { Reference } from '#orders/reference.ts';
import { REQUEST_LABELS } from '#slack/text/requests.ts';
import { button, buttonRow } from './blocks.ts';

export const ORDER_MENU = 'order_menu';

const LABELS = {
  share_whatsapp: 'Share by WhatsApp',
  show_qr: 'Show QR code',
  check_order: 'Check now',
  cancel_order: 'Cancel',
  refund_order: 'Refund',
  ask_again: 'New prompt for this customer',
  send_now: REQUEST_LABELS.sendNow,
  withdraw: REQUEST_LABELS.withdraw,
  history: 'History',
} as const;

export type MenuItem = keyof typeof LABELS;

/** Slack takes no more (Overflow menu element; Option object). */
const MAX_ITEMS = 5;
const MAX_VALUE_LENGTH = 75;

/** Their value names the request for approval as well, as requestValue (requests.ts) writes it. */
const ABOUT_REQUEST: ReadonlySet<MenuItem> = new Set(['send_now', 'withdraw']);

/**
 * Without the items whose value is too long for Slack, and nothing without any. `request`: the number of the request for approval.
 * `isLink`: the customer is sent links, not prompts.
 */
export function menuElement(
  items: readonly MenuItem[],
  reference: Reference,
  request?: number,
  isLink = false,
): Overflow[] {
  const labels = { ...LABELS, ...(isLink && { ask_again: 'New link for this customer' }) };
  const options = items
    .slice(0, MAX_ITEMS)
    .map((item) => ({
      text: { type: 'plain_text' as const, text: labels[item] },
      value: optionValue(item, reference, request),
    }))
    .filter(({ value }) => value.length <= MAX_VALUE_LENGTH);
  return options.length > 0 ? [{ type: 'overflow', action_id: ORDER_MENU, options }] : [];
}

/** Only of a charge: its reference is that of its link, which may be long, and a tracking id behind it. */
export type ChargeItem = Extract<MenuItem, 'refund_order' | 'check_order' | 'history'>;

/**
 * What the menu leaves out, as a row of buttons: their values may have 2,000 characters. A row of its own, because that of a review is
 * taken off when it has ended.
 */
export function besideMenu(items: readonly ChargeItem[], reference: Reference): KnownBlock[] {
  const left = items.filter((item) => optionValue(item, reference).length > MAX_VALUE_LENGTH);
  return buttonRow(left.map((item) => button(item, LABELS[item], reference)));
}

function optionValue(item: MenuItem, reference: Reference, request?: number): string {
  return `${item}:${reference}${ABOUT_REQUEST.has(item) ? `#${request}` : ''}`;
}

/** The item and the reference of a chosen option. A reference may have colons of its own. */
export function readMenuValue(value: string): { readonly item: string; readonly reference: string } {
  const [item = '', ...reference] = value.split(':');
  return { item, reference: reference.join(':') };
}

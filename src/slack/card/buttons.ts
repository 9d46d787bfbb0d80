import { createHash } from 'node:crypto';
import type { Button, KnownBlock, Overflow } from '@slack/types';
import { whyNoReceipt, whyNotShared } from '#customers/to-customer.ts';
import { formatMoney } from '#lib/money.ts';
import type { MoneyNews } from '#orders/announcement.ts';
import { isCancelAwaited, isKeptPastDeadline } from '#orders/deadline.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { paidFor, standing } from '#orders/payments.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { whyNotRefundable } from '#orders/refunding.ts';
import { isBeingPaidBack, isLeftToPeople, isPaidAfterCancel, missingMoney } from '#orders/resends.ts';
import { lateButtons, REQUEST_LABELS, requestButtons } from '#slack/approval/requests.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { buttonRow, confirmation, linkButton, press } from '#slack/ui/blocks.ts';

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

/** Before a cancel is confirmed. */
export const TELL_CUSTOMER =
  'Ask the customer not to pay it. If a payment still arrives, you’ll see it in the card’s thread.';

export type MenuItem = keyof typeof LABELS;

type OrderButtons = { buttons: Button[]; beside?: Button; menu: readonly MenuItem[] };

/** At most three `buttons`, one `beside` the first line. A resent order has none while its resend counts. */
export function orderButtons(order: Order): OrderButtons {
  const { state, provider, customer, prompt, resentAs, duplicatePayment, approval, reference } = order;
  const isOneTooMany = duplicatePayment ? !duplicatePayment.isBeingPaidBack : isPaidAfterCancel(order);
  const refund = isOneTooMany ? refundButton(order) : [];
  if (state === 'waiting' && approval) {
    const buttonsOf = approval.state === 'open' ? requestButtons : lateButtons;
    return { buttons: buttonsOf(order, approval), menu: [] };
  }
  if (state === 'review') {
    if (resentAs && !isLeftToPeople(order)) return { buttons: refund, menu: checkForCode(order) };
    const rarely = refund.length > 0 && missingMoney(order) ? (['refund_order'] as const) : [];
    return { buttons: reviewButtons(order), menu: [...rarely, 'check_order'] };
  }
  if (state === 'paid' || state === 'reversed') {
    const beside = whyNoReceipt(order) === undefined ? { beside: receiptButton(reference) } : {};
    const rarely = refund.length === 0 && isRefundable(order) ? (['refund_order'] as const) : [];
    const { firstName, lastName, phone, email } = customer;
    const isNamed = [firstName, lastName, phone, email, prompt?.msisdn].some(Boolean);
    const again = isNamed ? (['ask_again'] as const) : [];
    return { ...beside, buttons: refund, menu: [...rarely, ...checkForCode(order), ...again] };
  }
  if (state === 'waiting' || resentAs) return { buttons: [], menu: [] };
  const isOver = state !== 'sending' && state !== 'pending';
  const label = state === 'pending' ? 'Cancel and send again' : 'Send again';
  const again =
    (isOver || isUnanswered(order)) && !duplicatePayment ? [press('send_again', label, reference)] : [];
  if (state === 'not_sent') return { buttons: again, menu: [] };
  if (state === 'sending' || state === 'cancelled')
    return { buttons: [...again, checkButton(reference)], menu: [] };
  if (isCancelAwaited(order)) return { buttons: [], menu: ['check_order'] };
  const url = duplicatePayment || order.erasedAt !== undefined ? undefined : provider.redirectUrl;
  const page = linkButton('open_payment_page', 'Open payment page', url);
  if (page.length === 0)
    return { buttons: [...again, checkButton(reference), cancelButton(order)], menu: [] };
  const shared = isKeptPastDeadline(order) ? [] : (['share_whatsapp', 'show_qr'] as const);
  return again.length > 0
    ? { buttons: [...again, ...page], menu: [...shared, 'check_order', 'cancel_order'] }
    : { buttons: [...shareButtons(reference), ...page], menu: ['check_order', 'cancel_order'] };
}

const isRefundable = (order: Order) => whyNotRefundable(order) === undefined;

function refundButton(order: Order): Button[] {
  return isRefundable(order) ? [itemButton('refund_order', order.reference)] : [];
}

/** While the payment's code is missing: the provider may know it by now. */
function checkForCode(order: Order): readonly 'check_order'[] {
  return whyNotRefundable(order) === 'no_code' ? ['check_order'] : [];
}

const REVIEW_ROW = 'paid-';

/** A press says with it which money it was about: more may come, or go back, meanwhile. */
export function reviewRowId(order: Order): string | undefined {
  if (order.state !== 'review') return undefined;
  // A hash, because the currency is the provider's word and may be any text.
  const { balanceBrought, unclearReversalAt } = order;
  const came = [balanceBrought, unclearReversalAt, standing(order).map(({ paid }) => paid)];
  return REVIEW_ROW + createHash('sha256').update(JSON.stringify(came)).digest('base64url').slice(0, 16);
}

export const isReviewRow = (id: string) => id.startsWith(REVIEW_ROW);

function reviewButtons(order: Order): Button[] {
  const missing = missingMoney(order);
  // Of too much, or of another currency, nobody can request a balance.
  if (!missing) return [...acceptButton(order), ...refundButton(order)];
  const label = `Request the remaining ${formatMoney(missing)}`;
  return [press('ask_for_rest', label, order.reference), ...acceptButton(order)];
}

export function acceptButton(order: Order): Button[] {
  const { reference, amount } = order;
  if (isBeingPaidBack(order)) return [];
  const sum = paidFor(order);
  const text = `${sum ? plainMoney(sum) : 'What was paid'} then counts as full payment of ${formatMoney(amount)} (${quotedReference(reference)}).`;
  const confirm = confirmation('Accept as paid?', text, 'Accept as paid', 'Go back');
  return [press('accept_as_paid', 'Accept as paid', reference, { confirm })];
}

export function cancelButton({ reference, amount }: Order): Button {
  const text = `${formatMoney(amount)} (${reference}). ${TELL_CUSTOMER}`;
  const confirm = confirmation('Cancel this order?', text, 'Cancel order', 'Keep it');
  return press('cancel_order', LABELS.cancel_order, reference, { confirm: { ...confirm, style: 'danger' } });
}

export function toCustomerButtons(order: Order): Button[] {
  if (whyNoReceipt(order) === undefined) return [receiptButton(order.reference)];
  return whyNotShared(order) === undefined ? shareButtons(order.reference) : [];
}

/** Each answers whoever presses: the card has no address with the customer's number. */
export function shareButtons(reference: string): Button[] {
  return [itemButton('share_whatsapp', reference), itemButton('show_qr', reference)];
}

const itemButton = (item: MenuItem, reference: string) => press(item, LABELS[item], reference);
const receiptButton = (reference: string) => press('send_receipt', 'Send receipt', reference);
export const checkButton = (reference: string) => itemButton('check_order', reference);
/** `value`: the payment's reference or tracking id. */
export const shareButton = (value: string) => press('share_order', 'Post to channel', value);

export const ORDER_MENU = 'order_menu';
/** Slack takes no more (Option object). */
const MAX_VALUE_LENGTH = 75;

/** `request`: the number of the request for approval. `isLink`: the customer gets no prompts. */
export function menuElement(
  items: readonly MenuItem[],
  reference: Reference,
  request?: number,
  isLink = false,
): Overflow[] {
  const labels = { ...LABELS, ...(isLink && { ask_again: 'New link for this customer' }) };
  const options = items
    .slice(0, 5)
    .map((item) => ({
      text: { type: 'plain_text' as const, text: labels[item] },
      value: menuValue(item, reference, request),
    }))
    .filter(({ value }) => value.length <= MAX_VALUE_LENGTH);
  return options.length > 0 ? [{ type: 'overflow', action_id: ORDER_MENU, options }] : [];
}

/** A charge has no card, so its reply has a menu at its side, and `rows` below. */
export function chargeButtons(order: Order, kind: MoneyNews['kind']) {
  const { reference, state } = order;
  const buttons = state === 'review' ? reviewButtons(order) : [];
  const refund = kind === 'paid' && isRefundable(order) ? (['refund_order'] as const) : [];
  const check = buttons.length > 0 ? (['check_order'] as const) : checkForCode(order);
  const items = [...refund, ...check, 'history' as const];
  const [menu] = menuElement(items, reference);
  return { menu, rows: [...buttonRow(buttons, reviewRowId(order)), ...besideMenu(items, reference)] };
}

/** What a menu leaves out because the charge's reference is long. */
export function besideMenu(items: readonly MenuItem[], reference: Reference): KnownBlock[] {
  const left = items.filter((item) => menuValue(item, reference).length > MAX_VALUE_LENGTH);
  return buttonRow(left.map((item) => itemButton(item, reference)));
}

/** About a request for approval, the value ends as `requestValue` (approval/) writes it. */
function menuValue(item: MenuItem, reference: Reference, request?: number): string {
  return `${item}:${reference}${item === 'send_now' || item === 'withdraw' ? `#${request}` : ''}`;
}

/** A reference may have colons of its own. */
export function readMenuValue(value: string) {
  const [item = '', ...reference] = value.split(':');
  return { item, reference: reference.join(':') };
}

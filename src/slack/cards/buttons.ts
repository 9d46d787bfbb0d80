// The buttons and the menu of an order, on its card and in lists. A button's value is the reference; anybody who may act can
// press them.
import { createHash } from 'node:crypto';
import type { Button } from '@slack/types';
import { whyNoReceipt, whyNotShared } from '#customers/to-customer.ts';
import { formatMoney } from '#lib/money.ts';
import { isCancelAwaited, isKeptPastDeadline } from '#orders/deadline.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { paidFor, standing } from '#orders/payments.ts';
import { quotedReference } from '#orders/reference.ts';
import { whyNotRefundable } from '#orders/refunding.ts';
import { isBeingPaidBack, isLeftToPeople, isPaidAfterCancel, missingMoney } from '#orders/successor.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { CANCEL_TEXT } from '#slack/text/tasks.ts';
import { button, confirmation, linkButton } from './blocks.ts';
import type { MenuItem } from './order-menu.ts';
import { lateButtons, requestButtons } from './requests.ts';

/** `buttons`: at most three, which stand out in a row. `beside`: beside the first line. `menu`: what is done rarely. */
type OrderButtons = {
  readonly buttons: Button[];
  readonly beside?: Button;
  readonly menu: readonly MenuItem[];
};

/** What makes sense now. An order that another one was made from has no buttons until that one came to nothing. */
export function orderButtons(order: Order): OrderButtons {
  const { state, service, successor, reference } = order;
  const isReplaced = successor !== undefined && !(state === 'review' && isLeftToPeople(order));
  const unanswered = isUnanswered(order);
  // The customer has paid an earlier one: there is nothing to send again.
  const mayBeSentAgain = !order.paidTwin;
  const sendAgain = mayBeSentAgain ? [sendAgainButton(order)] : [];
  const isOneTooMany = order.paidTwin ? !order.paidTwin.isBeingPaidBack : isPaidAfterCancel(order);
  const mayGoBack = isOneTooMany && isRefundable(order);
  switch (state) {
    case 'review': {
      if (isReplaced)
        return { buttons: mayGoBack ? [refundButton(reference)] : [], menu: checkForCode(order) };
      const refund = mayGoBack && missingMoney(order) ? (['refund_order'] as const) : [];
      return { buttons: reviewButtons(order), menu: [...refund, 'check_order'] };
    }
    case 'paid':
    case 'reversed': {
      const askAgain = hasCustomer(order) ? (['ask_again'] as const) : [];
      const beside = whyNoReceipt(order) === undefined ? { beside: receiptButton(reference) } : {};
      if (!isRefundable(order))
        return { ...beside, buttons: [], menu: [...checkForCode(order), ...askAgain] };
      return mayGoBack
        ? { ...beside, buttons: [refundButton(reference)], menu: askAgain }
        : { ...beside, buttons: [], menu: ['refund_order', ...askAgain] };
    }
    case 'waiting':
      return { buttons: waitingButtons(order), menu: [] };
    case 'sending':
      if (isReplaced) return NOTHING;
      return { buttons: [...(unanswered ? sendAgain : []), checkButton(reference)], menu: [] };
    case 'pending':
    case 'failed': {
      if (isReplaced) return NOTHING;
      if (isCancelAwaited(order)) return { buttons: [], menu: ['check_order'] };
      const page =
        mayBeSentAgain && order.erasedAt === undefined
          ? linkButton('open_payment_page', 'Open payment page', service.redirectUrl)
          : [];
      const first = unanswered || state === 'failed' ? sendAgain : [];
      if (page.length === 0)
        return { buttons: [...first, checkButton(reference), cancelButton(order)], menu: [] };
      const shared = isKeptPastDeadline(order) ? [] : (['share_whatsapp', 'show_qr'] as const);
      return first.length > 0
        ? { buttons: [...first, ...page], menu: [...shared, 'check_order', 'cancel_order'] }
        : { buttons: [...shareButtons(reference), ...page], menu: ['check_order', 'cancel_order'] };
    }
    case 'cancelled':
      return { buttons: isReplaced ? [] : [...sendAgain, checkButton(reference)], menu: [] };
    case 'not_sent':
      return { buttons: isReplaced ? [] : sendAgain, menu: [] };
  }
}

const NOTHING: OrderButtons = { buttons: [], menu: [] };

function waitingButtons(order: Order): Button[] {
  const { approval } = order;
  if (!approval) return [];
  return approval.state === 'open' ? requestButtons(order, approval) : lateButtons(order, approval);
}

/** True when somebody can ask for its refund now. */
export function isRefundable(order: Order): boolean {
  return whyNotRefundable(order) === undefined;
}

/** In place of *Refund* while the payment's code is missing: the provider may know it by now. */
export function checkForCode(order: Order): readonly 'check_order'[] {
  return whyNotRefundable(order) === 'no_code' ? ['check_order'] : [];
}

function refundButton(reference: string): Button {
  return button('refund_order', 'Refund', reference);
}

/** Somebody whom the form of a new order can show. */
function hasCustomer({ customer, prompt }: Order): boolean {
  const { firstName, lastName, phone, email } = customer;
  return [firstName, lastName, phone, email, prompt?.msisdn].some(Boolean);
}

const REVIEW_ROW = 'paid-';

/**
 * The id of the row with the buttons of a review: a press says with it which money stood there, because more may have come, or gone
 * back, since.
 */
export function reviewRowId(order: Order): string | undefined {
  if (order.state !== 'review') return undefined;
  // Of a short hash, because the currency is the provider's word and may be any text.
  const { restBrought, unclearReversalAt } = order;
  const came = [restBrought, unclearReversalAt, standing(order).map(({ paid }) => paid)];
  const hash = createHash('sha256').update(JSON.stringify(came)).digest('base64url');
  return REVIEW_ROW + hash.slice(0, 16);
}

export function isReviewRow(id: string): boolean {
  return id.startsWith(REVIEW_ROW);
}

/** A charge has no card, so its reply has these. */
export function reviewButtons(order: Order): Button[] {
  const { reference } = order;
  const missing = missingMoney(order);
  return [
    ...(missing ? [button('ask_for_rest', `Request the remaining ${formatMoney(missing)}`, reference)] : []),
    ...acceptButton(order),
    // Too much, or another currency: nobody can ask for a rest.
    ...(!missing && isRefundable(order) ? [refundButton(reference)] : []),
  ];
}

/** For a row with the id of `reviewRowId`; none while the order is being refunded. */
export function acceptButton(order: Order): Button[] {
  const { reference, amount } = order;
  if (isBeingPaidBack(order)) return [];
  const sum = paidFor(order);
  const paid = sum ? plainMoney(sum) : 'What was paid';
  return [
    {
      ...button('accept_as_paid', 'Accept as paid', reference),
      confirm: confirmation(
        'Accept as paid?',
        `${paid} then counts as full payment of ${formatMoney(amount)} (${quotedReference(reference)}).`,
        'Accept as paid',
        'Go back',
      ),
    },
  ];
}

function sendAgainButton(order: Order): Button {
  const isAtService = order.state === 'pending' && isUnanswered(order);
  const label = isAtService ? 'Cancel and send again' : 'Send again';
  return button('send_again', label, order.reference);
}

export function checkButton(reference: string): Button {
  return button('check_order', 'Check now', reference);
}

/** Slack asks the person to confirm before it sends the press. */
export function cancelButton(order: Order): Button {
  return {
    ...button('cancel_order', 'Cancel', order.reference),
    confirm: {
      ...confirmation(
        'Cancel this order?',
        `${formatMoney(order.amount)} (${order.reference}). ${CANCEL_TEXT.tellCustomer}`,
        'Cancel order',
        'Keep it',
      ),
      style: 'danger',
    },
  };
}

/** What its customer can be given now; at most two. */
export function toCustomerButtons(order: Order): Button[] {
  if (whyNoReceipt(order) === undefined) return [receiptButton(order.reference)];
  return whyNotShared(order) === undefined ? shareButtons(order.reference) : [];
}

/** With what a link reaches its customer. Each answers whoever presses: the card has no address with the customer's number. */
export function shareButtons(reference: string): Button[] {
  return [
    button('share_whatsapp', 'Share by WhatsApp', reference),
    button('show_qr', 'Show QR code', reference),
  ];
}

function receiptButton(reference: string): Button {
  return button('send_receipt', 'Send receipt', reference);
}

/** For an answer that only one person sees. `value` is the reference or tracking id of the payment. */
export function shareButton(value: string): Button {
  return button('share_order', 'Post to channel', value);
}

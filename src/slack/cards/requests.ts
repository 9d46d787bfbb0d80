// The buttons of a request for approval, and the value that they carry: the order and the number of the request, so that an
// old button never decides a newer request. Pure.
import type { Button, KnownBlock } from '@slack/types';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { parseStoredReference, type Reference } from '#orders/reference.ts';
import { REFUND_TEXT } from '#slack/text/refunds.ts';
import { REQUEST_LABELS, REQUEST_TEXT, whatIsApproved } from '#slack/text/requests.ts';
import { button, confirmation, section } from './blocks.ts';
import { type MessageContent, offerMessage } from './message.ts';

/** "7K3M9-QX2ZD#1". No reference has a "#". */
export function requestValue(order: Order, { number }: Pick<Approval, 'number'>): string {
  return `${order.reference}#${number}`;
}

/** Undefined for what `requestValue` has not written. */
export function readRequestValue(
  value: string,
): { readonly reference: Reference; readonly number: number } | undefined {
  const [, text = '', digits = ''] = /^(.+)#(\d{1,6})$/.exec(value) ?? [];
  const reference = parseStoredReference(text);
  return reference && { reference, number: Number(digits) };
}

/**
 * For a message that is posted with an open request. Later edits leave it out: only a new message notifies the groups. `groups`: ids of
 * user groups (S…).
 */
export function approversMentioned({ approval }: Order, groups: readonly string[]): KnownBlock[] {
  if (approval?.state !== 'open' || groups.length === 0) return [];
  return [section(`${groups.map((id) => `<!subteam^${id}>`).join(', ')}: ${REQUEST_TEXT.mention}`)];
}

/** For those who approve. */
export function decisionButtons(order: Order, request: Approval): Button[] {
  const value = requestValue(order, request);
  return [
    {
      ...button('approve', REQUEST_LABELS.approve, value),
      style: 'primary',
      confirm: confirmation(
        REQUEST_LABELS.approveIt,
        whatIsApproved(order, request),
        REQUEST_LABELS.approve,
        REQUEST_LABELS.goBack,
      ),
    },
    button('decline', REQUEST_LABELS.decline, value),
  ];
}

/** The same, and one for who asked. */
export function requestButtons(order: Order, request: Approval): Button[] {
  return [...decisionButtons(order, request), withdrawButton(order, request)];
}

/** For who asked. */
export function withdrawButton(order: Order, request: Approval): Button {
  return button('withdraw', REQUEST_LABELS.withdraw, requestValue(order, request));
}

/** Of a prompt that was approved late, for who asked. */
export function lateButtons(order: Order, request: Approval): Button[] {
  const value = requestValue(order, request);
  return [
    { ...button('send_now', REQUEST_LABELS.sendNow, value), style: 'primary' },
    withdrawButton(order, request),
  ];
}

/** For approvers, where only they can find out what became of a refund. */
export function refundEndButtons(order: Order, request: Pick<Approval, 'number'>): Button[] {
  const value = requestValue(order, request);
  const ask = (label: string, question: string) =>
    confirmation(question, REQUEST_LABELS.endsIt, label, REQUEST_LABELS.goBack);
  return [
    {
      ...button('refund_done', REQUEST_LABELS.paidBack, value),
      confirm: ask(REQUEST_LABELS.paidBack, REQUEST_LABELS.paidBackQuestion),
    },
    {
      ...button('refund_not_done', REQUEST_LABELS.notPaidBack, value),
      confirm: ask(REQUEST_LABELS.notPaidBack, REQUEST_LABELS.notPaidBackQuestion),
    },
  ];
}

/** For a message, which cannot open a form by itself. `value`: a reference or tracking id. */
export function refundOffer(value: string): MessageContent {
  return offerMessage(REFUND_TEXT.offer, button('refund_order', REFUND_TEXT.open, value));
}

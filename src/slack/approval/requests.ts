// A request for approval in words and buttons. A button's value has the order and the number of the request, so that an old button
// never decides a newer request. Pure.
import type { Button, KnownBlock } from '@slack/types';
import { sumMoney } from '#lib/money.ts';
import type { News } from '#orders/announcement.ts';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { parseStoredReference, quotedReference, type Reference } from '#orders/reference.ts';
import { type Refund, wasNeverAsked } from '#orders/refund.ts';
import { aboutDuplicate, describeReference } from '#slack/card/text.ts';
import { asSentence, plain, providerWords, shorten } from '#slack/text/escape.ts';
import { describeKind, describeWhat, plainMoney } from '#slack/text/orders.ts';
import { confirmation, press, section } from '#slack/ui/blocks.ts';
import { foreign, type Piece, person } from '#slack/ui/line.ts';
import { type Said, say } from '#slack/ui/say.ts';

export const REQUEST_LABELS = { withdraw: 'Withdraw request', sendNow: 'Send now' } as const;

/** "7K3M9-QX2ZD#1". No reference has a "#". */
function requestValue(order: Order, { number }: Pick<Approval, 'number'>): string {
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

/** For those who approve. */
export function decisionButtons(order: Order, request: Approval): Button[] {
  const value = requestValue(order, request);
  const question = whatIsApproved(order, request);
  return [
    press('approve', 'Approve', value, {
      style: 'primary',
      confirm: confirmation('Approve this request?', question, 'Approve', 'Go back'),
    }),
    press('decline', 'Decline', value),
  ];
}

/** For those who approve, and for the requester. */
export function requestButtons(order: Order, request: Approval): Button[] {
  return [...decisionButtons(order, request), withdrawButton(order, request)];
}

export function withdrawButton(order: Order, request: Approval): Button {
  return press('withdraw', REQUEST_LABELS.withdraw, requestValue(order, request));
}

/** Of a prompt that was approved late, for the requester. */
export function lateButtons(order: Order, request: Approval): Button[] {
  const sendNow = press('send_now', REQUEST_LABELS.sendNow, requestValue(order, request), {
    style: 'primary',
  });
  return [sendNow, withdrawButton(order, request)];
}

/** For approvers, where only they can find out what became of a refund. */
export function refundEndButtons(order: Order, request: Pick<Approval, 'number'>): Button[] {
  const value = requestValue(order, request);
  const ends = 'Check the Pesapal dashboard first. Your answer closes this refund and shows your name.';
  const answer = (actionId: string, label: string, question: string) =>
    press(actionId, label, value, { confirm: confirmation(question, ends, label, 'Go back') });
  return [
    answer('refund_done', 'It was refunded', 'Was it refunded?'),
    answer('refund_not_done', 'It wasn’t refunded', 'Was it not refunded?'),
  ];
}

/**
 * For a message that is posted with an open request. Later edits leave it out: only a new message notifies the groups. `groups`: ids of
 * user groups (S…).
 */
export function approversMentioned({ approval }: Order, groups: readonly string[]): KnownBlock[] {
  if (approval?.state !== 'open' || groups.length === 0) return [];
  const [first, ...others] = groups.map((id): Piece => ({ type: 'usergroup', usergroup_id: id }));
  const mentions = others.reduce((before, group) => say`${before}, ${group}`, say`${first}`);
  return [section(say`${mentions}: please approve or decline.`)];
}

/** The amount that a request is about, as people read it. */
export function amountOf({ amount, refund }: Order, { about }: Pick<Approval, 'about'>): string {
  return plainMoney(about === 'refund' && refund ? refund.amount : amount);
}

/** "PIN prompt", "Refund" */
export function whatWaits(order: Order, { about }: Pick<Approval, 'about'>): string {
  return about === 'refund' ? 'Refund' : describeKind(order);
}

/** In the question before an approval, for plain_text. */
export function whatIsApproved(order: Order, request: Pick<Approval, 'about'>): string {
  const what = `${amountOf(order, request)}${request.about === 'refund' ? ' for' : ','} ${shorten(describeWhat(order), 100)} (${quotedReference(order.reference)})?`;
  if (request.about === 'refund') return [`Refund ${what}`, otherIsRefunded(order)].filter(Boolean).join(' ');
  return order.kind === 'prompt'
    ? `Send a prompt for ${what} If the request is over 10 minutes old, the requester sends it.`
    : `Create a link for ${what}`;
}

/** For plain_text; '' unless the other half of a duplicate payment is being refunded too. */
export function otherIsRefunded({ duplicatePayment, refund }: Order): string {
  if (!refund || !duplicatePayment?.isBeingPaidBack) return '';
  const { reference, refundAmount } = duplicatePayment;
  const { currency } = refund.amount;
  const total =
    refundAmount?.currency === currency
      ? `, ${plainMoney(sumMoney(currency, [refund.amount, refundAmount]))} in total`
      : '';
  return `The duplicate payment ${quotedReference(reference)} is being refunded too${total}.`;
}

/** How a request ended; nothing while it is open. */
export function describeEnd({ state, about, decidedBy = '', reason = '' }: Approval): Said {
  const isRefund = about === 'refund';
  const what = isRefund ? 'this refund' : 'this';
  const ends = {
    open: [],
    approved: say`${person(decidedBy)} approved ${what}.`,
    declined: say`${person(decidedBy)} declined ${what}: ${ownWords(reason)}`,
    withdrawn: say`${person(decidedBy)} withdrew this request.`,
    run_out: isRefund
      ? say`This refund wasn’t approved within 24 hours.`
      : say`This wasn’t approved and sent within 24 hours.`,
    lapsed: say`The payment has changed, so this refund can’t be approved.`,
  };
  return ends[state];
}

/** A reason in a person's own words, as a sentence. */
function ownWords(words: string): Piece {
  return foreign(asSentence(shorten(plain(words), 300)), 301);
}

type RequestNews = Extract<
  News,
  { kind: 'approval_asked' | 'approval_decided' | 'approved_late' | `refund_${string}` }
>;

/** The reply in the thread for each kind of news about a request. `isOpen`: somebody still has to decide, or to say how it went. */
export function describeRequest(news: RequestNews, order: Order, isOpen = false): Said {
  if (news.kind === 'approval_decided') return describeDecision(news.approval, order);
  if (news.kind === 'approved_late') {
    const { decidedBy = '', requestedBy } = news.approval;
    return say`${person(decidedBy)} approved this more than 10 minutes after the request. ${person(requestedBy)}, press *Send now* to send the prompt.`;
  }
  const { refund } = news;
  const what = whatOf(refund);
  const requester = person(refund.requestedBy);
  const check = isOpen ? say` Approvers: check the Pesapal dashboard, then choose what happened.` : undefined;
  switch (news.kind) {
    case 'approval_asked': {
      const requested = say`:lock: ${requester} requests a refund of ${what}: ${ownWords(refund.remarks)}`;
      const other = otherIsRefunded(order);
      if (isOpen)
        return say`${requested} An approver has 24 hours to decide.${other && say` ${foreign(other, 300)}`}`;
      const { approval } = order;
      const end = approval?.number === news.approval.number ? describeEnd(approval) : [];
      return end.length > 0 ? say`${requested} ${end}` : requested;
    }
    case 'refund_received':
      return say`Refund of ${what} requested by ${requester}${refund.approvedBy && say`, approved by ${person(refund.approvedBy)}`}. Pesapal hasn’t processed it yet.`;
    case 'refund_received_before':
      return say`:warning: Someone already requested this refund outside Teller: ${what}. This thread shows when Pesapal has processed it.`;
    case 'refund_refused': {
      if (wasNeverAsked(refund))
        return say`:x: ${requester}, the refund of ${what} was interrupted before it reached Pesapal. Request it again.`;
      const words = asSentence(providerWords(refund.failure?.providerMessage ?? '', 300));
      return say`:x: Pesapal refused the refund of ${what}.${words && say` Pesapal says: ${foreign(words, 301)}`} You can request it again.`;
    }
    case 'refund_lapsed':
      return refund.isTooLate
        ? say`:x: ${requester}, ${person(refund.approvedBy ?? '')} approved the refund of ${what}, but Pesapal couldn’t be reached within 24 hours. Nothing was refunded. Request it again.`
        : say`:x: ${requester}, the payment has changed since the refund of ${what} was approved. Nothing was refunded. Request it again.`;
    case 'refund_unknown':
      return say`:warning: *It isn’t certain whether ${what} is being refunded.* Pesapal didn’t answer, and won’t be asked again.${check}`;
    case 'refund_reminder':
      return say`:hourglass: Pesapal hasn’t confirmed the refund of ${what} for ${describeReference(order.reference)} in 3 days. ${person(refund.approvedBy ?? refund.requestedBy)}, check the Pesapal dashboard.`;
    case 'refund_overdue':
      return say`:warning: Pesapal hasn’t confirmed the refund of ${what} in 30 days.${check}`;
    case 'refund_ended':
      return say`${person(refund.endedBy ?? '')} checked: ${what} wasn’t refunded. It still counts as paid.`;
  }
}

function describeDecision(approval: Approval, order: Order): Said {
  const { state, about, requestedBy } = approval;
  const isRefund = about === 'refund';
  switch (state) {
    case 'open':
      return isRefund ? say`The refund needs approval.` : say`This needs approval.`;
    case 'approved':
    case 'withdrawn':
      return describeEnd(approval);
    case 'declined':
      return say`:x: ${person(requestedBy)}, ${describeEnd(approval)}`;
    case 'run_out': {
      if (isRefund)
        return say`:x: ${person(requestedBy)}, this refund wasn’t approved within 24 hours. You can request it again.`;
      // An order of whose chain another was paid is not sent again.
      const next = aboutDuplicate(order) ?? say` You can request it again.`;
      return say`:x: ${person(requestedBy)}, this wasn’t approved and sent within 24 hours.${next}`;
    }
    case 'lapsed':
      return say`:x: ${person(requestedBy)}, the payment has changed, so this refund can’t be approved. Request it again.`;
  }
}

/** Without the amount where somebody requested it outside Teller: nobody here knows theirs. */
function whatOf({ amount, confirmationCode, wasAskedBefore }: Refund): Said {
  const code = foreign(confirmationCode, 40);
  return wasAskedBefore ? say`payment ${code}` : say`${plainMoney(amount)} (${code})`;
}

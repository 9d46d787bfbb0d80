// The sentences about requests for approval. Exhaustive by type.
import { sumMoney } from '#lib/money.ts';
import type { Approval, ApprovalState } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import type { ApprovalResult } from '#payments/ordering/approvals.ts';
import { asSentence, escapeSentence, plain, shorten } from './escape.ts';
import { describeFailure, describeKind, describeWhat, plainMoney } from './orders.ts';
import { UNKNOWN_ORDER } from './people.ts';

export const REQUEST_LABELS = {
  approve: 'Approve',
  approveIt: 'Approve this request?',
  decline: 'Decline',
  withdraw: 'Withdraw request',
  sendNow: 'Send now',
  goBack: 'Go back',
  paidBack: 'It was refunded',
  paidBackQuestion: 'Was it refunded?',
  notPaidBack: 'It wasn’t refunded',
  notPaidBackQuestion: 'Was it not refunded?',
  endsIt: 'Check the Pesapal dashboard first. Your answer closes this refund and shows your name.',
} as const;

export const DECLINE_TEXT = {
  wait: 'One moment…',
  order: 'Order',
  refund: 'Refund',
  reason: {
    label: 'Reason',
    hint: 'The requester sees this in the card’s thread, with your name.',
    placeholder: 'The price list says 55,000',
  },
  reasonMissing: 'Enter a reason. The requester sees it.',
} as const;

/** The amount that a request is about, as people read it. */
function amountOf({ amount, refund }: Order, { about }: Pick<Approval, 'about'>): string {
  return plainMoney(about === 'refund' && refund ? refund.amount : amount);
}

/** In the question before an approval, for plain_text. */
export function whatIsApproved(order: Order, request: Pick<Approval, 'about'>): string {
  const what = shorten(describeWhat(order), 100);
  const amount = amountOf(order, request);
  const reference = quotedReference(order.reference);
  if (request.about === 'refund')
    return `Refund ${amount} for ${what} (${reference})?${otherIsRefunded(order)}`;
  return order.kind === 'prompt'
    ? `Send a prompt for ${amount}, ${what} (${reference})? If the request is over 10 minutes old, the requester sends it.`
    : `Create a link for ${amount}, ${what} (${reference})?`;
}

/** To follow a sentence, in plain text; '' unless the other half of a duplicate payment is being refunded too. */
export function otherIsRefunded({ paidTwin, refund }: Order): string {
  if (!refund || !paidTwin?.isBeingPaidBack) return '';
  const { reference, refundAmount } = paidTwin;
  const { currency } = refund.amount;
  const total =
    refundAmount?.currency === currency
      ? `, ${plainMoney(sumMoney(currency, [refund.amount, refundAmount]))} in total`
      : '';
  return ` The duplicate payment ${quotedReference(reference)} is being refunded too${total}.`;
}

/** "PIN prompt", "Refund" */
export function whatWaits(order: Order, { about }: Pick<Approval, 'about'>): string {
  return about === 'refund' ? 'Refund' : describeKind(order);
}

/** What a screen reader reads of a direct message about a request, and a notification shows. */
export function waitingSentence(order: Order, request: Approval): string {
  const what = escapeSentence(shorten(describeWhat(order), 100));
  const amount = escapeSentence(amountOf(order, request));
  return request.about === 'refund'
    ? `Refund of ${amount} for ${what} needs your approval, requested by <@${request.askedBy}>.`
    : `${amount} for ${what} needs your approval, requested by <@${request.askedBy}>.`;
}

/** How a request ended, in mrkdwn; '' while it is open. */
export function describeEnd({ state, about, decidedBy = '', reason = '' }: Approval): string {
  const what = about === 'refund' ? 'this refund' : 'this';
  switch (state) {
    case 'open':
      return '';
    case 'approved':
      return `<@${decidedBy}> approved ${what}.`;
    case 'declined':
      return `<@${decidedBy}> declined ${what}: ${escapeSentence(asSentence(shorten(plain(reason), 300)))}`;
    case 'withdrawn':
      return `<@${decidedBy}> withdrew this request.`;
    case 'run_out':
      return about === 'refund'
        ? 'This refund wasn’t approved within 24 hours.'
        : 'This wasn’t approved and sent within 24 hours.';
    case 'lapsed':
      return 'The payment has changed, so this refund can’t be approved.';
  }
}

export const REQUEST_TEXT = {
  gone: 'This button is out of date. The card and its thread show the newest request.',
  over: 'This request is closed. The card shows the newest one.',
  mention: 'please approve or decline.',
  own: 'You requested this, so another approver must decide. You can withdraw it.',
  sent: 'This was already sent. The card shows its progress.',
  noCard: 'The card is still being posted. Press again in a few seconds.',
  notAsker: 'Only the requester can do this.',
} as const;

/** The store did not answer. `isCertain`: it had not been asked to save anything. */
export function describeUndecided(incident: string, isCertain: boolean): string {
  const what = isCertain
    ? 'Nothing was decided, because Teller’s store didn’t answer. Press again in a minute.'
    : 'It isn’t certain whether this was decided. Check the card before you press again; nothing is decided twice.';
  return `${what} If it keeps happening, give incident number ${incident} to whoever runs Teller.`;
}

export type RequestDeed = 'approve' | 'decline' | 'withdraw' | 'send_now';

/** After a press, in mrkdwn. `by`: who pressed, a Slack id. */
export function describeResult(deed: RequestDeed, result: ApprovalResult, by: string): string {
  switch (result.status) {
    case 'unknown_order':
      return UNKNOWN_ORDER;
    case 'decided':
      return describeDeed(deed, result.order);
    case 'late':
      return 'Approved. The request is over 10 minutes old, so the requester sends the prompt with *Send now* on the card.';
    case 'no_longer_holds':
      return describeLapsed(result.order);
    case 'already_decided':
      if (deed !== 'send_now' || result.order.approval?.state !== 'approved')
        return describeEnded(result.order, by);
      return result.order.state === 'not_sent' ? describeLapsed(result.order) : REQUEST_TEXT.sent;
    case 'gone':
      return REQUEST_TEXT.gone;
    case 'own':
      return REQUEST_TEXT.own;
    case 'not_own':
      return REQUEST_TEXT.notAsker;
    case 'no_card':
      return REQUEST_TEXT.noCard;
  }
}

function describeDeed(deed: RequestDeed, { approval }: Order): string {
  switch (deed) {
    case 'approve':
      return approval?.about === 'refund'
        ? 'Approved. Pesapal’s answer appears in the card’s thread.'
        : 'Approved. The card shows when it’s sent.';
    case 'decline':
      return 'Declined. The requester sees your reason in the card’s thread.';
    case 'withdraw':
      return 'Request withdrawn. Nothing was sent to Pesapal.';
    case 'send_now':
      return 'Sending now. The card shows its progress.';
  }
}

/** How a request ended before this press. */
function describeEnded({ approval }: Order, by: string): string {
  if (!approval) return REQUEST_TEXT.gone;
  const who = approval.decidedBy === by ? 'You' : `<@${approval.decidedBy}>`;
  const sentences: Record<ApprovalState, string> = {
    open: REQUEST_TEXT.gone,
    approved: `${who} already approved this.`,
    declined: `${who} already declined this.`,
    withdrawn: `${who} withdrew this request.`,
    run_out: describeEnd(approval),
    lapsed: describeEnd(approval),
  };
  return sentences[approval.state];
}

/** Why an approval came to nothing. */
function describeLapsed({ approval, failure, kind }: Order): string {
  if (approval?.about === 'refund' || !failure)
    return 'The payment has changed since this was requested, so the request is closed. Request the refund again.';
  const { what, next } = describeFailure(failure, kind);
  return `This can’t be sent any more. ${what} ${next}`;
}

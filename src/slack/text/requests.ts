// The sentences about requests for approval. Exhaustive by type.
import { counted } from '#lib/counted.ts';
import type { Approval, ApprovalState } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import type { ApprovalResult } from '#payments/ordering/approvals.ts';
import { escapeSentence, shorten } from './escape.ts';
import { describeFailure, describeKind, describeWhat, plainMoney } from './orders.ts';
import { UNKNOWN_ORDER } from './people.ts';

export const REQUEST_LABELS = {
  approve: 'Approve',
  approveIt: 'Approve it?',
  decline: 'Decline',
  withdraw: 'Withdraw',
  sendNow: 'Send now',
  goBack: 'Go back',
  paidBack: 'It was paid back',
  paidBackQuestion: 'Was it paid back?',
  notPaidBack: 'It was not',
  notPaidBackQuestion: 'Was it not paid back?',
  endsIt: 'This ends the refund, with your name. Look in the payment service’s dashboard first.',
} as const;

export const DECLINE_TEXT = {
  wait: 'One moment…',
  order: 'An order for',
  refund: 'A refund of',
  reason: {
    label: 'Why',
    hint: 'Whoever asked reads this in the card’s thread, with your name.',
    placeholder: 'The price list says 55,000',
  },
  reasonMissing: 'Say in a few words why. Whoever asked reads it.',
} as const;

/** The amount that a request is about, as people read it. */
function amountOf({ amount, refund }: Order, { about }: Pick<Approval, 'about'>): string {
  return plainMoney(about === 'refund' && refund ? refund.amount : amount);
}

/** In the question before an approval, for plain_text. */
export function whatIsApproved(order: Order, request: Pick<Approval, 'about'>): string {
  const what = shorten(describeWhat(order), 100);
  const amount = amountOf(order, request);
  return request.about === 'refund'
    ? `${amount} then goes back to the customer, of ${quotedReference(order.reference)}, ${what}. The payment service is asked once.${otherGoesBackToo(order)}`
    : `The customer is then asked for ${amount}, for ${what}, reference ${order.reference}.${order.kind === 'prompt' ? ' Ten minutes after it was asked for, whoever asked sends it.' : ''}`;
}

/** For who decides, to follow a sentence; '' unless the other of two payments for one thing is being paid back. */
export function otherGoesBackToo({ paidTwin }: Order): string {
  return paidTwin?.isBeingPaidBack
    ? ` ${paidTwin.reference}, which was paid for the same thing, is being paid back as well.`
    : '';
}

/** "PIN prompt", "Refund" */
export function whatWaits(order: Order, { about }: Pick<Approval, 'about'>): string {
  return about === 'refund' ? 'Refund' : describeKind(order);
}

/** What a screen reader hears of a direct message about a request, and a notification shows. */
export function waitingSentence(order: Order, request: Approval): string {
  const what = escapeSentence(shorten(describeWhat(order), 100));
  const amount = escapeSentence(amountOf(order, request));
  const kind = request.about === 'refund' ? 'A refund of' : 'An order for';
  return `${kind} ${amount} waits for your approval: ${what}, asked by <@${request.askedBy}>.`;
}

/** The heading of a list of which the first `shown` are shown. */
export function waitingCount(count: number, shown: number): string {
  if (count === 0) return 'Nothing waits for your approval.';
  const things = `${counted(count, 'request')} ${count === 1 ? 'waits' : 'wait'}`;
  return shown < count ? `${things} for your approval; the oldest ${shown}:` : `${things} for your approval.`;
}

export const REQUEST_TEXT = {
  gone: 'This button is of an earlier request. The card and its thread show the newest one.',
  own: 'You asked for this yourself, so another approver has to decide. You can withdraw it.',
  sent: 'It has been sent already. The card shows how it goes.',
  noCard: 'Its card is being posted, so this has not been ended. Press again in a few seconds.',
  notAsker: 'Only whoever asked for this can do that.',
} as const;

/** The store did not answer. `isCertain`: it had not been asked to save anything. */
export function describeUndecided(incident: string, isCertain: boolean): string {
  const what = isCertain
    ? 'Nothing was decided, because Teller could not reach its store. Press again in a minute.'
    : 'It is not certain whether this was decided. Look at the card before you press again; nothing is decided twice.';
  return `${what} If it goes on, tell whoever runs Teller the incident number ${incident}.`;
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
      return 'Approved. It was asked for more than ten minutes ago, so the phone does not ring by itself: whoever asked presses *Send now* on the card.';
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
        ? 'Approved. Teller asks the payment service now; the card’s thread says what it answers.'
        : 'Approved. Teller checks now whether it still holds; the card says whether it was sent.';
    case 'decline':
      return 'Declined. Whoever asked reads your reason in the card’s thread.';
    case 'withdraw':
      return 'Withdrawn. The payment service was not asked.';
    case 'send_now':
      return 'Sending it now. The card shows how it goes.';
  }
}

/** How a request ended before this press. */
function describeEnded({ approval }: Order, by: string): string {
  if (!approval) return REQUEST_TEXT.gone;
  const who = approval.decidedBy === by ? 'You have' : `<@${approval.decidedBy}> has`;
  const sentences: Record<ApprovalState, string> = {
    open: REQUEST_TEXT.gone,
    approved: `${who} already approved this.`,
    declined: `${who} already declined this.`,
    withdrawn: `${who} withdrawn this request.`,
    run_out: `This was not approved${approval.about === 'order' ? ' and sent' : ''} within 24 hours, so the request has run out.`,
    lapsed: 'What was asked for came to nothing meanwhile, so there is nothing to decide.',
  };
  return sentences[approval.state];
}

/** Why an approval came to nothing. */
function describeLapsed({ approval, failure }: Order): string {
  if (approval?.about === 'refund' || !failure)
    return 'The payment has changed since this was asked for, so the request has ended. Ask for it anew.';
  const { what, next } = describeFailure(failure);
  return `It cannot be sent any more. ${what} ${next}`;
}

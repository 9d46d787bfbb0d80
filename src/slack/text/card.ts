// The words of an order's card: how it stands, in as few as possible. Exhaustive by type.

import { sameMoney } from '#lib/money.ts';
import { dayWithYear } from '#lib/time.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import {
  excessOf,
  isBookedElsewhere,
  isUnstated,
  missingOf,
  paidFor,
  shownPayments,
} from '#orders/payments.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { isAcceptedOther, isBeingPaidBack, isPaidAfterCancel } from '#orders/successor.ts';
import { escapeMrkdwn } from './escape.ts';
import {
  afterCancel,
  describeMoney,
  describeOwnState,
  describePaid,
  describeProgress,
  lowerFirst,
  moneyBackOf,
  plainMoney,
  refundedMoney,
  whatIsUnknown,
} from './orders.ts';

/** `icon`: an emoji's name. `money` is shown in bold, `state` after what it is for; both for plain_text and rich_text. */
type Headline = { readonly icon: string; readonly money: string; readonly state?: string | undefined };

/** How the order stands, for the first line of its card. */
export function headlineOf(order: Order): Headline {
  const { state, amount, recurring, paidTwin } = order;
  const sum = paidFor(order);
  const asked = recurring ? `${plainMoney(amount)} ${recurring.frequency.toLowerCase()}` : plainMoney(amount);
  const paid = order.payments ? describePaid(order) : asked;
  const back = refundedMoney(order);
  const progress = describeProgress(order);
  const late = isPaidAfterCancel(order) ? `paid${afterCancel(order)}` : undefined;
  const alarm = paidTwin ? CARD_TEXT.duplicate : late;
  switch (state) {
    case 'waiting':
      return {
        icon: 'lock',
        money: asked,
        state: waitsToBeSent(order) ? CARD_TEXT.approvedLate : CARD_TEXT.waitsForApproval,
      };
    case 'sending':
    case 'pending':
    case 'failed':
      if (paidTwin)
        return {
          icon: 'warning',
          money: asked,
          state: paidTwin.isAccepted ? CARD_TEXT.notNeeded : CARD_TEXT.alreadyPaid,
        };
      if (state === 'failed') return { icon: 'x', money: `${asked} not paid`, state: progress };
      return { icon: waitingIcon(order), money: asked, state: waiting(order, progress) };
    case 'paid': {
      const icon = alarm ? 'rotating_light' : isBookedElsewhere(order) ? 'warning' : 'white_check_mark';
      const more = [alarm, progress].filter(Boolean).join(' · ');
      if (isUnstated(order)) return { icon, money: `${asked} accepted as paid`, state: more };
      if (isAcceptedOther(order)) return { icon, money: `${paid} paid`, state: accepted(order, more) };
      // Of the other payment only the code is known here: it may be of another amount.
      if (alarm) return { icon, money: `${paid} paid`, state: more };
      if (recurring) return { icon: 'repeat', money: asked, state: progress ?? 'paid' };
      return { icon, money: `${asked} paid` };
    }
    case 'review': {
      const icon = alarm ? 'rotating_light' : 'warning';
      const money = whatIsUnknown(order) ? asked : `Paid ${paid} ${ofAsked(order)}`;
      const words = [paidTwin && CARD_TEXT.duplicate, late, whatIsUnknown(order), progress];
      return { icon, money, state: words.filter(Boolean).join(' · ') };
    }
    case 'reversed':
      return {
        // A refund that nobody requested here comes as a surprise.
        icon: back ? 'leftwards_arrow_with_hook' : 'rotating_light',
        money: `${back ? moneyBackOf(back, sum) : paid} refunded`,
        state: progress,
      };
    case 'cancelled':
      return { icon: 'no_entry_sign', money: `${asked} cancelled`, state: progress };
    case 'not_sent':
      return { icon: 'x', money: `${asked} not sent`, state: progress };
  }
}

/**
 * The state in words where another amount than the order's was paid or refunded, with that amount; undefined where the
 * order's own amount says it. For mrkdwn.
 */
export function describeOtherMoney(order: Order): string | undefined {
  const { state, amount } = order;
  if (!order.payments) return undefined;
  const progress = describeProgress(order);
  const withProgress = (words: string) => [words, progress].filter(Boolean).join(' · ');
  const sum = paidFor(order);
  if (!sum || (state === 'review' && order.unclearReversalAt !== undefined))
    return state === 'paid' ? withProgress(CARD_TEXT.acceptedUnstated) : undefined;
  const paid = `Paid ${describeMoney(sum)}`;
  if (state === 'review') return withProgress(`${paid} ${ofAsked(order)}${afterCancel(order)}, to review`);
  if (isAcceptedOther(order)) return `${paid} ${accepted(order, progress)}`;
  const back = refundedMoney(order) ?? sum;
  if (state === 'reversed' && !(sameMoney(back, amount) && sameMoney(back, sum)))
    return withProgress(`${escapeMrkdwn(moneyBackOf(back, sum))} refunded`);
  return undefined;
}

function waitingIcon(order: Order): string {
  if (isUnanswered(order)) return 'hourglass';
  if (order.recurring) return 'repeat';
  return order.kind === 'prompt' || order.state === 'sending' ? 'hourglass_flowing_sand' : 'link';
}

/** Of a prompt that rings the second line says so, beside the method. */
function waiting(order: Order, progress: string | undefined): string | undefined {
  if (isRinging(order)) return progress;
  return [lowerFirst(describeOwnState(order)), progress].filter(Boolean).join(' · ');
}

/** True while the customer's phone may ask for the PIN, as far as is known. */
export function isRinging(order: Order): boolean {
  return order.state === 'pending' && order.kind === 'prompt' && !isUnanswered(order);
}

/** "of KES 350.00", or "instead of KES 350.00" where the currencies differ. */
function ofAsked(order: Order): string {
  const { amount } = order;
  return `${paidFor(order)?.currency === amount.currency ? 'of' : 'instead of'} ${plainMoney(amount)}`;
}

function accepted(order: Order, progress: string | undefined): string {
  return [`${ofAsked(order)}, accepted as paid`, progress].filter(Boolean).join(' · ');
}

/** What is wrong with the money of an order under review: "KES 175.00 missing". */
export function describeReview(order: Order): string {
  if (whatIsUnknown(order)) return CARD_TEXT.checkDashboard;
  const [missing, excess] = [missingOf(order), excessOf(order)];
  if (missing) return `${plainMoney(missing)} missing`;
  if (!excess) return 'another currency';
  const isOneOfSeveral = shownPayments(order).length > 1;
  return `${plainMoney(excess)} too much${isOneOfSeveral ? `. ${CARD_TEXT.refundThere}` : ''}`;
}

/** Of an order of whose chain another was paid, or that has one payment with another, to follow a sentence; '' of others. For mrkdwn. */
export function aboutTwin(order: Order): string {
  const { state, paidTwin, payments = [] } = order;
  const same = payments.flatMap(({ alsoOn }) => (alsoOn ? describeReference(alsoOn.reference) : []));
  if (!paidTwin)
    return same.length > 0 ? ` ${CARD_TEXT.onePaymentWith} ${escapeMrkdwn(same.join(', '))}.` : '';
  return state === 'paid' || state === 'review'
    ? ` Duplicate payment: ${escapeMrkdwn(paidTwin.reference)} is paid too. ${whatToDoAboutTwin(order)}`
    : ` ${escapeMrkdwn(otherIsPaid(order))}.`;
}

/** "ZT0KR-GJ6VB is already paid"; '' of an order of whose chain no other was paid. For plain_text and rich_text. */
export function otherIsPaid({ paidTwin }: Order): string {
  if (!paidTwin) return '';
  return `${paidTwin.reference} ${paidTwin.isAccepted ? CARD_TEXT.wasAccepted : 'is already paid'}`;
}

/** Of two payments one should be refunded, and not both because two people saw it. */
export function whatToDoAboutTwin(order: Order): string {
  const isOther = order.paidTwin?.isBeingPaidBack === true;
  if (!isBeingPaidBack(order)) return isOther ? CARD_TEXT.otherGoesBack : CARD_TEXT.payOneBack;
  return isOther ? CARD_TEXT.bothGoBack : CARD_TEXT.thisGoesBack;
}

/** "1 Jan 2030 to 31 Dec 2030" */
export function describeSpan({ startDay, endDay }: NonNullable<Order['recurring']>): string {
  return `${dayWithYear(startDay)} to ${dayWithYear(endDay)}`;
}

export const CARD_TEXT = {
  /** In the place of what it is for. */
  erased: 'customer’s data erased',
  isErased: 'The customer’s data was erased.',
  noPrompt: 'No prompt?',
  waitsForApproval: 'needs approval',
  approvedLate: 'approved, not sent yet',
  above: 'above',
  declined: 'Declined:',
  waitingForPin: 'waiting for the PIN',
  sentAgain: 'Sent again as',
  restAsked: 'Balance requested as',
  sentAgainFor: 'resend of',
  restOf: 'balance of',
  chargeOf: 'a charge of',
  account: 'account',
  serviceSays: 'Pesapal says:',
  notCancelled: 'Not cancelled',
  checkDashboard: 'Check the Pesapal dashboard.',
  refundThere: 'Accept it, or refund one payment in the Pesapal dashboard.',
  onePaymentWith: 'Same payment as',
  onePayment: 'is on both orders. Deliver once.',
  deliverOnce: 'Deliver once.',
  onePaymentBack: 'is on both orders and was refunded.',
  wentBack: 'refunded',
  acceptedUnstated: 'Accepted as paid. Pesapal hasn’t said how much',
  /** Behind the name of whoever wanted it. */
  cancelRefused:
    'Pesapal refused, so the customer can still pay. Press Check now on the card, then cancel again.',
  afterFailedCharge: 'Check with the customer, or create a new link. A late payment appears here.',
  duplicate: 'duplicate payment',
  paidAfterCancel: 'Paid after it was cancelled.',
  deliverOrPayBack: 'Deliver it or refund it.',
  payOneBack: 'Refund one of them.',
  otherGoesBack: 'The other one is being refunded.',
  thisGoesBack: 'This one is being refunded.',
  bothGoBack: 'Both are being refunded.',
  alreadyPaid: 'already paid',
  notNeeded: 'no longer needed',
  wasAccepted: 'was accepted as paid',
  cancelThisOne: 'Cancel this one.',
  withdrawThisOne: 'Withdraw or decline this one.',
  cancelledAtDeadline: 'This link has expired and is cancelled. Any late payment appears here.',
  notCancelledAtDeadline:
    'This link has expired, but Pesapal refuses to cancel it, so it can still be paid. Cancel it on its card or in the Pesapal dashboard.',
  checksEnded: 'Automatic checks have ended. Check now still works, and a late payment appears here.',
} as const;

/** The reply when the scheduled checks have ended and the provider never answered the order's request. */
export const NO_ANSWER = {
  prompt:
    'Pesapal never answered, and automatic checks have ended. The customer may have received the prompt: check with them before you send again.',
  link: 'Pesapal never answered, and automatic checks have ended. There is no link to pay. You can send it again.',
} as const;

/** "7K3M9-QX2ZD"; of a charge "a charge of 7K3M9-QX2ZD". */
export function describeReference(reference: Reference): string {
  const quoted = quotedReference(reference);
  return quoted === reference ? reference : `${CARD_TEXT.chargeOf} ${quoted}`;
}

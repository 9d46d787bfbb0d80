// The words of an order's card: how it stands, in as few as possible. Exhaustive by type.
import { dayWithYear } from '#lib/days.ts';
import { sameMoney } from '#lib/money.ts';
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
  const alarm = paidTwin ? CARD_TEXT.paidTwice : late;
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
      return {
        icon,
        money: paidTwin ? `${money}, and ${CARD_TEXT.paidTwice}` : money,
        state: [late, whatIsUnknown(order), progress].filter(Boolean).join(' · '),
      };
    }
    case 'reversed':
      return {
        // What nobody asked for here comes as a surprise.
        icon: back ? 'leftwards_arrow_with_hook' : 'rotating_light',
        money: `${back ? moneyBackOf(back, sum) : paid} paid back`,
        state: progress,
      };
    case 'cancelled':
      return { icon: 'no_entry_sign', money: `${asked} cancelled`, state: progress };
    case 'not_sent':
      return { icon: 'x', money: `${asked} not sent`, state: progress };
  }
}

/**
 * The state in words where another amount than the order's was paid or went back, with that amount; undefined where what
 * was asked for says it. For mrkdwn.
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
  if (state === 'review')
    return withProgress(`${paid} ${ofAsked(order)}${afterCancel(order)}: please review`);
  if (isAcceptedOther(order)) return `${paid} ${accepted(order, progress)}`;
  const back = refundedMoney(order) ?? sum;
  if (state === 'reversed' && !(sameMoney(back, amount) && sameMoney(back, sum)))
    return withProgress(`${escapeMrkdwn(moneyBackOf(back, sum))} paid back to the customer`);
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
  const words = describeOwnState(order);
  // "PIN" stays in capitals.
  return [words.charAt(0).toLowerCase() + words.slice(1), progress].filter(Boolean).join(' · ');
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
    ? ` Paid twice: ${escapeMrkdwn(paidTwin.reference)} has been paid as well. ${whatToDoAboutTwin(order)}`
    : ` ${escapeMrkdwn(otherIsPaid(order))}.`;
}

/** "ZT0KR-GJ6VB has been paid already"; '' of an order of whose chain no other was paid. For plain_text and rich_text. */
export function otherIsPaid({ paidTwin }: Order): string {
  if (!paidTwin) return '';
  return `${paidTwin.reference} ${paidTwin.isAccepted ? CARD_TEXT.wasAccepted : 'has been paid already'}`;
}

/** Of two payments one should go back, and not both because two people saw it. */
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
  waitsForApproval: 'waits for approval',
  approvedLate: 'approved, not sent yet',
  above: 'above',
  declined: 'Declined:',
  waitingForPin: 'waiting for the PIN',
  sentAgain: 'Sent again as',
  restAsked: 'The rest is asked for with',
  sentAgainFor: 'sent again for',
  restOf: 'for what is missing of',
  chargeOf: 'a charge of',
  account: 'account',
  serviceSays: 'The service says:',
  notCancelled: 'Not cancelled',
  checkDashboard: 'Check the Pesapal dashboard.',
  refundThere: 'Accept it, or refund one of the payments in the Pesapal dashboard.',
  onePaymentWith: 'One payment with',
  onePayment: 'is the code on both orders: the money came once. Deliver once.',
  deliverOnce: 'Deliver once.',
  onePaymentBack: 'is the code on both orders, and it was paid back.',
  wentBack: 'paid back',
  acceptedUnstated: 'Accepted as paid. Pesapal hasn’t said how much',
  /** Behind the name of whoever wanted it. */
  cancelRefused:
    'the payment service refused it, so the customer may still be able to pay. Press Check now on the card, then cancel again.',
  afterFailedCharge:
    'Ask the customer, or create a new link for it. If this charge is still paid after all, you will hear of it here.',
  paidTwice: 'paid twice',
  deliverOrPayBack: 'Deliver it or pay it back.',
  payOneBack: 'Pay one of them back.',
  otherGoesBack: 'The other one is being paid back.',
  thisGoesBack: 'This one is being paid back.',
  bothGoBack: 'Both are being paid back.',
  alreadyPaid: 'already paid',
  notNeeded: 'not needed any more',
  wasAccepted: 'was accepted as paid',
  cancelThisOne: 'Cancel this one.',
  withdrawThisOne: 'Withdraw or decline this one.',
  teller: 'Teller',
  cancelledAtDeadline:
    'The deadline is over; Teller has cancelled it. If it is paid all the same, you will hear of it here.',
  notCancelledAtDeadline:
    'The deadline is over, but the payment service refuses to cancel the link, so it can still be paid. Cancel it on its card, or in the service’s dashboard. If it is paid all the same, you will hear of it here.',
} as const;

/** The reply when Teller has stopped asking and the payment service never answered the order's request. */
export const NO_ANSWER = {
  prompt:
    'The payment service has not answered, and Teller has stopped asking it about this prompt. It is not known whether the customer’s phone was asked. Ask the customer before you send it again.',
  link: 'The payment service has not answered, and Teller has stopped asking for this link. There is no link that could be paid. You can send it again.',
} as const;

/** "7K3M9-QX2ZD"; of a charge "a charge of 7K3M9-QX2ZD". */
export function describeReference(reference: Reference): string {
  const quoted = quotedReference(reference);
  return quoted === reference ? reference : `${CARD_TEXT.chargeOf} ${quoted}`;
}

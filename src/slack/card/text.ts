import { type Money, sameMoney } from '#lib/money.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import { isUnanswered } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { isBookedElsewhere, isUnstated, paidFor, shownPayments, sumOf } from '#orders/payments.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { isAcceptedOther, isBeingPaidBack, isPaidAfterCancel } from '#orders/resends.ts';
import type { SlackContext } from '#slack/context.ts';
import {
  afterCancel,
  describeOwnState,
  describeProgress,
  lowerFirst,
  moneyBackOf,
  plainMoney,
  refundedMoney,
  UNSTATED_AMOUNT,
  whatIsUnknown,
} from '#slack/text/orders.ts';
import { bold, foreign, link, ours, type Piece } from '#slack/ui/line.ts';
import { type Said, say } from '#slack/ui/say.ts';

export const CARD_TEXT = {
  sentAgain: 'Sent again as',
  chargeOf: 'a charge of',
  providerSays: 'Pesapal says:',
  checkDashboard: 'Check the Pesapal dashboard.',
  duplicate: 'duplicate payment',
  deliverOrPayBack: 'Deliver it or refund it.',
  payOneBack: 'Refund one of them.',
  wasAccepted: 'was accepted as paid',
  cancelThisOne: 'Cancel this one.',
} as const;

/** Of a charge, the card of its order. Undefined until Slack has said where the workspace is. */
export async function cardUrlOf(ctx: SlackContext, order: Order): Promise<string | undefined> {
  const parent = order.chargeOf ? await ctx.store.orders.get(order.chargeOf) : order;
  if (!parent?.card) return undefined;
  const { channel, ts, threadTs, url } = parent.card;
  return url ?? ctx.identity.urlOf(channel, ts, threadTs);
}

/** How the order stands, for plain_text and rich_text. `icon`: an emoji's name. */
export function headlineOf(order: Order) {
  const { state, amount, recurring, duplicatePayment } = order;
  const sum = paidFor(order);
  const asked = recurring ? `${plainMoney(amount)} ${recurring.frequency.toLowerCase()}` : plainMoney(amount);
  const paid = order.payments ? describePaid(order) : asked;
  const progress = describeProgress(order);
  const late = isPaidAfterCancel(order) ? `paid${afterCancel(order)}` : '';
  const alarm = duplicatePayment ? CARD_TEXT.duplicate : late;
  switch (state) {
    case 'waiting':
      return headline('lock', asked, waitsToBeSent(order) ? 'approved, not sent yet' : 'needs approval');
    case 'sending':
    case 'pending':
    case 'failed': {
      if (duplicatePayment)
        return headline('warning', asked, duplicatePayment.isAccepted ? 'no longer needed' : 'already paid');
      if (state === 'failed') return headline('x', `${asked} not paid`, progress);
      const words = isRinging(order) ? progress : dotted(lowerFirst(describeOwnState(order)), progress);
      return headline(waitingIcon(order), asked, words);
    }
    case 'paid': {
      const icon = alarm ? 'rotating_light' : isBookedElsewhere(order) ? 'warning' : 'white_check_mark';
      const more = dotted(alarm, progress);
      if (isUnstated(order)) return headline(icon, `${asked} accepted as paid`, more);
      const accepted = isAcceptedOther(order) ? `${ofAsked(order, sum)}, accepted as paid` : '';
      if (accepted || alarm) return headline(icon, `${paid} paid`, dotted(accepted, more));
      return recurring ? headline('repeat', asked, progress ?? 'paid') : headline(icon, `${asked} paid`);
    }
    case 'review': {
      const unknown = whatIsUnknown(order);
      const money = unknown ? asked : `Paid ${paid} ${ofAsked(order, sum)}`;
      return headline(alarm ? 'rotating_light' : 'warning', money, dotted(alarm, unknown, progress));
    }
    case 'reversed': {
      const back = refundedMoney(order);
      // A refund that nobody requested here comes as a surprise.
      const icon = back ? 'leftwards_arrow_with_hook' : 'rotating_light';
      return headline(icon, `${back ? moneyBackOf(back, sum) : paid} refunded`, progress);
    }
    case 'cancelled':
      return headline('no_entry_sign', `${asked} cancelled`, progress);
    case 'not_sent':
      return headline('x', `${asked} not sent`, progress);
  }
}

const headline = (icon: string, money: string, state?: string) => ({ icon, money, state });
const dotted = (...words: readonly (string | undefined)[]) => words.filter(Boolean).join(' · ');

/** "KES 1,500.00 and USD 12.00": one sum for each currency. */
function describePaid(order: Order): string {
  const sums = [...Map.groupBy(shownPayments(order), ({ paid }) => paid?.currency).values()].map(sumOf);
  return sums.map((sum) => (sum ? plainMoney(sum) : UNSTATED_AMOUNT)).join(' and ');
}

/** The state in words, where another amount than the order's own was paid or refunded. */
export function describeOtherMoney(order: Order): Said | undefined {
  const { state, amount, payments, unclearReversalAt } = order;
  if (!payments) return undefined;
  const progress = describeProgress(order);
  const more = progress ? ours(` · ${progress}`) : undefined;
  const sum = paidFor(order);
  if (!sum || (state === 'review' && unclearReversalAt !== undefined))
    return state === 'paid' ? say`Accepted as paid. Pesapal hasn’t said how much${more}` : undefined;
  const paid = say`Paid ${plainMoney(sum)} ${ofAsked(order, sum)}`;
  if (state === 'review') return say`${paid}${ours(afterCancel(order))}, to review${more}`;
  if (isAcceptedOther(order)) return say`${paid}, accepted as paid${more}`;
  const back = refundedMoney(order) ?? sum;
  const isUsual = state !== 'reversed' || (sameMoney(back, amount) && sameMoney(back, sum));
  return isUsual ? undefined : say`${moneyBackOf(back, sum)} refunded${more}`;
}

function waitingIcon(order: Order): string {
  if (isUnanswered(order)) return 'hourglass';
  if (order.recurring) return 'repeat';
  return order.kind === 'prompt' || order.state === 'sending' ? 'hourglass_flowing_sand' : 'link';
}

export function isRinging(order: Order): boolean {
  return order.state === 'pending' && order.kind === 'prompt' && !isUnanswered(order);
}

/** "of KES 350.00", or "instead of KES 350.00" where `paid` is in another currency or not known. */
export function ofAsked({ amount }: Order, paid: Money | undefined): string {
  return `${paid?.currency === amount.currency ? 'of' : 'instead of'} ${plainMoney(amount)}`;
}

/** To follow a sentence: another order of the chain was paid, or one payment is on two orders. */
export function aboutDuplicate(order: Order): Said | undefined {
  const { state, duplicatePayment, payments = [] } = order;
  if (!duplicatePayment) {
    const same = payments.flatMap(({ alsoOn }) => (alsoOn ? describeReference(alsoOn.reference) : []));
    return same.length > 0 ? say` Same payment as ${foreign(same.join(', '), 1_000)}.` : undefined;
  }
  return state === 'paid' || state === 'review'
    ? say` Duplicate payment: ${duplicatePayment.reference} is paid too. ${ours(whatToDoAboutDuplicate(order))}`
    : say` ${otherIsPaid(order)}.`;
}

/** "ZT0KR-GJ6VB is already paid"; '' without a duplicate payment. For plain_text and rich_text. */
export function otherIsPaid({ duplicatePayment }: Order): string {
  if (!duplicatePayment) return '';
  return `${duplicatePayment.reference} ${duplicatePayment.isAccepted ? CARD_TEXT.wasAccepted : 'is already paid'}`;
}

/** Of two payments one should be refunded, and not both because two people saw it. */
export function whatToDoAboutDuplicate(order: Order): string {
  const isOther = order.duplicatePayment?.isBeingPaidBack === true;
  if (!isBeingPaidBack(order)) return isOther ? 'The other one is being refunded.' : CARD_TEXT.payOneBack;
  return isOther ? 'Both are being refunded.' : 'This one is being refunded.';
}

export function sameAs({ reference, cardUrl }: NonNullable<Payment['alsoOn']>): Said {
  return [bold('Same payment as'), ours(' '), linkOrName(describeReference(reference), cardUrl)];
}

export function linkOrName(name: string, cardUrl: string | undefined): Piece {
  return link(name, cardUrl)[0] ?? foreign(name);
}

/** "7K3M9-QX2ZD"; of a charge "a charge of 7K3M9-QX2ZD". */
export function describeReference(reference: Reference): string {
  const quoted = quotedReference(reference);
  return quoted === reference ? reference : `${CARD_TEXT.chargeOf} ${quoted}`;
}

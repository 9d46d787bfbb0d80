// Resends: the orders that are made from another one, by sending it again or by asking for what is missing. They form a
// chain with one newest order, so that no customer is asked twice for the same money. Pure.
import { type Money, sameMoney } from '#lib/money.ts';
import { keptBy } from './charges.ts';
import { isOpen, isUnanswered, type OrderState } from './lifecycle.ts';
import type { Order, ResentOrder } from './order.ts';
import type { Payment } from './payment.ts';
import { excessOf, missingOf, paidFor, paymentWith, standing } from './payments.ts';
import type { Reference } from './reference.ts';
import { isRefundUnderWay } from './refund.ts';

/** Which order a new one was made from; undefined when it was made from none. */
export function predecessorOf(order: Pick<Order, 'resendOf' | 'balanceOf'>): Reference | undefined {
  return order.resendOf ?? order.balanceOf;
}

/** What an order's `resentAs` says of `newest`. */
export function resentOrderFrom(newest: Order): ResentOrder {
  return {
    reference: newest.reference,
    version: newest.version,
    state: newest.state,
    ...(newest.balanceOf ? { balanceOf: newest.balanceOf } : {}),
    ...(isUnanswered(newest) ? { isUnanswered: true as const } : {}),
    ...(newest.state === 'reversed' && keptBy(newest) ? { isPaidBackInPart: true as const } : {}),
    ...(newest.card?.url ? { cardUrl: newest.card.url } : {}),
  };
}

/** True when the order came to nothing, as far as is known; the customer may then be asked again. */
export function cameToNothing(order: Pick<Order, 'state'> & { readonly isUnanswered?: boolean }): boolean {
  const { state } = order;
  return (
    state === 'failed' ||
    state === 'not_sent' ||
    state === 'cancelled' ||
    ((state === 'pending' || state === 'sending') && order.isUnanswered === true)
  );
}

/**
 * True when people must end the review of an order that may have a resend: that one came to nothing, or what it brought went back,
 * or more has come than was asked for.
 */
export function isLeftToPeople(order: Order): boolean {
  const { resentAs } = order;
  return (
    !resentAs || cameToNothing(resentAs) || resentAs.state === 'reversed' || excessOf(order) !== undefined
  );
}

/** True while the customer may pay the resend, too. */
export function canStillBePaid({ state, isUnanswered: unanswered }: ResentOrder): boolean {
  return isOpen(state) || unanswered === true;
}

/** True while somebody has asked to pay back what has come: nobody then requests the balance, nor accepts it as paid. */
export function isBeingPaidBack({ refund }: Order): boolean {
  return refund !== undefined && isRefundUnderWay(refund);
}

/** The order as its duplicate payment says of `duplicate`, the other one, whether that is being refunded; else the same order. */
export function withRefundOfDuplicate(order: Order, duplicate: Order): Order {
  const { duplicatePayment: known } = order;
  if (known?.reference !== duplicate.reference) return order;
  const { isBeingPaidBack: _, refundAmount: __, ...other } = known;
  return { ...order, duplicatePayment: { ...other, ...refundOfDuplicate(duplicate) } };
}

/** What an order's `duplicatePayment` says of the other one's refund. */
export function refundOfDuplicate(
  duplicate: Order,
): Pick<NonNullable<Order['duplicatePayment']>, 'isBeingPaidBack' | 'refundAmount'> {
  const { refund } = duplicate;
  if (!refund || !isBeingPaidBack(duplicate)) return {};
  return { isBeingPaidBack: true, ...(refund.wasAskedBefore ? {} : { refundAmount: refund.amount }) };
}

/**
 * The balance of an order under review; undefined when the order is not under review, or not for too little, or being paid back. A
 * balance is requested once: a person accepts or refunds one that is underpaid.
 */
export function missingMoney(order: Order): Money | undefined {
  const mayBeRequested = order.state === 'review' && order.balanceOf === undefined && !isBeingPaidBack(order);
  return mayBeRequested ? missingOf(order) : undefined;
}

/** True when it was paid, but not all of it for itself, and nobody has accepted less: the balance came with another order. */
export function isPaidWithBalance(order: Order): boolean {
  const { state, amount, acceptedBy, balanceBrought } = order;
  return (
    state === 'paid' &&
    acceptedBy === undefined &&
    balanceBrought !== undefined &&
    !sameMoney(paidFor(order), amount)
  );
}

/**
 * True when money came after the order was cancelled, and nobody has accepted it or asked for its balance since. A duplicate payment
 * is announced as that instead.
 */
export function isPaidAfterCancel(order: Order): boolean {
  const { state, cancelledBy, acceptedBy, duplicatePayment: duplicate } = order;
  const isPaid = state === 'review' || (state === 'paid' && !isPaidWithBalance(order));
  const isOther = standing(order).every(({ alsoOn }) => alsoOn === undefined);
  return (
    isPaid && isOther && cancelledBy !== undefined && acceptedBy === undefined && duplicate === undefined
  );
}

/** The same of news about it. After a review of what came first the previous state no longer says so. */
export function isAfterCancel(
  order: Order,
  { previousState }: { readonly previousState: OrderState },
): boolean {
  return previousState === 'cancelled' || isPaidAfterCancel(order);
}

/** Somebody took another amount as payment in full. */
export function isAcceptedOther(order: Order): boolean {
  return order.state === 'paid' && order.acceptedBy !== undefined && !sameMoney(paidFor(order), order.amount);
}

/** `order`: the one that stands in the way. */
export type ResendPlan =
  | { readonly status: 'possible'; readonly newest: Order }
  | { readonly status: 'waiting' | 'paid' | 'review' | 'nothing_missing'; readonly order: Order };

/**
 * Whether a new order may follow the newest of `chain` (oldest first, at least one): to send it again, or, with `balanceOf`
 * (one of the chain), to ask for what that one lacks.
 */
export function planResend(chain: readonly [Order, ...Order[]], balanceOf?: Reference): ResendPlan {
  const newest = chain.at(-1) ?? chain[0];
  const forBalance = balanceOf ?? newest.balanceOf;
  const reviewed =
    forBalance === undefined ? undefined : chain.find(({ reference }) => reference === forBalance);
  if (balanceOf !== undefined && (!reviewed || !missingMoney(reviewed)))
    return { status: 'nothing_missing', order: reviewed ?? newest };
  if (reviewed && isBeingPaidBack(reviewed)) return { status: 'nothing_missing', order: reviewed };
  for (const order of chain) {
    // The new order requests the balance of `reviewed`. An earlier order for that balance has brought a part of it.
    if (order === reviewed && order.state === 'review') continue;
    if (order.state === 'review') return { status: 'review', order };
    if (balanceOf !== undefined && order.balanceOf === balanceOf && hasGoneBack(order)) continue;
    if (order.state === 'paid' || order.state === 'reversed') return { status: 'paid', order };
    if (!cameToNothing({ state: order.state, isUnanswered: isUnanswered(order) }))
      return { status: 'waiting', order };
  }
  return { status: 'possible', newest };
}

/** True when nothing stays of what it brought. */
function hasGoneBack(order: Order): boolean {
  return order.state === 'reversed' && keptBy(order) === undefined;
}

/**
 * The other order of `chain` that has money for the same thing as `order`; if this one has none, only an earlier one counts,
 * which was paid although it had been sent again. Undefined when there is none. The balance of an order under review is another
 * thing than the order itself, until the order, or one that was sent again as it, turns out to be paid in full, or is accepted as
 * paid before the balance is. One that people were told of stays the duplicate while it has its money, so that neither a third payment nor
 * more that comes for one of the two makes anybody tell of them again, or the cards forget it.
 */
export function findDuplicatePayment(order: Order, chain: readonly Order[]): Order | undefined {
  const place = chain.findIndex(({ reference }) => reference === order.reference);
  const others = hasMoney(order) ? chain : order.state === 'reversed' ? [] : chain.slice(0, place);
  const isKnown = ({ reference }: Order) => reference === order.duplicatePayment?.reference;
  const isAnnounced = (other: Order) => order.duplicatePayment?.isAnnounced === true && isKnown(other);
  const duplicates = others.filter(
    (other) =>
      other.reference !== order.reference &&
      hasMoney(other) &&
      !(hasMoney(order) && isOnePayment(order, other)) &&
      (isAnnounced(other) || isForTheSame(order, other)),
  );
  return duplicates.find(isKnown) ?? duplicates[0];
}

function isForTheSame(one: Order, other: Order): boolean {
  return other.balanceOf === one.balanceOf || isNeedlessBalance(one, other) || isNeedlessBalance(other, one);
}

/** True when `balance` requests a part of what has all come with `whole`, the order of that balance or one of its resends. */
function isNeedlessBalance(balance: Order, whole: Order): boolean {
  if (balance.balanceOf === undefined || whole.balanceOf !== undefined) return false;
  const { amount, acceptedBy } = whole;
  // What came for the balance of an accepted order all the same is no second payment of what that order brought.
  return sameMoney(paidFor(whole), amount) || (acceptedBy !== undefined && !hasMoney(balance));
}

function hasMoney({ state }: Order): boolean {
  return state === 'paid' || state === 'review';
}

/** True when all that one of them has is one payment with what the other has: it was not paid twice. */
function isOnePayment(one: Order, other: Order): boolean {
  const isOn =
    (order: Order) =>
    ({ confirmationCode }: Payment) =>
      confirmationCode !== '' && paymentWith(order, confirmationCode) !== undefined;
  return standing(one).every(isOn(other)) || standing(other).every(isOn(one));
}

// Successors: the orders that are made from another one, by sending it again or by asking for what is missing. They form a
// chain with one newest order, so that no customer is asked twice for the same money. Pure.
import { isMore, isMoreOfTheSame, type Money, sameMoney, subtractMoney, sumMoney } from '#lib/money.ts';
import { keptBy } from './charges.ts';
import { hasGrownSince } from './entries.ts';
import { isOpen, isUnanswered, type OrderState } from './lifecycle.ts';
import type { Order, Successor } from './order.ts';
import type { Reference } from './reference.ts';
import { isRefundUnderWay } from './refund.ts';

/** Which order a new one was made from; undefined when it was made from none. */
export function predecessorOf(order: Pick<Order, 'resendOf' | 'restOf'>): Reference | undefined {
  return order.resendOf ?? order.restOf;
}

/** What an order's `successor` says of `newest`. */
export function successorFrom(newest: Order): Successor {
  return {
    reference: newest.reference,
    version: newest.version,
    state: newest.state,
    ...(newest.restOf ? { restOf: newest.restOf } : {}),
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
 * True when people must end the review of an order that may have a successor: that one came to nothing, or what it brought went back,
 * or it was paid for the rest of a rest that went back.
 */
export function isLeftToPeople({ reference, restOf, successor }: Order): boolean {
  if (!successor || cameToNothing(successor) || successor.state === 'reversed') return true;
  const isRestOfRest = ![undefined, reference, restOf].includes(successor.restOf);
  return isRestOfRest && successor.state === 'paid';
}

/** True while the customer may pay the successor, too. */
export function canStillBePaid({ state, isUnanswered: unanswered }: Successor): boolean {
  return isOpen(state) || unanswered === true;
}

/** True while somebody has asked to pay back what has come: nobody then asks for the rest, nor accepts it as paid. */
export function isBeingPaidBack({ refund }: Order): boolean {
  return refund !== undefined && isRefundUnderWay(refund);
}

/**
 * What an order under review lacks; undefined when it is not under review, or not for too little in its own currency, or being
 * paid back.
 */
export function missingMoney(order: Order): Money | undefined {
  if (isBeingPaidBack(order)) return undefined;
  const paid = order.payment?.paid;
  if (order.state !== 'review' || paid?.currency !== order.amount.currency) return undefined;
  const missing = subtractMoney(order.amount, paid);
  return missing.amount === '0' || missing.amount.startsWith('-') ? undefined : missing;
}

/** True when it was paid, but not all of it for itself, and nobody has accepted less: the rest came with another order. */
export function isPaidWithRest({ state, payment, amount, acceptedBy }: Order): boolean {
  const isPart = payment !== undefined && isMoreOfTheSame(amount, payment.paid);
  return state === 'paid' && isPart && acceptedBy === undefined;
}

/**
 * True when money came after the order was cancelled, and nobody has accepted it or asked for its balance since. A duplicate payment
 * is announced as that instead.
 */
export function isPaidAfterCancel(order: Order): boolean {
  const { state, cancelledBy, acceptedBy, paidTwin: twin } = order;
  const isPaid = state === 'review' || (state === 'paid' && !isPaidWithRest(order));
  return isPaid && cancelledBy !== undefined && acceptedBy === undefined && twin === undefined;
}

/** The same of news about it. After a review of what came first the previous state no longer says so. */
export function isAfterCancel(
  order: Order,
  { previousState }: { readonly previousState: OrderState },
): boolean {
  return previousState === 'cancelled' || isPaidAfterCancel(order);
}

/** Somebody took another amount as payment in full, and neither what was asked for nor more than that has come since. */
export function isAcceptedOther(order: Order): boolean {
  const { state, acceptedBy, payment, amount } = order;
  if (state !== 'paid' || acceptedBy === undefined || isPaidBeyond(order)) return false;
  return !(payment && sameMoney(payment.paid, amount));
}

/** More has come than was asked for, and nobody has accepted it. */
export function isPaidBeyond(order: Order): boolean {
  const { state, acceptedBy, payment, amount } = order;
  if (state !== 'paid' || !payment || (acceptedBy !== undefined && !hasGrownSince(order))) return false;
  return isMoreOfTheSame(payment.paid, amount);
}

/**
 * What is not owed of `paid`, which has come by now for an order that was paid before; undefined when nothing, or when it is paid twice
 * (paidTwin): then its rest came with another order, and one of the two goes back whole.
 */
export function unowedOf(order: Order, paid: Money): Money | undefined {
  const { amount, payment, acceptedBy, restBrought, kind } = order;
  // Of what was made elsewhere nobody here knows what was asked for.
  if (!payment?.paid || kind === 'elsewhere' || paid.currency !== amount.currency) return undefined;
  const rest = restBrought?.currency === amount.currency ? restBrought : undefined;
  if ((isPaidWithRest(order) || rest) && sameMoney(paid, amount)) return undefined;
  // Only whoever accepted less has left something that may still come, as far as its rest has not brought it.
  const missing = rest ? subtractMoney(amount, rest) : amount;
  const isShort = acceptedBy !== undefined && isMore(missing, payment.paid);
  const owed = isShort ? missing : payment.paid;
  return isMore(paid, owed) ? subtractMoney(paid, owed) : undefined;
}

/** `tooMuch`: what has come with its `rest` beyond the order's amount, where more had come for itself since that was asked for. */
export function withExcess({ amount, payment }: Order, rest: Money): { readonly tooMuch?: Money } {
  if (payment?.paid?.currency !== amount.currency || rest.currency !== amount.currency) return {};
  const all = sumMoney(amount.currency, [payment.paid, rest]);
  return isMore(all, amount) ? { tooMuch: subtractMoney(all, amount) } : {};
}

/** `order`: the one that stands in the way. */
export type SuccessorPlan =
  | { readonly status: 'possible'; readonly newest: Order }
  | { readonly status: 'waiting' | 'paid' | 'review' | 'nothing_missing'; readonly order: Order };

/**
 * Whether a new order may follow the newest of `chain` (oldest first, at least one): to send it again, or, with `restOf`
 * (one of the chain), to ask for what that one lacks.
 */
export function planSuccessor(chain: readonly [Order, ...Order[]], restOf?: Reference): SuccessorPlan {
  const newest = chain.at(-1) ?? chain[0];
  const forRest = restOf ?? newest.restOf;
  const reviewed = forRest === undefined ? undefined : chain.find(({ reference }) => reference === forRest);
  if (restOf !== undefined && (!reviewed || !missingMoney(reviewed)))
    return { status: 'nothing_missing', order: reviewed ?? newest };
  if (reviewed && isBeingPaidBack(reviewed)) return { status: 'nothing_missing', order: reviewed };
  const upTo = reviewed ? chain.indexOf(reviewed) : chain.length;
  for (const [place, order] of chain.entries()) {
    // Its missing part is what the new order asks for, or what another one has asked for that lacks a part itself. An order after
    // `reviewed` has brought a part of what that one lacks.
    const isHandled =
      order === reviewed || (place < upTo && chain.some((other) => other.restOf === order.reference));
    if (isHandled && order.state === 'review') continue;
    if (order.state === 'review') return { status: 'review', order };
    if (restOf !== undefined && place > upTo && hasGoneBack(order)) continue;
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
 * which was paid although it had been sent again. Undefined when there is none. The rest of an order under review is another
 * thing than the order itself, until the order, or one that was sent again as it, turns out to be paid in full, or is accepted as
 * paid before the rest is. One that people were told of stays the twin while it has its money, so that neither a third payment nor
 * more that comes for one of the two makes anybody tell of them again, or the cards forget it.
 */
export function paidTwin(order: Order, chain: readonly Order[]): Order | undefined {
  const place = chain.findIndex(({ reference }) => reference === order.reference);
  const others = hasMoney(order) ? chain : order.state === 'reversed' ? [] : chain.slice(0, place);
  const isKnown = ({ reference }: Order) => reference === order.paidTwin?.reference;
  const isTold = (other: Order) => order.paidTwin?.isTold === true && isKnown(other);
  const twins = others.filter(
    (other) =>
      other.reference !== order.reference &&
      hasMoney(other) &&
      (isTold(other) || isForTheSame(order, other, chain)),
  );
  return twins.find(isKnown) ?? twins[0];
}

function isForTheSame(one: Order, other: Order, chain: readonly Order[]): boolean {
  return (
    other.restOf === one.restOf || isNeedlessRest(one, other, chain) || isNeedlessRest(other, one, chain)
  );
}

/** True when `other` is for the same thing as an order of which `rest` asks for a part, and all of that has come with it. */
function isNeedlessRest(rest: Order, other: Order, chain: readonly Order[]): boolean {
  const { restOf, payment, amount, acceptedBy } = other;
  const isWhole = wholesOf(rest, chain).some((whole) => whole.restOf === restOf);
  if (!isWhole || payment === undefined) return false;
  // What came for the rest of an accepted order all the same is no second payment of what that one brought.
  return sameMoney(payment.paid, amount) || (acceptedBy !== undefined && !hasMoney(rest));
}

/** The order of which `rest` asks for a part, that of which this one does, and so on. */
function wholesOf(rest: Order, chain: readonly Order[]): Order[] {
  const whole = chain.find(({ reference }) => reference === rest.restOf);
  return whole ? [whole, ...wholesOf(whole, chain)] : [];
}

function hasMoney({ state, payment }: Order): boolean {
  return payment !== undefined && (state === 'paid' || state === 'review');
}

// The payments of an order: a list by confirmation code, and the sum that sets the order's state (PROVIDER-FACTS, Several payments
// under one order). Pure.
import { isMore, type Money, sameMoney, subtractMoney, sumMoney } from '#lib/money.ts';
import type { Order } from './order.ts';
import { isSameCode, isStated, type Payment } from './payment.ts';
import { mayBeCarriedOut } from './refund.ts';

type HasPayments = Pick<Order, 'payments'>;
type HasSum = HasPayments & Pick<Order, 'balanceBrought'>;

/** Those that were not reversed. */
export function standing({ payments = [] }: HasPayments): readonly Payment[] {
  return payments.filter(({ reversedAt }) => reversedAt === undefined);
}

/** Those that stand; once all went back, all. This is what people are shown as paid. */
export function shownPayments(order: HasPayments): readonly Payment[] {
  const { payments = [] } = order;
  const stand = standing(order);
  return stand.length > 0 ? stand : payments;
}

/** The newest of those; undefined when no money has come. */
export function newestPayment(order: HasPayments): Payment | undefined {
  return shownPayments(order).at(-1);
}

/** The only payment that was ever made; undefined when there is none, or several. */
export function onlyPayment({ payments = [] }: HasPayments): Payment | undefined {
  return payments.length === 1 ? payments[0] : undefined;
}

/** True when all of that is in the books of other orders with the same codes. */
export function isBookedElsewhere(order: HasPayments): boolean {
  const shown = shownPayments(order);
  return shown.length > 0 && shown.every(({ alsoOn }) => alsoOn?.isBookedThere);
}

/** Their sum. Undefined when there are none, when one is not stated, and when they have different currencies. */
export function sumOf(payments: readonly Payment[]): Money | undefined {
  const stated = payments.filter(isStated);
  const currency = stated[0]?.paid.currency;
  const isSum = stated.length === payments.length && stated.every(({ paid }) => paid.currency === currency);
  if (currency === undefined || !isSum) return undefined;
  return sumMoney(
    currency,
    stated.map(({ paid }) => paid),
  );
}

/** What has come with this order and stands; once all went back, what had come. */
export function paidFor(order: HasPayments): Money | undefined {
  return sumOf(shownPayments(order));
}

/** True of an order that is paid in an amount that is not known. */
export function isUnstated(order: HasPayments): boolean {
  return shownPayments(order).some((payment) => !isStated(payment));
}

/** What has come with this order and with the orders for its balance. */
export function paidInAll(order: HasSum): Money | undefined {
  const paid = paidFor(order);
  const { balanceBrought: rest } = order;
  if (!paid || !rest) return paid;
  return rest.currency === paid.currency ? sumMoney(paid.currency, [paid, rest]) : undefined;
}

/**
 * By how much less, or, below 0, more has come in all than was asked for; undefined when that cannot be compared. An order that was
 * paid in full for itself lacks nothing: what came for its balance is then a duplicate payment (`findDuplicatePayment`, resends.ts).
 */
function differenceOf(order: HasSum & Pick<Order, 'amount'>): Money | undefined {
  const { amount } = order;
  const own = paidFor(order);
  const paid = sameMoney(own, amount) ? own : paidInAll(order);
  return paid?.currency === amount.currency ? subtractMoney(amount, paid) : undefined;
}

/** What an order under review lacks; undefined when that is nothing, or not known. */
export function missingOf(order: HasSum & Pick<Order, 'amount'>): Money | undefined {
  const difference = differenceOf(order);
  return difference && isMore(difference, { ...difference, amount: '0' }) ? difference : undefined;
}

/** By how much more has come than was asked for. */
export function excessOf(order: HasSum & Pick<Order, 'amount'>): Money | undefined {
  const difference = differenceOf(order);
  if (!difference?.amount.startsWith('-')) return undefined;
  return { ...difference, amount: difference.amount.slice(1) };
}

/** The state that the money gives an order; undefined before any has come. Of what was made elsewhere nobody asked here. */
export function moneyState(order: Order): 'paid' | 'review' | 'reversed' | undefined {
  const { payments = [], kind, acceptedBy, unclearReversalAt } = order;
  if (payments.length === 0) return undefined;
  if (standing(order).length === 0) return 'reversed';
  if (acceptedBy !== undefined) return 'paid';
  if (unclearReversalAt !== undefined) return 'review';
  return kind === 'elsewhere' || differenceOf(order)?.amount === '0' ? 'paid' : 'review';
}

/**
 * The list once a record has said that `record` was paid; the same list when that is known. A code that is not in it is another
 * payment. A record without one, or with another amount, is the newest answer about a payment that is in it.
 */
export function withPaid(payments: readonly Payment[], record: Payment): readonly Payment[] {
  const place = placeOf(payments, record);
  const known = payments[place];
  if (!known) return [...payments, record];
  // What went back does not come again under the same code. And what has come is not called doubtful any more.
  if (known.reversedAt !== undefined || (record.isDoubtful && !known.isDoubtful)) {
    const { confirmationCode } = record;
    const isCoded = known.confirmationCode !== '' || confirmationCode === '';
    return isCoded ? payments : payments.with(place, { ...known, confirmationCode });
  }
  const paid = record.paid ?? known.paid;
  const isSame =
    sameMoney(paid, known.paid) &&
    record.isDoubtful === known.isDoubtful &&
    (known.confirmationCode !== '' || record.confirmationCode === '');
  if (isSame) return payments;
  const { isDoubtful: _, ...certain } = known;
  return payments.with(place, {
    ...certain,
    ...record,
    ...(paid ? { paid } : {}),
    confirmationCode: known.confirmationCode || record.confirmationCode,
    method: record.method || known.method,
    payer: record.payer || known.payer,
  });
}

/**
 * The list once a record has said at `at` (ms) that a payment was reversed: the one that `record` names, else the only one. The same
 * list when that is known; undefined when it is not clear which of several it was. A record of a reversal may lack the amount.
 */
export function withReversal(
  payments: readonly Payment[],
  record: Payment,
  at: number,
): readonly Payment[] | undefined {
  if (payments.length === 0) return [{ ...record, reversedAt: at }];
  const named = record.confirmationCode ? placeOf(payments, record) : -1;
  const place = named === -1 && payments.length === 1 ? 0 : named;
  const known = payments[place];
  if (!known) return payments.every(({ reversedAt }) => reversedAt !== undefined) ? payments : undefined;
  if (known.reversedAt !== undefined) return payments;
  const { isDoubtful: _, ...certain } = known;
  const paid = known.paid ?? record.paid;
  return payments.with(place, {
    ...certain,
    ...(paid ? { paid } : {}),
    confirmationCode: known.confirmationCode || record.confirmationCode,
    reversedAt: at,
  });
}

/** Where in the list the payment of `record` is; -1 when it is another one. */
function placeOf(payments: readonly Payment[], record: Payment): number {
  const { confirmationCode, paid, paidAt = 0 } = record;
  const isSameMoney = (known: Payment) => sameMoney(known.paid, paid);
  const isLater = ({ reversedAt }: Payment) => reversedAt !== undefined && paidAt > reversedAt;
  if (confirmationCode !== '') {
    const named = payments.findIndex((known) => isSameCode(known.confirmationCode, confirmationCode));
    // The provider says the code of some only later.
    const isItsOwn = (known: Payment) =>
      known.confirmationCode === '' && !isLater(known) && (!known.paid || !paid || isSameMoney(known));
    return named === -1 ? payments.findIndex(isItsOwn) : named;
  }
  if (paid && payments.some(isSameMoney))
    return payments.findLastIndex((known) => isSameMoney(known) && !isLater(known));
  const newest = payments.findLastIndex(({ reversedAt }) => reversedAt === undefined);
  return newest === -1 && !paid ? payments.length - 1 : newest;
}

/** What of the payment is asked back, or went back, because it was asked for with Teller. */
export function refundedOf(
  { refund }: Pick<Order, 'refund'>,
  { confirmationCode }: Payment,
): Money | undefined {
  if (!refund || !isSameCode(refund.confirmationCode, confirmationCode)) return undefined;
  return mayBeCarriedOut(refund) ? refund.amount : undefined;
}

/** What went back of an order that is reversed: of each payment what was asked for with Teller, else all of it. */
export function moneyBack(order: HasPayments & Pick<Order, 'refund'>): Money | undefined {
  return sumOf(
    shownPayments(order).map((payment) => {
      const refunded = refundedOf(order, payment);
      return refunded ? { ...payment, paid: refunded } : payment;
    }),
  );
}

/** The payment with this code; undefined when the order has none. */
export function paymentWith({ payments = [] }: HasPayments, code: string): Payment | undefined {
  return payments.find(({ confirmationCode }) => isSameCode(confirmationCode, code));
}

/** The other order that has the payment of this news as well; undefined when none has. */
export function sharedIn(
  order: HasPayments,
  { payment }: { readonly payment?: Payment | undefined },
): Payment['alsoOn'] {
  return payment && paymentWith(order, payment.confirmationCode)?.alsoOn;
}

/** The codes of those that have one. */
export function codesIn(payments: readonly Payment[]): string[] {
  return payments.map(({ confirmationCode }) => confirmationCode).filter(Boolean);
}

/** Whoever accepts what has come as paid says with it that it came. */
export function withoutDoubt(payments: readonly Payment[]): readonly Payment[] {
  return payments.map(({ isDoubtful: _, ...certain }) => certain);
}

// What a recurring order knows of its charges: how many were paid, what that comes to, when the next is expected and
// which one never came. Pure. Called by payments/status, and by slack/ for what the card says.

import { isMoreOfTheSame, type Money, sameMoney, subtractMoney, sumMoney } from '#lib/money.ts';
import { dayOf, startOfDay } from '#lib/time.ts';
import { announce } from './announcement.ts';
import { paidAtOf } from './entries.ts';
import { wasPaid } from './lifecycle.ts';
import type { Charges, Order, Recurring } from './order.ts';
import { isBookedElsewhere, paidInAll, paymentWith } from './payments.ts';
import { addDays, countExpectedDays, lastExpectedDay, nextExpectedDay } from './recurrence.ts';
import { mayBeCarriedOut } from './refund.ts';

/** How a recurring order stands that has not been charged yet. */
export const NO_CHARGES: Charges = { paid: 0, total: '0' };

/** A charge of which nothing has become so many days after its day is missed. */
const MISSED_AFTER_DAYS = 2;

export type Progress = {
  readonly paid: number;
  /** How many payments are expected in all. More can be paid, because the provider keeps the calendar. */
  readonly expected: number;
  readonly total: Money;
  /** About when the next one is expected; undefined when all are paid or the last day has passed. */
  readonly nextDay: string | undefined;
};

/** Undefined for an order that does not recur. */
export function progressOf(order: Order): Progress | undefined {
  const { recurring, charges, amount } = order;
  if (!recurring || !charges) return undefined;
  const own = receivedBy(order);
  const charged = { amount: charges.total, currency: amount.currency };
  return {
    paid: paidIn(order, charges),
    expected: countExpectedDays(recurring),
    total: sumMoney(amount.currency, [charged, ...inCurrency(amount.currency, own)]),
    nextDay: isExpecting(order) ? nextExpectedDay(recurring, lastHeardDay(order)) : undefined,
  };
}

/**
 * Parent and charge after the charge was counted: a paid one once, one that is no longer paid not at all, and any that
 * is ours as heard of. Undefined when all of that is so already.
 */
export function countCharge(parent: Order, charge: Order): readonly [Order, Order] | undefined {
  if (!isFoundOurs(charge)) return undefined;
  const { countedAs: before, ...uncounted } = charge;
  const now = receivedBy(charge);
  const known = parent.charges ?? NO_CHARGES;
  const { currency } = parent.amount;
  const charges: Charges = {
    ...known,
    paid: known.paid - (before ? 1 : 0) + (now ? 1 : 0),
    total: sumMoney(currency, [
      { amount: known.total, currency },
      ...inCurrency(currency, now),
      ...inCurrency(currency, before && { ...before, amount: `-${before.amount}` }),
    ]).amount,
    ...heardAt(known, charge),
  };
  const isCounted = before && now ? sameMoney(before, now) : before === now;
  if (isCounted && charges.lastAt === parent.charges?.lastAt) return undefined;
  return [
    { ...parent, charges },
    { ...uncounted, ...(now ? { countedAs: now } : {}) },
  ];
}

/** Nobody is told of one that is pending, and it may stay so: until it is more, it does not stand for the one expected. */
function heardAt({ lastAt }: Charges, charge: Order): Pick<Charges, 'lastAt'> {
  if (charge.state === 'pending') return lastAt === undefined ? {} : { lastAt };
  // Teller may hear of an old one only when somebody looks it up.
  const { payments = [], madeAt, createdAt } = charge;
  return { lastAt: Math.max(lastAt ?? 0, payments[0]?.paidAt ?? madeAt ?? createdAt) };
}

/** False while it is not known whether the charge belongs to its parent: anybody can name one in a notification. */
function isFoundOurs(charge: Order): boolean {
  return charge.state !== 'sending' && charge.state !== 'not_sent';
}

/** True once the provider's record of the charge has named another account than its parent's. */
export function isSomebodyElses({ kind, state, checksEndedAt }: Order): boolean {
  return kind === 'charge' && state === 'not_sent' && checksEndedAt !== undefined;
}

/** When to look after `now` (ms) whether a charge was missed; undefined when none is expected any more. */
export function missedCheck(order: Order, now: number): number | undefined {
  if (!isExpecting(order)) return undefined;
  const day = nextExpectedDay(order.recurring, later(lastHeardDay(order), lastOverdueDay(now)));
  return day === undefined ? undefined : startOfDay(addDays(day, MISSED_AFTER_DAYS));
}

/**
 * The order with the news that a charge was missed, when one was and people do not know it; else undefined. After a long
 * outage only the latest of several is told, because one look at the provider's dashboard shows them all.
 */
export function tellMissedCharge(order: Order, now: number): Order | undefined {
  if (!isExpecting(order)) return undefined;
  const day = lastExpectedDay(order.recurring, lastOverdueDay(now));
  if (day === undefined || day <= lastHeardDay(order)) return undefined;
  const told: Order = { ...order, charges: { ...order.charges, missedDay: day } };
  return announce(told, { kind: 'charge_missed', day }, now);
}

type Expecting = Order & { readonly recurring: Recurring; readonly charges: Charges };

/**
 * True once the customer has paid for the first time, until as many payments came as there are days. When the first one went back
 * the provider may charge on, or not: then true once it has.
 */
function isExpecting(order: Order): order is Expecting {
  const { state, recurring, charges, changedAt } = order;
  if (!recurring || !charges) return false;
  const isChargedOn = state === 'reversed' && (charges.lastAt ?? 0) > changedAt;
  if (state !== 'paid' && state !== 'review' && !isChargedOn) return false;
  return paidIn(order, charges) < countExpectedDays(recurring);
}

/**
 * The link's own first payment is one of the payments that were agreed: the customer makes it by hand on the payment
 * page, and the provider makes the others.
 */
function paidIn(order: Order, charges: Charges): number {
  return charges.paid + (receivedBy(order) ? 1 : 0);
}

/**
 * What a paid order brought and did not give back; undefined when that is nothing, when another order has brought it, and while it is
 * under review.
 */
export function receivedBy(order: Order): Money | undefined {
  if (order.state === 'reversed') return keptBy(order);
  if (order.state !== 'paid' || isBookedElsewhere(order)) return undefined;
  // Somebody took another amount as payment in full. Else it is the order's, even if the balance came with another order.
  return (order.acceptedBy === undefined ? undefined : paidInAll(order)) ?? order.amount;
}

/** What stays of a payment of which a part was paid back. */
export function keptBy(order: Order): Money | undefined {
  const { refund } = order;
  const paid = refund && paymentWith(order, refund.confirmationCode)?.paid;
  if (!paid || !mayBeCarriedOut(refund) || !isMoreOfTheSame(paid, refund.amount)) return undefined;
  return subtractMoney(paid, refund.amount);
}

/** Money in another currency, which somebody accepted, cannot be added up. */
export function inCurrency(currency: string, money: Money | undefined): Money[] {
  return money?.currency === currency ? [money] : [];
}

/** The last day of which people know: of a payment, of a charge that was heard of, or of one that was told as missed. */
function lastHeardDay(order: Expecting): string {
  const { state, changedAt, charges, recurring } = order;
  const paidDay = dayOf(wasPaid(state) ? (paidAtOf(order) ?? changedAt) : 0);
  return later(later(paidDay, dayOfCharge(recurring, charges.lastAt ?? 0)), charges.missedDay ?? '');
}

/**
 * The day for which a charge was made that the provider dates `at` (ms). The provider may date it shortly before midnight, on the day
 * before. Where that day has a charge of its own, as with daily ones, it counts for that.
 */
function dayOfCharge(recurring: Recurring, at: number): string {
  const day = dayOf(at);
  const next = addDays(day, 1);
  const isEve = lastExpectedDay(recurring, next) === next && lastExpectedDay(recurring, day) !== day;
  return isEve ? next : day;
}

/** A charge of this day or an earlier one is missed `now` (ms) if nothing was heard of it. */
function lastOverdueDay(now: number): string {
  return addDays(dayOf(now), -MISSED_AFTER_DAYS);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

// Which money entries an order has: written when its money changes, never edited and never removed, so that a day whose
// reports were read stays as it was. Pure. Called for every save, by payments/status/order-saves.ts.

import { type Money, subtractMoney, sumMoney } from '#lib/money.ts';
import { dayOf, momentOf } from '#lib/time.ts';
import type { MoneyEntry } from './money-entry.ts';
import type { Order } from './order.ts';
import { isStated, type Payment } from './payment.ts';
import { newestPayment, refundedOf } from './payments.ts';
import { addDays } from './recurrence.ts';

/** Until this time of the next day a payment still counts on the day on which it was paid. */
const CLOSING_TIME = '06:00';

/** When `day` (yyyy-MM-dd) closes (ms): from then on no entry is added to it. */
export function closingTime(day: string, timeZone: string): number {
  return momentOf(addDays(day, 1), CLOSING_TIME, timeZone);
}

/** The order with the entries that are missing for its payments; the same object when none is missing. */
export function withEntries(order: Order, timeZone: string): Order {
  const { kind, payments = [], entries = [] } = order;
  if (kind === 'elsewhere') return withRefund(order, timeZone);
  const missing = payments.flatMap((payment, place) => missingEntries(order, payment, place, timeZone));
  return missing.length === 0 ? order : { ...order, entries: [...entries, ...missing] };
}

/** Of a payment made elsewhere only the refund is in the books. */
function withRefund(order: Order, timeZone: string): Order {
  const { payments = [], entries = [] } = order;
  const missing = payments.flatMap((payment, place) => {
    const refunded = refundedOf(order, payment);
    const isMissing = payment.reversedAt !== undefined && refunded && entriesOf(order, place).length === 0;
    return isMissing ? [backEntry(order, place, payment.reversedAt, refunded, timeZone)] : [];
  });
  return missing.length === 0 ? order : { ...order, entries: [...entries, ...missing] };
}

/** True when the entries come to what was paid and not given back. */
export function isBalanced(order: Order): boolean {
  return (order.payments ?? []).every((payment, place) => {
    const entries = entriesOf(order, place);
    const [incoming, back] = [entries.filter(isIncoming), entries.filter((entry) => !isIncoming(entry))];
    const booked = order.kind === 'elsewhere' ? undefined : bookedOf(payment);
    const mayGoBack = order.kind === 'elsewhere' ? refundedOf(order, payment) : booked;
    const isBack = payment.reversedAt !== undefined && mayGoBack !== undefined;
    const wentBack = isBack ? negated(refundedOf(order, payment) ?? mayGoBack) : undefined;
    return differencesIn(incoming, booked).length === 0 && differencesIn(back, wentBack).length === 0;
  });
}

/** What of the payment the books of its order have; undefined while the provider has not said how much, or another order has it. */
function bookedOf(payment: Payment): Money | undefined {
  return isStated(payment) && payment.alsoOn?.isBookedThere === undefined ? payment.paid : undefined;
}

function entriesOf({ entries = [] }: Order, place: number): MoneyEntry[] {
  return entries.filter(({ payment }) => payment === place);
}

function isIncoming({ kind }: MoneyEntry): boolean {
  return kind !== 'reversal' && kind !== 'refund';
}

/** When (ms) the newest payment was made; without a date in its record, when Teller learned of it. Undefined without both. */
export function paidAtOf(order: Pick<Order, 'payments' | 'entries'>): number | undefined {
  const { payments = [], entries = [] } = order;
  const newest = newestPayment(order);
  if (!newest) return undefined;
  return newest.paidAt ?? entries.find(({ payment }) => payment === payments.indexOf(newest))?.at;
}

/** By how much `booked` is more than what is `listed`, in each currency in which it differs. */
function differencesIn(listed: readonly MoneyEntry[], booked: Money | undefined): Money[] {
  const wanted = booked ? [booked] : [];
  const currencies = new Set(
    [...wanted, ...listed.map(({ money }) => money)].map(({ currency }) => currency),
  );
  return [...currencies]
    .map((currency) => {
      const own = (amounts: readonly Money[]) => amounts.filter((money) => money.currency === currency);
      const entered = sumMoney(currency, own(listed.map(({ money }) => money)));
      return subtractMoney(sumMoney(currency, own(wanted)), entered);
    })
    .filter(({ amount }) => amount !== '0');
}

function negated(money: Money): Money {
  return subtractMoney({ ...money, amount: '0' }, money);
}

function missingEntries(order: Order, payment: Payment, place: number, timeZone: string): MoneyEntry[] {
  const booked = bookedOf(payment);
  const entries = entriesOf(order, place);
  const incoming = entries.filter(isIncoming);
  const missing: MoneyEntry[] = [];
  if (incoming.length > 0) {
    const now = momentOfChange(order.changedAt, timeZone);
    for (const money of differencesIn(incoming, booked))
      missing.push({ kind: 'correction', money, payment: place, ...now });
  } else if (booked) {
    const kind = order.kind === 'charge' ? 'charge' : 'payment';
    missing.push({
      kind,
      money: booked,
      payment: place,
      ...dayOfPayment(payment, order.changedAt, timeZone),
    });
  }
  if (payment.reversedAt !== undefined && booked && incoming.length === entries.length)
    missing.push(backEntry(order, place, payment.reversedAt, refundedOf(order, payment) ?? booked, timeZone));
  return missing;
}

type Place = Omit<MoneyEntry, 'kind' | 'money' | 'payment'>;

function momentOfChange(at: number, timeZone: string): Place {
  return { day: dayOf(at, timeZone), at, learnedAt: at };
}

function backEntry(order: Order, place: number, at: number, back: Money, timeZone: string): MoneyEntry {
  const payment = order.payments?.[place];
  const kind = payment && refundedOf(order, payment) ? 'refund' : 'reversal';
  return { kind, money: negated(back), payment: place, ...momentOfChange(at, timeZone) };
}

/** The day of a payment: that on which it was paid while that is not closed, else that on which Teller learned of it. */
function dayOfPayment({ paidAt: told }: Payment, learnedAt: number, timeZone: string): Place {
  const today = dayOf(learnedAt, timeZone);
  const paidAt = told ?? learnedAt;
  const paidDay = dayOf(paidAt, timeZone);
  // A clock that is fast may say that it was paid tomorrow.
  if (paidDay > today) return { day: today, at: learnedAt, learnedAt };
  const isLate = paidDay < today && learnedAt >= closingTime(paidDay, timeZone);
  return isLate ? { day: today, at: learnedAt, learnedAt, paidDay } : { day: paidDay, at: paidAt, learnedAt };
}

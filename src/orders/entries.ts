// Which money entries an order has: written when its money changes, never edited and never removed, so that a day whose
// reports were read stays as it was. Pure. Called for every save, by payments/status/order-saves.ts.
import { dayOf } from '#lib/days.ts';
import { type Money, subtractMoney, sumMoney } from '#lib/money.ts';
import { momentOf } from '#lib/zoned-time.ts';
import { wasPaid } from './lifecycle.ts';
import type { EntryKind, MoneyEntry } from './money-entry.ts';
import type { Order } from './order.ts';
import { addDays } from './recurrence.ts';
import { mayBeCarriedOut } from './refund.ts';

/** Until this time of the next day a payment still counts on the day on which it was paid. */
const CLOSING_TIME = '06:00';

/** When `day` (yyyy-MM-dd) closes (ms): from then on no entry is added to it. */
export function closingTime(day: string, timeZone: string): number {
  return momentOf(addDays(day, 1), CLOSING_TIME, timeZone);
}

/**
 * `after` with the entries that are missing for its money. `before`: the stored order that it is made from; undefined for a new
 * one. Returns the same object when none is missing. What `before` lacks, because it was stored before there were entries,
 * is entered as well: its payment on its day, its reversal on the day of its last change.
 */
export function withEntries(after: Order, before: Order | undefined, timeZone: string): Order {
  if (!wasPaid(after.state)) return after;
  if (after.kind === 'elsewhere') return withRefund(after, timeZone);
  const written = after.entries ?? [];
  const earlier = written.length > 0 || !before ? written : olderEntries(before, timeZone);
  const entries = [...earlier, ...missingEntries(after, earlier, timeZone)];
  return entries.length === written.length ? after : { ...after, entries };
}

/** Of a payment made elsewhere only the refund is in the books. */
function withRefund(order: Order, timeZone: string): Order {
  const { entries = [] } = order;
  const refunded = refundedOf(order);
  if (order.state !== 'reversed' || !refunded || entries.length > 0) return order;
  return { ...order, entries: [backEntry(order, momentOfChange(order, timeZone), refunded)] };
}

/** True for money that was stored before there were entries. */
export function isUnentered(order: Order): boolean {
  const { kind, state, entries = [] } = order;
  return kind !== 'elsewhere' && wasPaid(state) && entries.length === 0 && moneyReceived(order) !== undefined;
}

/** True when the entries come to what was paid and not given back. */
export function isBalanced(order: Order): boolean {
  const entries = order.entries ?? [];
  const received = amountsOf(moneyReceived(order));
  const back = amountsOf(refundedOf(order) ?? moneyReceived(order));
  // A payment made elsewhere is in no entry, nor is its reversal when nobody asked for it here.
  const isOurs = order.kind !== 'elsewhere';
  const isBack = order.state === 'reversed' && (isOurs || refundedOf(order) !== undefined);
  const held = [...(isOurs && wasPaid(order.state) ? received : []), ...(isBack ? back.map(negated) : [])];
  return differencesIn([...entries, ...held.map(negated)]).length === 0;
}

/** What went back because it was asked for with Teller. */
function refundedOf({ refund }: Order): Money | undefined {
  return refund && mayBeCarriedOut(refund) ? refund.amount : undefined;
}

function backEntry(order: Order, at: Place, back: Money): MoneyEntry {
  const kind = refundedOf(order) ? 'refund' : 'reversal';
  return entryOf(order, kind, negated({ money: back }).money, at);
}

function momentOfChange({ changedAt }: Order, timeZone: string): Place {
  return { day: dayOf(changedAt, timeZone), at: changedAt, learnedAt: changedAt };
}

/** When (ms) it was paid; without a date in its record, when Teller learned of it. Undefined without both. */
export function paidAtOf({ payment, entries = [] }: Pick<Order, 'payment' | 'entries'>): number | undefined {
  return payment?.paidAt ?? entries.find(({ kind }) => kind === 'payment' || kind === 'charge')?.at;
}

/** What had come at `at` (ms), as the books have it, whatever came later or went back. Undefined when they had nothing. */
export function cameBy({ entries = [], payment }: Order, at: number): Money | undefined {
  const came = entries
    .filter(({ kind, learnedAt }) => kind !== 'reversal' && kind !== 'refund' && learnedAt <= at)
    .flatMap(({ money }) => (money.currency === payment?.paid?.currency ? [money] : []));
  return came[0] && sumMoney(came[0].currency, came);
}

/** True when the order's last change was that more had come for it. */
export function hasGrownSince({ entries = [], changedAt }: Order): boolean {
  const last = entries.at(-1);
  return last?.kind === 'correction' && last.learnedAt === changedAt;
}

/**
 * What was really paid; it can differ from the order's amount, and undefined while the provider has not said how much. The record of
 * a reversal may lack the payment.
 */
function moneyReceived({ payment, amount }: Order): Money | undefined {
  return payment ? payment.paid : amount;
}

type Amount = Pick<MoneyEntry, 'money'>;

const amountsOf = (money: Money | undefined): Amount[] => (money ? [{ money }] : []);

/** The sum of each currency in which it is not 0. */
function differencesIn(amounts: readonly Amount[]): Money[] {
  const currencies = [...new Set(amounts.map(({ money }) => money.currency))];
  return currencies
    .map((currency) =>
      sumMoney(
        currency,
        amounts.flatMap(({ money }) => (money.currency === currency ? [money] : [])),
      ),
    )
    .filter(({ amount }) => amount !== '0');
}

function olderEntries(order: Order, timeZone: string): MoneyEntry[] {
  const received = moneyReceived(order);
  if (!wasPaid(order.state) || !received) return [];
  const paidAt = order.payment?.paidAt ?? order.changedAt;
  const at = { day: dayOf(paidAt, timeZone), at: paidAt, learnedAt: paidAt };
  const payment = entryOf(order, paymentKind(order), received, at);
  return [payment, ...missingEntries(order, [payment], timeZone)];
}

/** An order's `changedAt` is when Teller learned of its state, or of more money. */
function missingEntries(order: Order, earlier: readonly MoneyEntry[], timeZone: string): MoneyEntry[] {
  const now = momentOfChange(order, timeZone);
  const received = moneyReceived(order);
  if (!received) return [];
  const incoming = earlier.filter(({ kind }) => kind !== 'reversal' && kind !== 'refund');
  const entries: MoneyEntry[] = [];
  if (incoming.length === 0)
    entries.push(entryOf(order, paymentKind(order), received, placeOf(order, timeZone)));
  else
    for (const difference of differencesIn([...incoming.map(negated), { money: received }]))
      entries.push(entryOf(order, 'correction', difference, now));
  if (order.state === 'reversed' && incoming.length === earlier.length)
    entries.push(backEntry(order, now, refundedOf(order) ?? received));
  return entries;
}

/** The day of a payment: that on which it was paid while that is not closed, else that on which Teller learned of it. */
function placeOf({ payment, changedAt: learnedAt }: Order, timeZone: string) {
  const today = dayOf(learnedAt, timeZone);
  const paidAt = payment?.paidAt ?? learnedAt;
  const paidDay = dayOf(paidAt, timeZone);
  // A clock that is fast may say that it was paid tomorrow.
  if (paidDay > today) return { day: today, at: learnedAt, learnedAt };
  const isLate = paidDay < today && learnedAt >= closingTime(paidDay, timeZone);
  return isLate ? { day: today, at: learnedAt, learnedAt, paidDay } : { day: paidDay, at: paidAt, learnedAt };
}

type Place = Omit<MoneyEntry, 'kind' | 'money' | 'code'>;

function entryOf(order: Order, kind: EntryKind, money: Money, place: Place): MoneyEntry {
  return { kind, money, code: order.payment?.confirmationCode ?? '', ...place };
}

function paymentKind({ kind }: Order): EntryKind {
  return kind === 'charge' ? 'charge' : 'payment';
}

function negated({ money }: Amount): Amount {
  return { money: subtractMoney({ amount: '0', currency: money.currency }, money) };
}

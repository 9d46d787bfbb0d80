// What the receipt of an order says, in one language. Pure. It is made anew whenever somebody opens it, so that it is true then:
// what was really paid, and what of that went back.
import { isMore, type Money, sameMoney } from '#lib/money.ts';
import { oneLine } from '#lib/one-line.ts';
import { paidAtOf } from '#orders/entries.ts';
import type { Language } from '#orders/language.ts';
import { wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import { isStated, type Payment, type StatedPayment } from '#orders/payment.ts';
import { mayBeCarriedOut } from '#orders/refund.ts';
import { isAcceptedOther } from '#orders/successor.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { dateIn, momentIn, moneyIn } from './numbers-and-dates.ts';
import { SENTENCES } from './sentences.ts';

export type Receipt = {
  /** What was paid, or how much of what was asked. */
  readonly paid: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** How it stands, where that is not simply paid. */
  readonly notes: readonly string[];
  readonly isPaidBack: boolean;
};

type How = { readonly language: Language; readonly timeZone: string };

/**
 * Undefined once its customer is erased, while no money has come or the provider has not said how much, and where it went back before
 * anybody knew what had come.
 */
export function receiptOf(order: Order, how: How): Receipt | undefined {
  const { state, payment, erasedAt } = order;
  if (erasedAt !== undefined || !payment || !isStated(payment) || !wasPaid(state)) return undefined;
  const isPaidBack = state === 'reversed';
  return {
    paid: paidIn(order, payment, how.language),
    rows: rowsOf(order, payment, how),
    notes: isPaidBack ? [paidBackNote(order, payment, how)] : differenceNotes(order, payment, how.language),
    isPaidBack,
  };
}

function paidIn({ amount, state }: Order, { paid }: StatedPayment, language: Language): string {
  const money = unbroken(moneyIn(language, paid));
  const isPart = state === 'review' && paid.currency === amount.currency && isMore(amount, paid);
  return isPart ? SENTENCES[language].receipt.partOf(money, unbroken(moneyIn(language, amount))) : money;
}

/** In large letters no line may end between an amount and its currency. */
function unbroken(money: string): string {
  return money.replaceAll(' ', '\u00a0');
}

function rowsOf(order: Order, payment: Payment, { language, timeZone }: How): Receipt['rows'] {
  const { labels } = SENTENCES[language].receipt;
  const paidAt = paidAtOf(order);
  const rows = [
    // Of a payment made elsewhere Teller only knows that.
    [labels.what, order.kind === 'elsewhere' ? '' : withoutOwnNumbers(order.description, order)],
    [labels.when, paidAt === undefined ? '' : momentIn(language, paidAt, timeZone)],
    [labels.method, nameOfMethod(payment.method)],
    [labels.code, payment.confirmationCode],
    // People know a charge by the order that it belongs to.
    [labels.reference, withoutOwnNumbers(order.chargeOf ?? order.reference, order)],
  ] as const;
  return rows.map(([label, value]) => [label, oneLine(value)] as const).filter(([, value]) => value !== '');
}

function differenceNotes(order: Order, { paid }: StatedPayment, language: Language): string[] {
  const { amount, state, successor } = order;
  if (sameMoney(paid, amount)) return [];
  const { receipt } = SENTENCES[language];
  const asked = moneyIn(language, amount);
  if (isAcceptedOther(order)) return [receipt.accepted(asked)];
  const isRestPaid = state === 'paid' && successor?.restOf !== undefined && successor.state === 'paid';
  return [isRestPaid ? receipt.restPaid(asked) : receipt.difference(asked)];
}

/** The service names no day on which money went back, so it is the day on which Teller learned of it. */
function paidBackNote(order: Order, { paid }: StatedPayment, { language, timeZone }: How): string {
  const { receipt } = SENTENCES[language];
  const day = dateIn(language, order.changedAt, timeZone);
  const back = moneyBack(order, paid);
  if (back === undefined) return receipt.somePaidBack(day);
  return sameMoney(back, paid) ? receipt.paidBack(day) : receipt.partPaidBack(moneyIn(language, back), day);
}

/** Undefined where somebody had asked the service without Teller, so that nobody here knows how much. */
function moneyBack({ refund }: Order, paid: Money): Money | undefined {
  if (refund && mayBeCarriedOut(refund)) return refund.amount;
  return refund?.wasAskedBefore ? undefined : paid;
}

// What the receipt of an order says, in one language. Pure. It is made anew whenever somebody opens it, so that it is true then:
// what was really paid, and what of that went back.
import { isMore, type Money, sameMoney } from '#lib/money.ts';
import { oneLine } from '#lib/text.ts';
import { paidAtOf } from '#orders/entries.ts';
import type { Language, Order } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import { codesIn, moneyBack, paidFor, shownPayments } from '#orders/payments.ts';
import { isAcceptedOther } from '#orders/resends.ts';
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
  const paid = paidFor(order);
  if (order.erasedAt !== undefined || !paid) return undefined;
  const isPaidBack = order.state === 'reversed';
  return {
    paid: paidIn(order, paid, how.language),
    rows: rowsOf(order, how),
    notes: isPaidBack ? [paidBackNote(order, paid, how)] : differenceNotes(order, paid, how.language),
    isPaidBack,
  };
}

function paidIn({ amount, state }: Order, paid: Money, language: Language): string {
  const money = unbroken(moneyIn(language, paid));
  const isPart = state === 'review' && paid.currency === amount.currency && isMore(amount, paid);
  return isPart ? SENTENCES[language].receipt.partOf(money, unbroken(moneyIn(language, amount))) : money;
}

/** In large letters no line may end between an amount and its currency. */
function unbroken(money: string): string {
  return money.replaceAll(' ', '\u00a0');
}

function rowsOf(order: Order, { language, timeZone }: How): Receipt['rows'] {
  const { labels } = SENTENCES[language].receipt;
  const payments = shownPayments(order);
  const methods = new Set(payments.map(({ method }) => nameOfMethod(method)));
  const paidAt = paidAtOf(order);
  const rows = [
    // Of a payment made elsewhere Teller only knows that.
    [labels.what, order.kind === 'elsewhere' ? '' : withoutOwnNumbers(order.description, order)],
    [labels.when, paidAt === undefined ? '' : momentIn(language, paidAt, timeZone)],
    [labels.method, [...methods].filter(Boolean).join(', ')],
    [labels.code, codesIn(payments).join(', ')],
    // People know a charge by the order that it belongs to.
    [labels.reference, withoutOwnNumbers(order.chargeOf ?? order.reference, order)],
  ] as const;
  return rows.map(([label, value]) => [label, oneLine(value)] as const).filter(([, value]) => value !== '');
}

function differenceNotes(order: Order, paid: Money, language: Language): string[] {
  const { amount, state, resentAs } = order;
  if (sameMoney(paid, amount)) return [];
  const { receipt } = SENTENCES[language];
  const asked = moneyIn(language, amount);
  if (isAcceptedOther(order)) return [receipt.accepted(asked)];
  const isBalancePaid = state === 'paid' && resentAs?.balanceOf !== undefined && resentAs.state === 'paid';
  return [isBalancePaid ? receipt.balancePaid(asked) : receipt.difference(asked)];
}

/** The provider names no day on which money went back, so it is the day on which Teller learned of it. */
function paidBackNote(order: Order, paid: Money, { language, timeZone }: How): string {
  const { receipt } = SENTENCES[language];
  const day = dateIn(language, order.changedAt, timeZone);
  // Where somebody had asked the provider without Teller, nobody here knows how much.
  const back = order.refund?.wasAskedBefore ? undefined : moneyBack(order);
  if (back === undefined) return receipt.somePaidBack(day);
  return sameMoney(back, paid) ? receipt.paidBack(day) : receipt.partPaidBack(moneyIn(language, back), day);
}

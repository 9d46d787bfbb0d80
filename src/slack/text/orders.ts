// Order states, failures, methods and money in words. The table of states is exhaustive by type.
import { dayOf, shortDay } from '#lib/days.ts';
import { formatMoney, type Money, sameMoney } from '#lib/money.ts';
import { progressOf } from '#orders/charges.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order, Recurring, Successor } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import type { Failure } from '#orders/payment.ts';
import { isUnstated, moneyBack, paidFor, refundedOf, shownPayments, sumOf } from '#orders/payments.ts';
import { isPaidAfterCancel } from '#orders/successor.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { cardNotPosted } from './card-not-posted.ts';
import { asSentence, escapeMrkdwn, plain, serviceWords, shorten } from './escape.ts';
import { type Explanation, REASONS } from './reasons.ts';

/** Codes of the service that have words of our own (SPEC.md, payment_status_code; PROVIDER-FACTS, Failed). */
const PAYMENT_CODES: ReadonlyMap<string, string> = new Map([
  ['request_terminated_by_user', 'The customer declined the prompt.'],
  ['expired', 'The prompt ran out before the customer entered the PIN.'],
]);

/** `words` as `serviceWords` gives them; '' for none. */
export function serviceSays(words: string): string {
  return words && `The service says: ${asSentence(words)}`;
}

/** What happened and what to do next. `serviceText`: the service's explanation, masked and cut; '' when ours says the same. */
export function describeFailure(
  failure: Failure,
): Explanation & { readonly serviceText: string; readonly incident: string | undefined } {
  const reason =
    failure.reason === 'unavailable' && failure.serviceMessage ? 'answered_with_error' : failure.reason;
  if (reason === 'card_not_posted')
    return { ...cardNotPosted(failure.serviceMessage), serviceText: '', incident: failure.incident };
  const { what, next } = REASONS[reason];
  const known = PAYMENT_CODES.get(failure.serviceMessage.toLowerCase());
  return {
    what: known ?? what,
    next,
    serviceText: known ? '' : serviceWords(failure.serviceMessage, 300),
    incident: failure.incident,
  };
}

/** Followed by the time of `Failure.retryAt`. */
export const PROMPT_AGAIN_FROM = 'A prompt can be sent again from';

/** Of a payment whose record has no amount, or no currency. */
export const UNSTATED = 'Pesapal says this is paid, but not how much.';
export const UNSTATED_AMOUNT = 'An unstated amount';
/** Of a payment whose record says that it failed. */
export const DOUBTFUL = 'Pesapal says this failed, but with an amount and a receipt.';
export const UNCLEAR_REVERSAL = 'Pesapal says a payment was reversed, but not which.';

/** "KES 1,500.00 and USD 12.00": what has come, one sum for each currency. */
export function describePaid(order: Order): string {
  const sums = [...Map.groupBy(shownPayments(order), ({ paid }) => paid?.currency).values()].map(sumOf);
  return sums.map((sum) => (sum ? plainMoney(sum) : UNSTATED_AMOUNT)).join(' and ');
}

/** What the provider leaves open about the money of an order under review; '' when that is nothing. */
export function whatIsUnknown(order: Order): string {
  if (order.unclearReversalAt !== undefined) return UNCLEAR_REVERSAL;
  if (shownPayments(order).some(({ isDoubtful }) => isDoubtful)) return DOUBTFUL;
  return isUnstated(order) ? UNSTATED : '';
}

const STATES = {
  waiting: 'Waiting for approval',
  sending: 'Sending…',
  pending: 'Waiting for the customer',
  paid: 'Paid',
  review: 'Paid, but not what was asked: please review',
  failed: 'Not paid',
  cancelled: 'Cancelled',
  reversed: 'Paid back to the customer',
  not_sent: 'Not sent',
} satisfies Record<OrderState, string>;

/** The state in words. Of a recurring order it says how many payments there were. For plain_text and rich_text. */
export function describeState(order: Order): string {
  const progress = describeProgress(order);
  if (progress === undefined) return describeOwnState(order);
  // Where its own first payment stands otherwise, that is said first.
  return order.state === 'paid' && !isPaidAfterCancel(order)
    ? progress
    : `${describeOwnState(order)} · ${progress}`;
}

/** How many payments of a recurring order there were; undefined before the first, and for other orders. */
export function describeProgress(order: Order): string | undefined {
  const progress = progressOf(order);
  if (!progress || (progress.paid === 0 && order.state !== 'reversed')) return undefined;
  const { paid, expected, total, nextDay } = progress;
  return [
    `${paid}${paid > expected ? '' : ` of ${expected}`} paid`,
    ...(paid > 0 ? [formatMoney(total)] : []),
    ...(nextDay === undefined ? [] : [`next about ${describeDay(nextDay)}`]),
  ].join(' · ');
}

/** The state in words, whatever was paid of a recurring order after its first payment. For plain_text and rich_text. */
export function describeOwnState(order: Order): string {
  const isOver = order.checksEndedAt !== undefined;
  if (order.state === 'sending' && (isOver || order.outcomeUnknownAt !== undefined))
    return `No answer from the payment service${isOver ? '' : ' yet; Teller keeps checking'}`;
  if (order.state === 'pending') {
    if (isOver) return 'Not answered';
    if (isCancelAwaited(order)) return 'The deadline is over; checking with the payment service';
    if (order.kind !== 'prompt')
      return ['Waiting for payment', describeDeadline(order)].filter(Boolean).join(' ');
    return order.noPinAt === undefined ? 'Waiting for the customer’s PIN' : 'No PIN yet';
  }
  if (order.state === 'review' && (isUnstated(order) || order.unclearReversalAt !== undefined))
    return `${isPaidAfterCancel(order) ? `Paid${afterCancel(order)}. ` : ''}${whatIsUnknown(order).replace(/\.$/, '')}`;
  const [back, paid] = [refundedMoney(order), paidFor(order)];
  // The rest of the payment stands.
  if (order.state === 'reversed' && back && paid && !sameMoney(back, paid))
    return `${moneyBackOf(back, paid)} paid back to the customer`;
  if (waitsToBeSent(order)) return 'Approved, not sent yet';
  return STATES[order.state].replace(/^Paid\b/, `Paid${afterCancel(order)}`);
}

/** To follow what was paid; '' of an order that was not cancelled before, or whose payment somebody has accepted. */
export function afterCancel(order: Order): string {
  return isPaidAfterCancel(order) ? ' after it was cancelled' : '';
}

/** "until 24 Nov", with the year where the link was made in another; undefined without a deadline. */
export function describeDeadline({
  validUntil,
  createdAt,
}: Pick<Order, 'validUntil' | 'createdAt'>): string | undefined {
  return validUntil && `until ${shortDay(validUntil, dayOf(createdAt))}`;
}

/** How an order that was made from another one stands, for the card of that one. */
export function describeSuccessor({ state, isUnanswered, isPaidBackInPart }: Successor): string {
  const words = {
    ...STATES,
    sending: isUnanswered ? 'no answer from the payment service' : 'being sent',
    pending: isUnanswered ? 'not answered' : 'waiting for the customer',
    ...(isPaidBackInPart ? { reversed: 'paid back in part' } : {}),
  };
  return words[state].toLowerCase();
}

/** For what it is, in messages that others read too: the customer's own number is masked in it. Foreign text, for plain_text. */
export function describeWhat(order: Pick<Order, 'description' | 'customer' | 'prompt'>): string {
  return withoutOwnNumbers(plain(order.description), order);
}

/** The subscriber's account number, in which many merchants take the customer's phone number. Foreign text, for plain_text. */
export function describeAccount(
  { accountNumber }: Recurring,
  order: Pick<Order, 'customer' | 'prompt'>,
): string {
  return withoutOwnNumbers(plain(accountNumber), order);
}

export function describeKind(order: Pick<Order, 'kind' | 'recurring'>): string {
  if (order.kind === 'prompt') return 'PIN prompt';
  if (order.kind === 'charge') return 'Recurring charge';
  if (order.kind === 'elsewhere') return 'Payment made elsewhere';
  return order.recurring ? 'Recurring payment link' : 'Payment link';
}

/** "M-PESA": without the country, which the currency beside it says. */
export function shortMethod(method: string): string {
  return nameOfMethod(method).replace(/ (Kenya|Uganda)$/, '');
}

/** Money for mrkdwn. The currency may come from the service and could be any text, so it is escaped. */
export function describeMoney(money: Money): string {
  return formatMoney({ ...money, currency: escapeMrkdwn(shorten(plain(money.currency), 20)) });
}

/** The same for plain_text and rich_text. */
export function plainMoney(money: Money): string {
  return formatMoney({ ...money, currency: shorten(plain(money.currency), 20) });
}

/** "KES 500.00", or "KES 500.00 of KES 2,000.00" where the rest of the payment stands. For plain_text and rich_text. */
export function moneyBackOf(back: Money, paid = back): string {
  return sameMoney(back, paid) ? plainMoney(back) : `${plainMoney(back)} of ${plainMoney(paid)}`;
}

/** What went back, where a refund was asked for with Teller. */
export function refundedMoney(order: Order): Money | undefined {
  const isAsked = shownPayments(order).some((payment) => refundedOf(order, payment) !== undefined);
  return isAsked ? moneyBack(order) : undefined;
}

/** "2026-01-01" → "1 Jan". */
export function describeDay(day: string): string {
  return shortDay(day, day);
}

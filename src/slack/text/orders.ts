// Order states, failures, methods and money in words. The table of states is exhaustive by type.

import { formatMoney, type Money, sameMoney } from '#lib/money.ts';
import { dayOf, shortDay } from '#lib/time.ts';
import { progressOf } from '#orders/charges.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order, Recurring, Successor } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import type { Failure, FailureReason } from '#orders/payment.ts';
import { isUnstated, moneyBack, paidFor, refundedOf, shownPayments, sumOf } from '#orders/payments.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { isPaidAfterCancel } from '#orders/successor.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { asSentence, escapeMrkdwn, plain, serviceWords, shorten } from './escape.ts';
import { type Explanation, REASONS } from './reasons.ts';

/** Codes of the provider that have words of our own (SPEC.md, payment_status_code; PROVIDER-FACTS, Failed). */
const PAYMENT_CODES: ReadonlyMap<string, string> = new Map([
  ['request_terminated_by_user', 'The customer declined the prompt.'],
  ['expired', 'The prompt expired before the customer entered the PIN.'],
]);
/** The same codes where the customer pays on a page, which also sends prompts. */
const LINK_CODES: ReadonlyMap<string, string> = new Map([
  ['request_terminated_by_user', 'The customer declined the payment.'],
  ['expired', 'The payment expired before the customer confirmed it.'],
]);

/** `words` as `serviceWords` gives them; '' for none. */
export function serviceSays(words: string): string {
  return words && `Pesapal says: ${asSentence(words)}`;
}

/** What happened and what to do next. `serviceText`: the provider's explanation, masked and cut; '' when ours says the same. */
export function describeFailure(
  failure: Failure,
  kind: Order['kind'] = 'prompt',
): Explanation & { readonly serviceText: string; readonly incident: string | undefined } {
  const reason =
    failure.reason === 'unavailable' && failure.serviceMessage ? 'answered_with_error' : failure.reason;
  if (reason === 'card_not_posted')
    return { ...cardNotPosted(failure.serviceMessage), serviceText: '', incident: failure.incident };
  const { what, next } = REASONS[reason];
  const codes = kind === 'prompt' ? PAYMENT_CODES : LINK_CODES;
  const known = codes.get(failure.serviceMessage.toLowerCase());
  return {
    ...(failure.order
      ? describeUnsettled(failure.order, reason, { what, next })
      : { what: known ?? what, next }),
    serviceText: known ? '' : serviceWords(failure.serviceMessage, 300),
    incident: failure.incident,
  };
}

/** Followed by the time of `Failure.retryAt`. */
export const PROMPT_AGAIN_FROM = 'You can send the next prompt from';

/** Of a payment whose record has no amount, or no currency. */
export const UNSTATED = 'Pesapal says this is paid, but not how much.';
export const UNSTATED_AMOUNT = 'An unknown amount';
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
  waiting: 'Needs approval',
  sending: 'Sending…',
  pending: 'Pending',
  paid: 'Paid',
  review: 'Payment to review',
  failed: 'Not paid',
  cancelled: 'Cancelled',
  reversed: 'Refunded',
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
    `${paid}${paid > expected ? '' : ` of ${expected}`} paid${paid > 0 ? `, ${formatMoney(total)}` : ''}`,
    ...(nextDay === undefined ? [] : [`next about ${describeDay(nextDay)}`]),
  ].join(' · ');
}

/** The state in words, whatever was paid of a recurring order after its first payment. For plain_text and rich_text. */
export function describeOwnState(order: Order): string {
  const isOver = order.checksEndedAt !== undefined;
  if (order.state === 'sending' && (isOver || order.outcomeUnknownAt !== undefined))
    return isOver ? 'No answer from Pesapal' : 'No answer from Pesapal yet';
  if (order.state === 'pending') {
    if (isOver) return 'Not answered';
    if (isCancelAwaited(order)) return 'Expired, checking with Pesapal';
    if (order.kind !== 'prompt')
      return ['Waiting for payment', describeDeadline(order)].filter(Boolean).join(' ');
    return order.noPinAt === undefined ? 'Waiting for the PIN' : 'No PIN yet';
  }
  if (order.state === 'review' && (isUnstated(order) || order.unclearReversalAt !== undefined))
    return `${isPaidAfterCancel(order) ? `Paid${afterCancel(order)}. ` : ''}${whatIsUnknown(order).replace(/\.$/, '')}`;
  const [back, paid] = [refundedMoney(order), paidFor(order)];
  // The rest of the payment stands.
  if (order.state === 'reversed' && back && paid && !sameMoney(back, paid))
    return `${moneyBackOf(back, paid)} refunded`;
  if (order.state === 'review' && isPaidAfterCancel(order)) return `Paid${afterCancel(order)}, to review`;
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

/** The state of an order that was made from another one, for the card of that one. */
export function describeSuccessor({ state, isUnanswered, isPaidBackInPart }: Successor): string {
  const words = {
    ...STATES,
    waiting: 'needs approval',
    sending: isUnanswered ? 'no answer from Pesapal' : 'sending',
    pending: isUnanswered ? 'not answered' : 'waiting for payment',
    review: 'to review',
    ...(isPaidBackInPart ? { reversed: 'partly refunded' } : {}),
  };
  return lowerFirst(words[state]);
}

/** For the middle of a line. "PIN" and "Pesapal" stay as they are. */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
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
  if (order.kind === 'elsewhere') return 'External payment';
  return order.recurring ? 'Recurring payment link' : 'Payment link';
}

/** "M-PESA": without the country, which the currency beside it says. */
export function shortMethod(method: string): string {
  return nameOfMethod(method).replace(/ (Kenya|Uganda)$/, '');
}

/** Money for mrkdwn. The currency may come from the provider and could be any text, so it is escaped. */
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

/** What was refunded, where a refund was requested with Teller. */
export function refundedMoney(order: Order): Money | undefined {
  const isAsked = shownPayments(order).some((payment) => refundedOf(order, payment) !== undefined);
  return isAsked ? moneyBack(order) : undefined;
}

/** "2026-01-01" → "1 Jan". */
export function describeDay(day: string): string {
  return shortDay(day, day);
}

const CANNOT = 'The card couldn’t be posted in the channel';

/** `code`: Slack's, or '' when Teller is not in the channel, or a word of delivery/order-card.ts where Slack gave no code. */
function cardNotPosted(code: string): { readonly what: string; readonly next: string } {
  if (code === 'limited' || code === 'unknown')
    return { what: `${CANNOT}.`, next: 'Nothing was sent. Try again in a minute.' };
  const isOut = code === '' || code === 'not_in_channel' || code === 'channel_not_found';
  return {
    what: /^\w+$/.test(code) ? `${CANNOT} (Slack: ${code}).` : `${CANNOT}.`,
    next: isOut
      ? 'Nothing was sent. Invite Teller to the channel with /invite, then try again.'
      : 'Nothing was sent. Check that the channel isn’t archived and that Teller can post there, or choose another one.',
  };
}

/** `usual`: what the reason says where it names no order. */
function describeUnsettled(
  earlier: Reference,
  reason: FailureReason | 'answered_with_error',
  usual: Explanation,
): Explanation {
  const name = quotedReference(earlier);
  if (reason === 'paid_meanwhile')
    return {
      what: `${name} has received a payment.`,
      next: 'Nothing was sent. See its card for what to do next.',
    };
  if (reason === 'order_state')
    return {
      what: `The customer can still pay ${name}.`,
      next: 'Nothing was sent. Wait for the payment, or cancel it first.',
    };
  if (reason === 'not_cancelled')
    return { ...usual, what: `Pesapal didn’t cancel ${name}. The customer can still pay it.` };
  return {
    what: `Couldn’t check whether ${name} is paid. ${usual.what}`,
    next: 'Nothing was sent. Press Send again in a minute.',
  };
}

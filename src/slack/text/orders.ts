import { formatMoney, type Money, sameMoney } from '#lib/money.ts';
import { dayOf, shortDay } from '#lib/time.ts';
import { progressOf } from '#orders/charges.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order, ResentOrder } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import type { Failure, FailureReason } from '#orders/payment.ts';
import { isUnstated, moneyBack, paidFor, refundedOf, shownPayments } from '#orders/payments.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { isPaidAfterCancel } from '#orders/resends.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { asSentence, plain, providerWords, shorten } from './escape.ts';

const explain = (what: string, next: string) => ({ what, next });
const unsent = (what: string, next: string) => explain(what, `Nothing was sent. ${next}`);
const unasked = (what: string, next: string) => explain(what, `The customer got no request. ${next}`);

const REASONS = {
  credentials: unsent(
    'Pesapal rejected Teller’s keys.',
    'Ask whoever runs Teller to check the consumer key and secret.',
  ),
  invalid_request: unsent('Pesapal didn’t accept this order.', 'Correct it and try again.'),
  declined: unsent(
    'Pesapal declined this order.',
    'Change the order, or ask Pesapal about your account’s limit.',
  ),
  not_found: explain('Pesapal has no such order.', 'Check the reference, then try again.'),
  order_state: unsent(
    'This order, or one it was made from, has changed since.',
    'Check the card of the order it was made from.',
  ),
  rate_limited: unsent('Pesapal is busy right now.', 'Try again in a minute.'),
  unavailable: unsent('Pesapal can’t be reached.', 'Try again in a few minutes.'),
  /** As `unavailable`, but something came back. */
  answered_with_error: unsent('Pesapal answered with an error.', 'Try again in a few minutes.'),
  unreadable: unsent('Pesapal’s answer was unreadable.', 'Try again in a few minutes.'),
  not_registered: unsent(
    'Pesapal didn’t accept the address for payment notifications.',
    'Ask whoever runs Teller to check its public address and the Pesapal keys.',
  ),
  payment_failed: explain(
    'The payment didn’t go through.',
    'Check with the customer, then press Send again. A late payment appears here.',
  ),
  reference_known: unsent(
    'Pesapal already has an order with this reference.',
    'Use another reference, or leave the field empty.',
  ),
  never_arrived: unasked('Pesapal never received this order.', 'You can send it again.'),
  interrupted: unasked('Teller was stopped before the order reached Pesapal.', 'You can send it again.'),
  not_ours: explain('This payment belongs to another order.', 'There’s nothing to do.'),
  too_many_prompts: unsent(
    'This number has three unpaid prompts from the last ten minutes.',
    'Call the customer, or create a link instead.',
  ),
  same_again: unsent(
    'This number got the same request meanwhile, or the customer paid the earlier prompt.',
    'Send it again only if it’s for something else.',
  ),
  bulk_over: unasked('The bulk was stopped before this row was sent.', 'You can send it again.'),
  approval_declined: unasked('An approver declined this.', 'Check with the approver, then send it again.'),
  approval_withdrawn: unasked('The request for approval was withdrawn.', 'You can send it again.'),
  approval_ran_out: unasked('This wasn’t approved and sent within 24 hours.', 'You can send it again.'),
  over_limit: unasked('The amount is over this method’s limit.', 'Create a link instead.'),
  first_day_passed: unasked(
    'The first day had passed when this was approved.',
    'Send it again with a later first day.',
  ),
  deadline_passed: unasked(
    'The deadline had passed before this was sent.',
    'Send it again with a later deadline.',
  ),
  paid_meanwhile: explain(
    'An order this one was made from is paid, or is being refunded.',
    'The customer got no second request. See the card of that order.',
  ),
  unexpected: explain('Something went wrong.', 'Check the card before you send again.'),
  not_cancelled: unsent(
    'Pesapal didn’t cancel the earlier request. The customer can still pay it.',
    'Press Send again to retry.',
  ),
} satisfies Record<Exclude<FailureReason, 'card_not_posted'> | 'answered_with_error', object>;

/** The provider's codes in words of ours (SPEC.md, payment_status_code; PROVIDER-FACTS, Failed). */
const CODES = new Map([
  ['prompt request_terminated_by_user', 'The customer declined the prompt.'],
  ['prompt expired', 'The prompt expired before the customer entered the PIN.'],
  // A payment page also sends prompts.
  ['link request_terminated_by_user', 'The customer declined the payment.'],
  ['link expired', 'The payment expired before the customer confirmed it.'],
]);

/** `providerText`: the provider's explanation, masked and cut; '' when `what` says the same. */
export function describeFailure(failure: Failure, kind: Order['kind'] = 'prompt') {
  const { reason, providerMessage, incident, order } = failure;
  if (reason === 'card_not_posted') return { ...cardNotPosted(providerMessage), providerText: '', incident };
  const cause = reason === 'unavailable' && providerMessage ? 'answered_with_error' : reason;
  const known = CODES.get(`${kind === 'prompt' ? kind : 'link'} ${providerMessage.toLowerCase()}`);
  return {
    ...(order ? describeUnsettled(order, cause) : { ...REASONS[cause], ...(known && { what: known }) }),
    providerText: known ? '' : providerWords(providerMessage, 300),
    incident,
  };
}

/** `code`: Slack's, '' when Teller is not in the channel, or a word of announce/order-news.ts. */
function cardNotPosted(code: string) {
  const what = 'The card couldn’t be posted in the channel';
  if (code === 'limited' || code === 'unknown') return unsent(`${what}.`, 'Try again in a minute.');
  const isOut = code === '' || code === 'not_in_channel' || code === 'channel_not_found';
  return unsent(
    /^\w+$/.test(code) ? `${what} (Slack: ${code}).` : `${what}.`,
    isOut
      ? 'Invite Teller to the channel with /invite, then try again.'
      : 'Check that the channel isn’t archived and that Teller can post there, or choose another one.',
  );
}

function describeUnsettled(earlier: Reference, reason: keyof typeof REASONS) {
  const name = quotedReference(earlier);
  const { what, next } = REASONS[reason];
  if (reason === 'paid_meanwhile')
    return unsent(`${name} has received a payment.`, 'See its card for what to do next.');
  if (reason === 'order_state')
    return unsent(`The customer can still pay ${name}.`, 'Wait for the payment, or cancel it first.');
  if (reason === 'not_cancelled')
    return explain(`Pesapal didn’t cancel ${name}. The customer can still pay it.`, next);
  return unsent(`Couldn’t check whether ${name} is paid. ${what}`, 'Press Send again in a minute.');
}

export const providerSays = (words: string) => words && `Pesapal says: ${asSentence(words)}`;

/** Followed by the time of `Failure.retryAt`. */
export const PROMPT_AGAIN_FROM = 'You can send the next prompt from';

export const UNSTATED = 'Pesapal says this is paid, but not how much.';
export const UNSTATED_AMOUNT = 'An unknown amount';
export const DOUBTFUL = 'Pesapal says this failed, but with an amount and a receipt.';
export const UNCLEAR_REVERSAL = 'Pesapal says a payment was reversed, but not which.';

/** What the provider leaves open about an order's money; '' for nothing. */
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

/** With the number of payments of a recurring order. For plain_text and rich_text. */
export function describeState(order: Order): string {
  const progress = describeProgress(order);
  if (progress === undefined) return describeOwnState(order);
  return order.state === 'paid' && !isPaidAfterCancel(order)
    ? progress
    : `${describeOwnState(order)} · ${progress}`;
}

/** Undefined before the first payment, and for orders that are not recurring. */
export function describeProgress(order: Order): string | undefined {
  const progress = progressOf(order);
  if (!progress || (progress.paid === 0 && order.state !== 'reversed')) return undefined;
  const { paid, expected, total, nextDay } = progress;
  const count = `${paid}${paid > expected ? '' : ` of ${expected}`} paid`;
  const sum = paid > 0 ? `, ${formatMoney(total)}` : '';
  return `${count}${sum}${nextDay === undefined ? '' : ` · next about ${describeDay(nextDay)}`}`;
}

/** Of a recurring order, how its first payment stands. For plain_text and rich_text. */
export function describeOwnState(order: Order): string {
  const { state, kind, noPinAt, outcomeUnknownAt, unclearReversalAt } = order;
  const isOver = order.checksEndedAt !== undefined;
  if (state === 'sending' && (isOver || outcomeUnknownAt !== undefined))
    return isOver ? 'No answer from Pesapal' : 'No answer from Pesapal yet';
  if (state === 'pending') {
    if (isOver) return 'Not answered';
    if (isCancelAwaited(order)) return 'Expired, checking with Pesapal';
    if (kind === 'prompt') return noPinAt === undefined ? 'Waiting for the PIN' : 'No PIN yet';
    return ['Waiting for payment', describeDeadline(order)].filter(Boolean).join(' ');
  }
  const after = afterCancel(order);
  if (state === 'review' && (isUnstated(order) || unclearReversalAt !== undefined))
    return `${after && `Paid${after}. `}${whatIsUnknown(order).replace(/\.$/, '')}`;
  const [back, paid] = [refundedMoney(order), paidFor(order)];
  if (state === 'reversed' && back && paid && !sameMoney(back, paid))
    return `${moneyBackOf(back, paid)} refunded`;
  if (state === 'review' && after) return `Paid${after}, to review`;
  if (waitsToBeSent(order)) return 'Approved, not sent yet';
  return STATES[state].replace(/^Paid\b/, `Paid${after}`);
}

export function afterCancel(order: Order): string {
  return isPaidAfterCancel(order) ? ' after it was cancelled' : '';
}

/** "until 24 Nov", with the year where the link was made in another; undefined without a deadline. */
export function describeDeadline({ validUntil, createdAt }: Order) {
  return validUntil && `until ${shortDay(validUntil, dayOf(createdAt))}`;
}

export function describeResentOrder({ state, isUnanswered, isPaidBackInPart }: ResentOrder): string {
  const words = {
    ...STATES,
    sending: isUnanswered ? 'no answer from Pesapal' : 'sending',
    pending: isUnanswered ? 'not answered' : 'waiting for payment',
    review: 'to review',
    ...(isPaidBackInPart ? { reversed: 'partly refunded' } : {}),
  };
  return lowerFirst(words[state]);
}

export const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** What the order is for, with the customer's own number masked. Foreign text, for plain_text. */
export function describeWhat(order: Pick<Order, 'description' | 'customer' | 'prompt'>): string {
  return withoutOwnNumbers(plain(order.description), order);
}

export function describeKind(order: Pick<Order, 'kind' | 'recurring'>): string {
  if (order.kind === 'prompt') return 'PIN prompt';
  if (order.kind === 'charge') return 'Recurring charge';
  if (order.kind === 'elsewhere') return 'External payment';
  return order.recurring ? 'Recurring payment link' : 'Payment link';
}

/** "M-PESA": the currency beside it says which country. */
export const shortMethod = (method: string) => nameOfMethod(method).replace(/ (Kenya|Uganda)$/, '');

/** Money as foreign text: the currency may be any text of the provider, so it is cut. */
export function plainMoney(money: Money): string {
  return formatMoney({ ...money, currency: shorten(plain(money.currency), 20) });
}

/** "KES 500.00 of KES 2,000.00" where the rest of the payment stands. For plain_text and rich_text. */
export function moneyBackOf(back: Money, paid = back): string {
  return sameMoney(back, paid) ? plainMoney(back) : `${plainMoney(back)} of ${plainMoney(paid)}`;
}

/** What was refunded, where a refund was requested with Teller. */
export function refundedMoney(order: Order): Money | undefined {
  return shownPayments(order).some((payment) => refundedOf(order, payment)) ? moneyBack(order) : undefined;
}

/** "2026-01-01" → "1 Jan". */
export const describeDay = (day: string) => shortDay(day, day);

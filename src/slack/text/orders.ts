// Order states, reasons of failures, methods and money in words. The tables are exhaustive by type.
import { dayOf, shortDay } from '#lib/days.ts';
import { formatMoney, type Money } from '#lib/money.ts';
import { progressOf } from '#orders/charges.ts';
import { isCancelAwaited } from '#orders/deadline.ts';
import { waitsToBeSent } from '#orders/decisions.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order, Successor } from '#orders/order.ts';
import { withoutOwnNumbers } from '#orders/own-numbers.ts';
import type { Failure, FailureReason } from '#orders/payment.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { cardNotPosted } from './card-not-posted.ts';
import { asSentence, escapeMrkdwn, plain, serviceWords, shorten } from './escape.ts';

/** A reason in words, and what to do next. */
type Explanation = { readonly what: string; readonly next: string };

const REASONS = {
  credentials: {
    what: 'The payment service does not accept Teller’s key.',
    next: 'Nothing was sent. Tell whoever runs Teller: the consumer key and secret need checking.',
  },
  invalid_request: {
    what: 'The payment service did not accept the order.',
    next: 'Nothing was sent. Correct it and try again.',
  },
  declined: {
    what: 'The payment service declined the order.',
    next: 'Nothing was sent. Change the order, or ask the payment service about the limit of your account.',
  },
  not_found: {
    what: 'The payment service does not know this order.',
    next: 'Check the reference, then try again.',
  },
  order_state: {
    what: 'The order, or one that it was made from, has changed meanwhile, so this cannot be done any more.',
    next: 'Nothing was sent. Look at the card of the order that it was made from: that one may be paid now.',
  },
  rate_limited: {
    what: 'The payment service has too much to do right now.',
    next: 'Nothing was sent. Wait a minute and try again.',
  },
  unavailable: {
    what: 'The payment service cannot be reached.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  /** As `unavailable`, but something came back. */
  answered_with_error: {
    what: 'The payment service answered with an error.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  unreadable: {
    what: 'Teller could not read the answer of the payment service.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  not_registered: {
    what: 'The payment service does not take Teller’s address for news of payments.',
    next: 'Nothing was sent. Tell whoever runs Teller: its address, and the payment service’s address and keys need checking.',
  },
  payment_failed: {
    what: 'The payment did not go through.',
    next: 'Ask the customer, then press Send again on the card. If this one is still paid after all, you will hear of it here.',
  },
  reference_known: {
    what: 'The payment service already has an order with this reference.',
    next: 'Nothing was sent. Use another reference, or leave the field empty, and Teller makes one.',
  },
  never_arrived: {
    what: 'The payment service never got this order.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  interrupted: {
    what: 'Teller was stopped before it asked the payment service.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  not_ours: { what: 'This is not a payment of this order.', next: 'There is nothing to do.' },
  too_many_prompts: {
    what: 'This number has had three prompts in ten minutes that are not paid.',
    next: 'Nothing was sent. Call the customer, or send a link instead.',
  },
  same_again: {
    what: 'Somebody has asked this number for the same amount meanwhile.',
    next: 'This one was not sent. Send it again only if it is for something else.',
  },
  bulk_over: {
    what: 'Sending was stopped before this row was sent.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  approval_declined: {
    what: 'It was not approved.',
    next: 'The customer was not asked to pay. Ask whoever declined it, then send it again.',
  },
  approval_withdrawn: {
    what: 'The request to approve it was withdrawn.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  approval_ran_out: {
    what: 'It was not approved and sent within 24 hours.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  over_limit: {
    what: 'The amount is more than this method takes now.',
    next: 'The customer was not asked to pay. Send a link instead.',
  },
  first_day_passed: {
    what: 'The first day of the recurring payments had passed when it was approved.',
    next: 'The customer was not asked to pay. Send it again with a later first day.',
  },
  deadline_passed: {
    what: 'Its deadline was over before it was sent.',
    next: 'The customer was not asked to pay. Send it again with a later deadline.',
  },
  paid_meanwhile: {
    what: 'An order that this one was made from has been paid meanwhile, or is being paid back.',
    next: 'The customer was not asked to pay again. The card of that order says whether there is anything to do.',
  },
  unexpected: {
    what: 'Something went wrong in Teller.',
    next: 'Check how the order stands before you send it again.',
  },
} satisfies Record<Exclude<FailureReason, 'card_not_posted'> | 'answered_with_error', Explanation>;

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

/** The state in words. Of a recurring order it says how many payments there were. */
export function describeState(order: Order): string {
  const progress = describeProgress(order);
  if (progress === undefined) return describeOwnState(order);
  // Where its own first payment stands otherwise, that is said first.
  return order.state === 'paid' ? progress : `${describeOwnState(order)} · ${progress}`;
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

/** The state in words, whatever was paid of a recurring order after its first payment. */
export function describeOwnState(order: Order): string {
  const isOver = order.checksEndedAt !== undefined;
  if (order.state === 'sending' && (isOver || order.outcomeUnknownAt !== undefined))
    return `No answer from the payment service${isOver ? '' : ' yet; asking again'}`;
  if (order.state === 'pending') {
    if (isOver) return 'Not answered';
    if (isCancelAwaited(order)) return 'The deadline is over; checking with the payment service';
    if (order.kind !== 'prompt')
      return ['Waiting for payment', describeDeadline(order)].filter(Boolean).join(' ');
    return order.noPinAt === undefined ? 'Waiting for the customer’s PIN' : 'No PIN yet';
  }
  return waitsToBeSent(order) ? 'Approved, not sent yet' : STATES[order.state];
}

/** "until 24 Nov", with the year where the link was made in another; undefined without a deadline. */
export function describeDeadline({
  validUntil,
  createdAt,
}: Pick<Order, 'validUntil' | 'createdAt'>): string | undefined {
  return validUntil && `until ${shortDay(validUntil, dayOf(createdAt))}`;
}

/** How an order that was made from another one stands, for the card of that one. */
export function describeSuccessor({ state, isUnanswered }: Successor): string {
  const words = {
    ...STATES,
    sending: isUnanswered ? 'no answer from the payment service' : 'being sent',
    pending: isUnanswered ? 'not answered' : 'waiting for the customer',
  };
  return words[state].toLowerCase();
}

/** For what it is, in messages that others read too: the customer's own number is masked in it. Foreign text, for plain_text. */
export function describeWhat(order: Pick<Order, 'description' | 'customer' | 'prompt'>): string {
  return withoutOwnNumbers(plain(order.description), order);
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

/** "2026-01-01" → "1 Jan". */
export function describeDay(day: string): string {
  return shortDay(day, day);
}

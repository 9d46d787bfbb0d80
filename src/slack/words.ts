// Every sentence that a person reads in Slack, in one place. Exhaustive by type: a new reason without words does not compile.
import { type AmountFault, decimalsOf, formatMoney, type Money } from '#lib/money.ts';
import type { PhoneFault } from '#lib/msisdn.ts';
import type { OrderState } from '#orders/lifecycle.ts';
import type { Failure, FailureReason, Order, PaymentMethod } from '#orders/order.ts';
import { PAYMENT_METHODS } from '#orders/order.ts';
import { escapeMrkdwn, plain, shorten } from './escape.ts';

/** A reason in words, and what to do next. */
export type Told = { readonly what: string; readonly next: string };

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
  order_state: { what: 'The order is not in a state that allows this.', next: 'Check how it stands first.' },
  rate_limited: {
    what: 'The payment service asks to go slower.',
    next: 'Nothing was sent. Wait a minute and try again.',
  },
  unavailable: {
    what: 'The payment service cannot be reached.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  unreadable: {
    what: 'The payment service gave an answer that makes no sense.',
    next: 'Nothing was sent. Try again in a few minutes.',
  },
  payment_failed: {
    what: 'The payment did not go through.',
    next: 'Ask the customer, then send a new one. If this one is still paid after all, you will hear of it here.',
  },
  reference_known: {
    what: 'The payment service already has an order with this reference.',
    next: 'Nothing was sent. Use another reference, or leave the field empty to have one made.',
  },
  never_arrived: {
    what: 'The payment service never got this order.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  interrupted: {
    what: 'Teller was interrupted before it asked the payment service.',
    next: 'The customer was not asked to pay. You can send it again.',
  },
  card_not_posted: {
    what: 'Teller could not post in the channel.',
    next: 'Nothing was sent. Invite Teller to the channel with /invite, then try again.',
  },
  not_ours: { what: 'This is not a payment of this order.', next: 'There is nothing to do.' },
  unexpected: {
    what: 'Something went wrong in Teller.',
    next: 'Check how the order stands before you send it again.',
  },
} satisfies Record<FailureReason, Told>;

/** Codes of the service that people need not read (SPEC.md, payment_status_code; PROVIDER-FACTS, Failed). */
const PAYMENT_CODES: Readonly<Record<string, string>> = {
  request_terminated_by_user: 'The customer declined the prompt.',
  expired: 'The prompt ran out before the customer entered the PIN.',
};

/** What happened and what to do next, with the service's own words and the incident id where there are any. */
export function tellFailure(
  failure: Failure,
): Told & { readonly said: string; readonly incident: string | undefined } {
  const { what, next } = REASONS[failure.reason];
  const known = PAYMENT_CODES[failure.said.toLowerCase()];
  return {
    what: known ?? what,
    next,
    said: known ? '' : shorten(maskNumbers(plain(failure.said)), 300),
    incident: failure.incident,
  };
}

const STATES = {
  sending: 'Sending…',
  pending: 'Waiting for the customer',
  paid: 'Paid',
  review: 'Paid, but not what was asked: please review',
  failed: 'Not paid',
  cancelled: 'Cancelled',
  reversed: 'Paid back to the customer',
  not_sent: 'Not sent',
} satisfies Record<OrderState, string>;

/** The state as the card's headline says it. */
export function tellState(order: Order): string {
  if (order.state === 'sending' && order.doubtAt !== undefined)
    return 'No answer from the payment service yet; asking again';
  if (order.state === 'pending')
    return order.kind === 'prompt' ? 'Waiting for the customer’s PIN' : 'Waiting for payment';
  return STATES[order.state];
}

export function kindInWords(order: Pick<Order, 'kind' | 'recurring'>): string {
  if (order.kind === 'prompt') return 'PIN prompt';
  return order.recurring ? 'Recurring payment link' : 'Payment link';
}

export function methodInWords(method: string): string {
  return Object.hasOwn(PAYMENT_METHODS, method) ? PAYMENT_METHODS[method as PaymentMethod].name : method;
}

export function amountFault(fault: AmountFault, currency: string): string {
  const decimals = decimalsOf(currency);
  const words: Record<AmountFault, string> = {
    missing: 'Enter the amount, such as 1500.',
    not_a_number: `Enter the amount in digits, such as 1500${decimals ? ' or 1,500.50' : ''}.`,
    not_positive: 'Enter an amount above zero.',
    too_many_decimals: decimals
      ? `${currency} has ${decimals} decimals: enter an amount such as 1,500.50.`
      : `${currency} has no decimals: enter a whole number.`,
    too_large: 'This amount is too large to be sent exactly.',
  };
  return words[fault];
}

export function phoneFault(fault: PhoneFault, method: PaymentMethod): string {
  const { name, country } = PAYMENT_METHODS[method];
  const example = country === 'KE' ? '0712 345 678' : '0772 345 678';
  const words: Record<PhoneFault, string> = {
    missing: `Enter the customer’s phone number, such as ${example}.`,
    not_a_mobile_number: `This is not a mobile number that ${name} can reach. Write it like ${example}.`,
    other_country: `This number is from another country than ${name}. Check the number, or choose another method.`,
  };
  return words[fault];
}

export const FIELD_WORDS = {
  description: 'Say in a few words what the payment is for; the customer sees it.',
  reference: 'Use at most 50 letters, digits, - _ . or :, without spaces.',
  referenceTaken:
    'This reference is already used. Choose another, or leave the field empty to have one made.',
  accountNumberTaken:
    'Another recurring order already uses this account number, and their charges could not be told apart. Choose another.',
  accountNumber: 'Use at most 50 characters.',
  accountNumberAlone:
    'An account number belongs to a recurring payment: choose how often below, or leave this empty.',
  email: 'This is not an e-mail address of at most 60 characters.',
  phone: 'This is not a phone number. Write it like 0712 345 678, or with + and the country code.',
  name: 'Use at most 50 characters.',
  frequencyMissing: 'Choose how often, or clear the dates.',
  startMissing: 'Choose the first day.',
  startPast: 'The first day must lie in the future.',
  endMissing: 'Choose the last day.',
  endBeforeStart: 'The last day must not be before the first.',
  channel: 'Choose the channel for the card.',
  notSaved: 'Teller cannot save the order right now, so nothing was sent. Try again in a minute.',
} as const;

export function notUnderstood(found: { text: string; as: 'phone' | 'amount' }): string {
  const what = found.as === 'phone' ? 'a phone number that can be prompted' : 'an amount';
  return `“${shorten(plain(found.text), 60)}” is not ${what}; please enter it below.`;
}

export const REFUSALS = {
  guest:
    'Teller is for full members of this workspace. Ask a colleague who is one, or an admin to change your account.',
  stranger: 'Teller serves only members of the workspace that installed it.',
  not_in_group:
    'Your workspace lets only some groups use Teller, and you are in none of them. Ask an admin to add you.',
  group_unreadable:
    'Teller could not read who may use it, so it does nothing for now. Try again in a minute, or tell whoever runs Teller.',
  person_unreadable: 'Teller could not check with Slack that you may use it. Try again in a minute.',
} as const;
export type Refusal = keyof typeof REFUSALS;

export function notInChannel(botMention: string): string {
  return `Teller is not in that channel, so nobody would hear of the payment. Type /invite ${botMention} there, then send again.`;
}

/** `unsure`: it is not known whether the service was asked, so the card decides. */
export function wentWrong(incident: string, sent: 'nothing' | 'unsure' = 'nothing'): string {
  const next =
    sent === 'nothing'
      ? 'Nothing was sent. Try again; if it happens again, tell whoever runs Teller'
      : 'Check the card in the channel before you send again, and tell whoever runs Teller';
  return `Something went wrong in Teller. ${next} the incident number ${incident}.`;
}

/** For a customer, by WhatsApp or any other way. */
export function shareText(order: Order, merchantName: string): string {
  return `${merchantName}: please pay ${formatMoney(order.asked)} for ${shorten(plain(order.description), 200)} here: ${order.service.redirectUrl ?? ''}`;
}

export function paidDifferently(asked: Money, paid: Money): string {
  return `Asked: ${tellMoney(asked)}. Paid: ${tellMoney(paid)}.`;
}

/** Money in mrkdwn: what the service reports as a currency could be any text. */
export function tellMoney(money: Money): string {
  return formatMoney({ ...money, currency: escapeMrkdwn(shorten(money.currency, 20)) });
}

/** The service masks a card's number, but a phone's not always (SPEC.md, payment_account: "the phone number used"). */
export function maskNumbers(text: string): string {
  return text.replace(/\d(?: ?\d){8,}/g, (number) => `${number.slice(0, 4)}•••${number.slice(-3)}`);
}

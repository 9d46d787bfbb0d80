// The labels of the order forms, and the sentences at their fields. Exhaustive by type.

import { type AmountFault, decimalsOf, formatMoney, type Money } from '#lib/money.ts';
import { maskNumbers, type PhoneFault } from '#lib/msisdn.ts';
import { MAX_DEADLINE_DAYS } from '#orders/deadline.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { plain, shorten } from './escape.ts';
import { clockTime } from './time-zone.ts';

export const FORM_TEXT = {
  number: 'Phone number',
  amount: 'Amount',
  method: 'Method',
  description: 'Description',
  descriptionExample: 'Two bags of flour',
  currency: 'Currency',
  repeat: 'Repeat',
  once: 'Once',
  firstDay: 'First day',
  lastDay: 'Last day',
  deadline: 'Deadline',
  deadlineHint: 'The link is cancelled after this day.',
  more: 'More',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  email: 'Email',
  language: 'Language',
  reference: 'Reference',
  accountNumber: 'Account number',
  /** Of a field that Teller fills in when it is left empty. */
  automatic: 'Automatic',
  channel: 'Channel',
} as const;

/** `other_currency`: it was typed with one. */
export function amountFault(fault: AmountFault | 'other_currency', currency: string): string {
  const decimals = decimalsOf(currency);
  const sentences: Record<typeof fault, string> = {
    missing: 'Enter an amount, such as 1,500.',
    not_a_number: decimals
      ? 'Enter the amount in digits, such as 1,500 or 1,500.50.'
      : 'Enter the amount in digits, such as 1,500.',
    not_positive: 'Enter an amount above zero.',
    too_many_decimals: decimals
      ? `${currency} has ${decimals} decimals. Enter an amount such as 1,500.50.`
      : `${currency} has no decimals. Enter a whole amount.`,
    too_large: 'This amount is too large. Check the digits.',
    other_currency: `Enter the amount in ${currency}.`,
  };
  return sentences[fault];
}

/** Each of the method's own network. */
const EXAMPLES: Record<PaymentMethod, string> = {
  MpesaKE: '0712 345 678',
  AirtelKE: '0733 345 678',
  AirtelUG: '0752 345 678',
};

/** `no_method`: the number is from another country, and no method reaches it. */
export function phoneFault(fault: PhoneFault | 'no_method', method: PaymentMethod): string {
  const { name } = PAYMENT_METHODS[method];
  const example = EXAMPLES[method];
  const sentences: Record<typeof fault, string> = {
    missing: `Enter a phone number, such as ${example}.`,
    not_a_mobile_number: `This isn’t a mobile number. Write it like ${example}.`,
    other_country: `${name} doesn’t reach this country. Check the number, or choose another method.`,
    no_method: 'Prompts don’t reach this number. Create a link instead.',
  };
  return sentences[fault];
}

export const FIELD_TEXT = {
  whichCountry: 'This number could be in Kenya or Uganda. Start it with +254 or +256.',
  anyCountry: 'This number could be in several countries. Start it with + and the country code.',
  description: 'Say what the payment is for. The customer sees this.',
  descriptionLength: 'Use at most 200 characters.',
  reference: 'Use at most 50 letters, digits, - _ . or :, without spaces.',
  referenceTaken:
    'This reference is already used. Choose another, or leave this empty to get one automatically.',
  accountNumberTaken: 'Another recurring link has this account number. Choose a different one.',
  accountNumber: 'Use at most 50 characters.',
  accountNumberAlone:
    'Only recurring links have an account number. Choose how often under “Repeat”, or leave this empty.',
  email: 'Enter an email address of at most 60 characters, such as jane@example.com.',
  phone: 'This isn’t a phone number. Write it like 0712 345 678, or start with + and the country code.',
  name: 'Use at most 50 characters.',
  frequencyMissing: 'Choose how often, or clear the dates.',
  startMissing: 'Choose the first day.',
  startPast: 'Choose tomorrow or a later day.',
  endMissing: 'Choose the last day.',
  endBeforeStart: 'Choose the first day or a later one.',
  channel: 'Choose a channel for the card.',
  currency: 'Use a three-letter currency code, such as KES or USD.',
  deadlineUnread: 'Choose the last day to pay, or leave this empty.',
  deadlinePast: 'Choose today or a later day.',
  deadlineFar: `Choose a day within ${MAX_DEADLINE_DAYS} days.`,
} as const;

const NOT_SURE = 'The order may not be saved.';

/** The store did not answer, and may have saved the order. The same form makes no second order. */
export const NOT_SAVED = {
  inForm: `${NOT_SURE} Submit this form again in a minute. Nothing is sent twice.`,
  withoutForm: `${NOT_SURE} Look for its card in the channel before you send it again.`,
} as const;

/** `retryAt`: from when (ms) the number may be prompted again. `timeZone`: of the time. */
export function tooManyPrompts(
  retryAt: number,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const minutes = Math.max(1, Math.ceil((retryAt - now) / 60_000));
  return `This number has three unpaid prompts from the last ten minutes. You can send another at ${clockTime(retryAt, timeZone)}, in ${minutes} min. Call the customer, or create a link.`;
}

export function notTheRest(missing: Money): string {
  return `Only the missing ${formatMoney(missing)} can be requested.`;
}

export function overMethodLimit(limit: Money, method: PaymentMethod): string {
  return `${PAYMENT_METHODS[method].name} takes at most ${formatMoney(limit)}. Request less, or create a link.`;
}

/** Why a word after the command was not taken as it stands, or should be checked. */
export type WarningKind =
  | 'not_a_number'
  | 'not_promptable'
  | 'second_number'
  | 'nine_digits'
  | 'number_or_amount'
  | 'which_country'
  | 'any_country'
  | 'unclear'
  | 'dot'
  | 'counted'
  | 'joined'
  | 'not_an_amount'
  | 'other_currency'
  | 'number_left_out'
  | 'card_number';

/** A note above a field of a form. `text`: the words that it is about, as typed. */
export type Warning = {
  readonly field: 'msisdn' | 'phone_number' | 'amount' | 'description';
  readonly kind: WarningKind;
  readonly text: string;
};

/** One sentence. What may be somebody's phone number is masked in it. */
export function describeWarning({ kind, text }: Pick<Warning, 'kind' | 'text'>): string {
  const typed = `“${shown(maskDigits(text))}”`;
  const sentences: Record<WarningKind, string> = {
    not_a_number: `${typed} isn’t a phone number. Enter it below.`,
    not_promptable: `Prompts don’t reach ${typed}. Enter a mobile number below.`,
    second_number: `A second phone number, ${typed}, was left out. Check the one below.`,
    nine_digits: `${typed} was read as a phone number. Check it below.`,
    number_or_amount: `${typed} could be a phone number or an amount. Enter both below.`,
    which_country: `${typed} could be a number in Kenya or Uganda. Enter it below with +254 or +256.`,
    any_country: `${typed} could be a number in several countries. Enter it below with + and the country code.`,
    unclear: `${typed} might not be the amount. Enter the amount below.`,
    dot: `${typed} could be ${dotMeanings(maskDigits(text))}. Enter the amount below.`,
    counted: `${typed} could be a quantity. Check the amount below.`,
    joined: `${typed} was read as ${shown(maskDigits(text).replace(/(?<=\d) (?=\d)/g, ','))}. Check the amount below.`,
    not_an_amount: `${typed} isn’t an amount. Enter it below.`,
    other_currency: `${typed} is in another currency. Enter the amount below.`,
    number_left_out: `The phone number ${typed} was left out. The customer reads this.`,
    card_number: 'A card number was left out. Never type one here.',
  };
  return sentences[kind];
}

/** Behind the first few of many. */
export function moreWarnings(count: number): string {
  return `And ${count} more. Check the field below.`;
}

function shown(text: string): string {
  return shorten(plain(text), 60);
}

/** "1.500" → "1,500 or 1.50". */
function dotMeanings(text: string): string {
  const written = shorten(plain(text), 30);
  const grouped = written.replaceAll('.', ',');
  return written.split('.').length === 2 ? `${grouped} or ${written.replace(/0$/, '')}` : grouped;
}

/** From nine digits on, whatever stands between them. Several texts are separated by a comma and a blank. */
function maskDigits(text: string): string {
  const mask = (each: string) =>
    each.replace(/\D/g, '').length < 9 ? each : maskNumbers(each.replace(/[^\p{L}\d+]+/gu, ' '));
  return text.split(', ').map(mask).join(', ');
}

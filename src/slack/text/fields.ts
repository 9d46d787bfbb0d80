// The sentences that stand at a form's fields. Exhaustive by type.

import { type AmountFault, decimalsOf, formatMoney, type Money } from '#lib/money.ts';
import { maskNumbers, type PhoneFault } from '#lib/msisdn.ts';
import { MAX_DEADLINE_DAYS } from '#orders/deadline.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { plain, shorten } from './escape.ts';
import { clockTime } from './time-zone.ts';

/** `other_currency`: it was typed with one. */
export function amountFault(fault: AmountFault | 'other_currency', currency: string): string {
  const decimals = decimalsOf(currency);
  const sentences: Record<typeof fault, string> = {
    missing: 'Enter the amount, such as 1500.',
    not_a_number: `Enter the amount in digits, such as 1500${decimals ? ' or 1,500.50' : ''}.`,
    not_positive: 'Enter an amount above zero.',
    too_many_decimals: decimals
      ? `${currency} has ${decimals} decimals: enter an amount such as 1,500.50.`
      : `${currency} has no decimals: enter a whole number.`,
    too_large: 'This amount is too large. Check it.',
    other_currency: `This is in ${currency}: enter the amount in ${currency}.`,
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
    missing: `Enter the customer’s phone number, such as ${example}.`,
    not_a_mobile_number: `This is not a mobile number that ${name} can reach. Write it like ${example}.`,
    other_country: `This number is from another country than ${name}. Check the number, or choose another method.`,
    no_method: `This number is from another country than ${name}, and no method reaches it. Check the number, or send a payment link instead.`,
  };
  return sentences[fault];
}

export const FIELD_TEXT = {
  whichCountry: 'A number like this exists in Kenya and in Uganda. Write it with +254 or +256.',
  anyCountry: 'A number like this exists in several countries. Write it with + and the country code.',
  description: 'Say in a few words what the payment is for; the customer sees it.',
  descriptionLength: 'Use at most 200 characters.',
  reference: 'Use at most 50 letters, digits, - _ . or :, without spaces.',
  referenceTaken:
    'This reference is already used. Choose another, or leave the field empty, and Teller makes one.',
  accountNumberTaken:
    'Another repeating payment already has this account number. Choose another one, so that their payments can be told apart.',
  accountNumber: 'Use at most 50 characters.',
  accountNumberAlone:
    'Only a payment that repeats has an account number. Choose how often under “Repeat”, or leave this empty.',
  email: 'This is not an e-mail address, or it is longer than 60 characters. Write it like jane@example.com.',
  phone: 'This is not a phone number. Write it like 0712 345 678, or with + and the country code.',
  name: 'Use at most 50 characters.',
  frequencyMissing: 'Choose how often, or clear the dates.',
  startMissing: 'Choose the first day.',
  startPast: 'The first day must be tomorrow or later.',
  endMissing: 'Choose the last day.',
  endBeforeStart: 'The last day must not be before the first.',
  channel: 'Choose the channel for the card.',
  deadlineUnread: 'Choose the last day on which it can be paid, or leave this empty.',
  deadlinePast: 'Choose today or a later day.',
  deadlineFar: `Choose a day in the next ${MAX_DEADLINE_DAYS} days.`,
} as const;

const NOT_SURE = 'Teller could not make sure that the order is saved.';

/** The store did not answer, and may have saved the order all the same. The same form makes no second order. */
export const NOT_SAVED = {
  inForm: `${NOT_SURE} Try again in this form in a minute: nothing is sent twice.`,
  withoutForm: `${NOT_SURE} Look for its card in the channel before you send it again.`,
} as const;

/** `retryAt`: from when (ms) the number may be prompted again. `timeZone`: of the time. */
export function tooManyPrompts(
  retryAt: number,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const minutes = Math.max(1, Math.ceil((retryAt - now) / 60_000));
  return `This number has had three prompts in ten minutes that are not paid. Another one can be sent from ${clockTime(retryAt, timeZone)}, in ${minutes} min. Call the customer, or send a link.`;
}

export function notTheRest(missing: Money): string {
  return `${formatMoney(missing)} is missing, and only this amount can be asked for.`;
}

/** `why`: what would stand at a field or a box of the form, where those are gone. */
export function notSentAfterAll(why: string): string {
  return `Nothing was sent. ${why} Press the button that opened this form again.`;
}

export function overMethodLimit(limit: Money, method: PaymentMethod): string {
  return `${PAYMENT_METHODS[method].name} takes at most ${formatMoney(limit)} at a time. Ask for less, or send a payment link.`;
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
    not_a_number: `${typed} is not a phone number; please enter it below.`,
    not_promptable: `${typed} is not a phone number that can be prompted; please enter it below.`,
    second_number: `A second phone number, ${typed}, was left out; check the one below.`,
    nine_digits: `${typed} was read as a phone number because an amount stands beside it; please check it below.`,
    number_or_amount: `${typed} may be a phone number or an amount; please enter both below.`,
    which_country: `${typed} may be a number of Kenya or of Uganda; please enter it below with +254 or +256.`,
    any_country: `${typed} may be a number of several countries; please enter it below with + and the country code.`,
    unclear: `${typed} may be the amount or not; please enter the amount below.`,
    dot: `${typed} may mean ${dotMeanings(maskDigits(text))}; please enter the amount below.`,
    counted: `${typed} may say how much is sold; please check the amount below.`,
    joined: `${typed} was read as ${shown(maskDigits(text).replace(/(?<=\d) (?=\d)/g, ','))}; please check the amount below.`,
    not_an_amount: `${typed} is not an amount; please enter it below.`,
    other_currency: `${typed} is in another currency; please enter the amount below.`,
    number_left_out: `The phone number ${typed} was left out, because the customer reads this.`,
    card_number: 'A card number was left out; never write one down here.',
  };
  return sentences[kind];
}

/** Behind the first few of many. */
export function moreWarnings(count: number): string {
  return `And ${count} more; please check the field below.`;
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

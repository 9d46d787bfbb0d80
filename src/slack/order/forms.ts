// Reads a submitted form, a step of a workflow or a row of a bulk. Pure.
import { formatMoney, isMore } from '#lib/money.ts';
import { type Msisdn, type PhoneFault, parseContact, parseMsisdn } from '#lib/msisdn.ts';
import { hasCardNumber } from '#lib/text.ts';
import { dayOf, isDay } from '#lib/time.ts';
import { deadlineDays, MAX_DEADLINE_DAYS } from '#orders/deadline.ts';
import type { Customer, Language, Recurring } from '#orders/order.ts';
import type { Draft } from '#orders/order-fields.ts';
import { parseReference, type Reference } from '#orders/reference.ts';
import { currencyOf } from '#provider/currencies.ts';
import { FREQUENCIES, LIMITS } from '#provider/limits.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { localInOtherCountry } from '#provider/networks.ts';
import type { ChannelDefaults } from '#slack/channel/stored-settings.ts';
import { isLanguage } from '#slack/share/card.ts';
import { amountFault, FIELD_TEXT } from '#slack/text/fields.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import {
  customerTextIn,
  type FieldErrors,
  type FormResult,
  type FormState,
  readAmountField,
  valueIn,
} from '#slack/ui/fields.ts';
import {
  type Country,
  HOME_CURRENCIES,
  homeCountry,
  isPromptable,
  readContactOwner,
} from '#slack/words/phone-words.ts';

/** The provider has no limit (SPEC.md, Limits), but a customer reads this on a phone. */
export const MAX_DESCRIPTION_LENGTH = 200;
/** The link is paid once; no frequency of SPEC.md. */
export const ONCE = 'ONCE';

export function doesRepeat(state: FormState): boolean {
  return !['', ONCE].includes(valueIn(state, 'frequency'));
}

export type FormStart = ReturnType<typeof startOf>;

/** What the channel's forms start with. `home`: as FormMemory has it. */
export function startOf({ currency, method }: ChannelDefaults = {}, merchantCurrency: string) {
  // The method says more of the channel's numbers than its currency.
  const named: string | undefined = method ? PAYMENT_METHODS[method].currency : currency;
  const home = HOME_CURRENCIES.find((one) => one === named);
  return { currency: currency ?? merchantCurrency, method, home };
}

export function startingMethod(country: Country, chosen: PaymentMethod | undefined): PaymentMethod {
  if (chosen && PAYMENT_METHODS[chosen].country === country) return chosen;
  return country === 'UG' ? 'AirtelUG' : 'MpesaKE';
}

/** `reference`, and a recurring link's `accountNumber`: undefined if left empty. */
type CommonInput = Pick<Draft, 'channel' | 'amount' | 'description' | 'customer'> & {
  readonly reference: Reference | undefined;
};

export type PromptInput = CommonInput & {
  readonly kind: 'prompt';
  readonly prompt: { readonly msisdn: Msisdn; readonly method: PaymentMethod };
  readonly recurring?: undefined;
};

export type LinkInput = CommonInput & {
  readonly kind: 'link';
  readonly language?: Language;
  readonly recurring: (Omit<Recurring, 'accountNumber'> & { accountNumber: string | undefined }) | undefined;
  /** The last day (yyyy-MM-dd) on which it can be paid. */
  readonly validUntil?: string;
};

export type OrderInput = PromptInput | LinkInput;

/** `customer`: whose number a line shows in place of the field. */
export function readPromptForm(
  state: FormState,
  limits: Readonly<Record<PaymentMethod, string>>,
  customer?: Customer,
): FormResult<PromptInput> {
  const errors: FieldErrors = {};
  const method = valueIn(state, 'payment_method') as PaymentMethod;
  const known = `Use one of ${PAYMENT_METHOD_NAMES.join(', ')}.`;
  if (!Object.hasOwn(PAYMENT_METHODS, method)) return invalid({ payment_method: known });
  const { name, country, currency } = PAYMENT_METHODS[method];
  const number = customer?.phone ? `+${customer.phone}` : valueIn(state, 'msisdn');
  const phone = parseMsisdn(number, country);
  if (localInOtherCountry(number, method)) errors['msisdn'] = FIELD_TEXT.whichCountry;
  else if (!phone.ok) {
    const contact = parseContact(number, country);
    // Another method is no advice where none reaches the number.
    const isUnreachable = phone.fault === 'other_country' && contact && !isPromptable(contact);
    errors['msisdn'] = phoneFault(isUnreachable ? 'no_method' : phone.fault, method);
  }
  const { amount, ...common } = readCommon(state, currency, country, errors);
  const limit = { amount: limits[method], currency };
  if (amount && isMore(amount, limit))
    errors['amount'] = `${name} takes at most ${formatMoney(limit)}. Request less, or create a link.`;
  if (!phone.ok || !amount || Object.keys(errors).length > 0) return invalid(errors);
  const prompt = { msisdn: phone.value, method };
  return { status: 'valid', input: { kind: 'prompt', ...common, amount, prompt } };
}

export const invalid = (errors: FieldErrors) => ({ status: 'invalid', errors }) as const;

export const NO_METHOD = 'Prompts don’t reach this number. Create a link instead.';

export function phoneFault(fault: PhoneFault | 'no_method', method: PaymentMethod): string {
  const { name } = PAYMENT_METHODS[method];
  const example = { MpesaKE: '0712 345 678', AirtelKE: '0733 345 678', AirtelUG: '0752 345 678' }[method];
  const sentences: Record<typeof fault, string> = {
    missing: `Enter a phone number, such as ${example}.`,
    not_a_mobile_number: `This isn’t a mobile number. Write it like ${example}.`,
    other_country: `${name} doesn’t reach this country. Check the number, or choose another method.`,
    no_method: NO_METHOD,
  };
  return sentences[fault];
}

/** `now`: ms. `defaultCurrency`: says whose “Shs” are, and whose numbers have no country code. */
export function readLinkForm(
  state: FormState,
  { now, defaultCurrency, timeZone }: { now: number; defaultCurrency: string; timeZone: string },
  customer?: Customer,
): FormResult<LinkInput> {
  const errors: FieldErrors = {};
  const currency = currencyOf(valueIn(state, 'currency'), defaultCurrency);
  if (!currency) return invalid({ currency: 'Use a three-letter currency code, such as KES or USD.' });
  const country = homeCountry(currency, defaultCurrency);
  const { amount, ...common } = readCommon(state, currency, country, errors);
  const recurring = readRecurring(state, now, errors);
  const validUntil = doesRepeat(state) ? '' : valueIn(state, 'valid_until');
  const { first, last } = deadlineDays(now, timeZone);
  if (validUntil && !isDay(validUntil))
    errors['valid_until'] = 'Choose the last day to pay, or leave this empty.';
  else if (validUntil && validUntil < first) errors['valid_until'] = 'Choose today or a later day.';
  else if (validUntil > last) errors['valid_until'] = `Choose a day within ${MAX_DEADLINE_DAYS} days.`;
  if (!amount || Object.keys(errors).length > 0) return invalid(errors);
  const language = valueIn(state, 'language');
  return {
    status: 'valid',
    input: {
      kind: 'link',
      ...common,
      customer: { ...common.customer, ...(customer?.phone && { phone: customer.phone }) },
      amount,
      recurring,
      ...(isLanguage(language) && { language }),
      ...(validUntil && { validUntil }),
    },
  };
}

/** The provider does not check the order of the dates (SPEC.md, subscription_details). */
function readRecurring(state: FormState, now: number, errors: FieldErrors): LinkInput['recurring'] {
  const chosen = valueIn(state, 'frequency');
  // The fields of a recurring link are about to leave the form.
  if (chosen === ONCE) return undefined;
  const startDay = valueIn(state, 'start_date');
  const endDay = valueIn(state, 'end_date');
  const accountNumber = valueIn(state, 'account_number') || undefined;
  const notChosen = 'Choose how often, or clear the dates.';
  if (!chosen) {
    if (startDay || endDay) errors['frequency'] = notChosen;
    if (accountNumber)
      errors['account_number'] =
        'Only recurring links have an account number. Choose how often under “Repeat”, or leave this empty.';
    return undefined;
  }
  if (!isDay(startDay)) errors['start_date'] = 'Choose the first day.';
  else if (startDay <= dayOf(now)) errors['start_date'] = 'Choose tomorrow or a later day.';
  if (!isDay(endDay)) errors['end_date'] = 'Choose the last day.';
  else if (endDay < startDay) errors['end_date'] = 'Choose the first day or a later one.';
  if (accountNumber && accountNumber.length > LIMITS.account_number)
    errors['account_number'] = 'Use at most 50 characters.';
  const frequency = FREQUENCIES.find((name) => name === chosen);
  if (!frequency) errors['frequency'] = notChosen;
  return frequency && { frequency, startDay, endDay, accountNumber };
}

/** Adds to `errors`. A wrong amount is undefined. */
function readCommon(state: FormState, currency: string, country: Country, errors: FieldErrors) {
  const amount = readAmountField(valueIn(state, 'amount'), currency);
  if (!amount.ok) errors['amount'] = amountFault(amount.fault, currency);
  const channel = valueIn(state, 'channel');
  if (!channel) errors['channel'] = FIELD_TEXT.channel;
  const description = customerTextIn(state, 'description');
  if (!description) errors['description'] = 'Say what the payment is for. The customer sees this.';
  if (description.length > MAX_DESCRIPTION_LENGTH) errors['description'] = 'Use at most 200 characters.';
  const id = valueIn(state, 'id');
  const reference = id ? parseReference(id) : undefined;
  if (id && !reference) errors['id'] = 'Use at most 50 letters, digits, - _ . or :, without spaces.';
  const firstName = customerTextIn(state, 'first_name');
  const lastName = customerTextIn(state, 'last_name');
  const email = valueIn(state, 'email_address');
  const phone = valueIn(state, 'phone_number');
  const owner = phone ? readContactOwner(phone, country, currency) : undefined;
  const isRead = owner !== 'which_country' && owner !== 'any_country';
  if (!isRead) errors['phone_number'] = FIELD_TEXT[owner === 'any_country' ? 'anyCountry' : 'whichCountry'];
  else if (phone && !owner)
    errors['phone_number'] =
      'This isn’t a phone number. Write it like 0712 345 678, or start with + and the country code.';
  if (firstName.length > LIMITS.first_name) errors['first_name'] = 'Use at most 50 characters.';
  if (lastName.length > LIMITS.last_name) errors['last_name'] = 'Use at most 50 characters.';
  if (email && (email.length > LIMITS.email_address || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)))
    errors['email_address'] = 'Enter an email address of at most 60 characters, such as jane@example.com.';
  const customer: Customer = {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(isRead && owner && { phone: owner }),
  };
  return { amount: amount.ok ? amount.value : undefined, channel, description, reference, customer };
}

export function cardNumberErrors(state: FormState): FieldErrors {
  const errors: FieldErrors = {};
  for (const [block, fields] of Object.entries(state))
    if (Object.values(fields).some(({ value }) => value && hasCardNumber(value))) errors[block] = CARD_NUMBER;
  return errors;
}

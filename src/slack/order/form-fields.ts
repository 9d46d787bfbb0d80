// The forms for a PIN prompt and a payment link: their fields, notes and memory. Pure.
import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { maskNumbers } from '#lib/msisdn.ts';
import type { Customer, Language, Order } from '#orders/order.ts';
import { parseStoredReference, type Reference } from '#orders/reference.ts';
import { numberOf } from '#payments/finding/condition.ts';
import { CURRENCIES, isCurrency } from '#provider/currencies.ts';
import { FREQUENCIES, LIMITS } from '#provider/limits.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import { LANGUAGE_NAMES } from '#slack/share/card.ts';
import { describeCustomer } from '#slack/text/customers.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import type { Warning, WarningKind } from '#slack/text/fields.ts';
import { plainSection, press } from '#slack/ui/blocks.ts';
import {
  channelField,
  choiceField,
  dateField,
  emailField,
  fieldOf,
  form,
  memoryLike,
  searchField,
  textField,
  withFocus,
} from '#slack/ui/fields.ts';
import type { Prefill } from '#slack/words/command-words.ts';
import { HOME_CURRENCIES, homeCountry } from '#slack/words/phone-words.ts';
import { MAX_DESCRIPTION_LENGTH, ONCE, startingMethod } from './forms.ts';

/** Ids of forms, of the buttons that open them, and of steps in manifest.yml. */
export const ORDER_FORM_IDS = { prompt: 'send_prompt', link: 'create_link' } as const;
export type OrderFormKind = keyof typeof ORDER_FORM_IDS;
/** Of the buttons that open them. */
export const ORDER_LABELS = { prompt: 'Send a PIN prompt', link: 'Create a payment link' } as const;

const reference = z.custom<Reference>(
  (value) => typeof value === 'string' && parseStoredReference(value) !== undefined,
);

/** From opening to submission. Slack keeps it, so nothing personal goes in. */
const MEMORY = z.object({
  formId: z.string().regex(/^[0-9a-f]{32}$/),
  resendOf: reference.exactOptional(),
  balanceOf: reference.exactOptional(),
  /** Names the country where the numbers of the channel are at home, if somebody chose one. */
  home: z.enum(HOME_CURRENCIES).exactOptional(),
  /** Where the card goes while the form hides its field. */
  channel: z.string().exactOptional(),
  /** Typed beside the amount, before the form opened. */
  currency: z.string().exactOptional(),
  offers: z.array(reference).readonly().exactOptional(),
  /** The last order of the customer whom the form shows. */
  customer: reference.exactOptional(),
});
export type FormMemory = z.output<typeof MEMORY>;

export const { read: readMemory, write: writeMemory } = memoryLike(MEMORY);
export const memoryOf = (form: ModalView) => readMemory(form.private_metadata ?? '');

/** `method`: of the last prompt, or of the number's network. `language`: of the last link. */
export type ChosenCustomer = Customer & {
  readonly reference: Reference;
  readonly method: PaymentMethod | undefined;
  readonly language?: Language | undefined;
};

export function customerOf(order: Order): ChosenCustomer {
  const phone = numberOf(order);
  return {
    ...order.customer,
    ...(phone && { phone }),
    reference: order.reference,
    language: order.language,
    method: order.prompt?.method ?? (phone && networkOf(phone)?.method),
  };
}

/** The value is a reference, so that no number goes through Slack. */
export function customerOption(customer: ChosenCustomer): PlainTextOption {
  const label = { type: 'plain_text', text: describeCustomer(customer), emoji: false } as const;
  return { text: label, value: customer.reference };
}

export const CUSTOMER = 'customer';

const METHODS = Object.entries(PAYMENT_METHODS).map(
  ([value, { name, currency }]) => [value, `${name} (${currency})`] as const,
);
const REPEATS = [ONCE, ...FREQUENCIES].map(
  (value) => [value, value.charAt(0) + value.slice(1).toLowerCase()] as const,
);

const text = (name: string, options: Parameters<typeof textField>[1]) => (initial?: string) =>
  textField(name, { ...options, initial });

export const FIELDS = {
  customer: (chosen?: ChosenCustomer) =>
    searchField(CUSTOMER, {
      label: 'Customer',
      placeholder: 'Name or last digits',
      optional: true,
      chosen: chosen && customerOption(chosen),
    }),
  msisdn: text('msisdn', { label: 'Phone number', placeholder: '0712 345 678', max: 40, isReported: true }),
  amount: text('amount', { label: 'Amount', placeholder: '1,500', max: 30 }),
  payment_method: (initial: PaymentMethod) =>
    choiceField('payment_method', { label: 'Method', initial }, METHODS),
  description: text('description', {
    label: 'Description',
    placeholder: 'Two bags of flour',
    max: MAX_DESCRIPTION_LENGTH,
  }),
  frequency: (initial: string = ONCE) => ({
    ...choiceField('frequency', { label: 'Repeat', optional: true, initial }, REPEATS),
    dispatch_action: true,
  }),
  start_date: (initial: string) => dateField('start_date', { label: 'First day', initial }),
  end_date: (initial: string) => dateField('end_date', { label: 'Last day', initial }),
  valid_until: () =>
    dateField('valid_until', {
      label: 'Deadline',
      hint: 'The link is cancelled after this day.',
      optional: true,
    }),
  first_name: text('first_name', { label: 'First name', optional: true, max: LIMITS.first_name }),
  last_name: text('last_name', { label: 'Last name', optional: true, max: LIMITS.last_name }),
  phone_number: text('phone_number', { label: 'Phone', optional: true }),
  email_address: (initial?: string) =>
    emailField('email_address', { label: 'Email', optional: true, initial }),
  language: (initial: Language = 'en') =>
    choiceField('language', { label: 'Language', initial }, Object.entries(LANGUAGE_NAMES)),
  id: text('id', { label: 'Reference', placeholder: 'Automatic', optional: true, max: LIMITS.id }),
  account_number: text('account_number', {
    label: 'Account number',
    placeholder: 'Automatic',
    optional: true,
    max: LIMITS.account_number,
  }),
};

/** Action and block id of the button. */
export const MORE = 'more_fields';

export function moreFields(
  kind: OrderFormKind,
  channel: string | undefined,
  repeats: boolean,
  customer: Partial<ChosenCustomer> = {},
): KnownBlock[] {
  const { firstName, lastName, phone, email, language } = customer;
  const shown = phone && `+${phone}`;
  const ofLink = [FIELDS.phone_number(shown), FIELDS.email_address(email), FIELDS.language(language)];
  return [
    FIELDS.first_name(firstName),
    FIELDS.last_name(lastName),
    ...(kind === 'link' ? ofLink : []),
    FIELDS.id(),
    ...(repeats ? [FIELDS.account_number()] : []),
    channelField(channel),
  ];
}

/** `defaultCurrency`: says whose numbers have no country code. */
type FormOpening = {
  memory: FormMemory;
  prefill: Prefill;
  channel: string | undefined;
  warnings: readonly string[];
  defaultCurrency: string;
};

export function promptForm(opening: FormOpening & { method?: PaymentMethod | undefined }): ModalView {
  const { phone, amount, currency, ...prefill } = opening.prefill;
  const country = prefill.country ?? homeCountry(currency, opening.defaultCurrency);
  const isMarked = amount !== undefined && currency !== undefined;
  const memory = { ...opening.memory, ...(isMarked && { currency }) };
  return orderForm('prompt', { ...opening, memory }, { title: 'Send a PIN prompt', submit: 'Send prompt' }, [
    FIELDS.msisdn(phone),
    FIELDS.amount(amount),
    FIELDS.payment_method(prefill.method ?? startingMethod(country, opening.method)),
    FIELDS.description(prefill.description),
  ]);
}

export function linkForm(opening: FormOpening & { merchantCurrency?: string }): ModalView {
  const { prefill, defaultCurrency, merchantCurrency = defaultCurrency } = opening;
  const { currency = defaultCurrency, recurring } = prefill;
  const often = [merchantCurrency, 'KES', 'UGX', 'TZS', 'RWF', 'USD'];
  const currencies = new Set([...often, ...CURRENCIES].filter(isCurrency));
  const choices = [...currencies].map((each) => [each, each] as const);
  return orderForm('link', opening, { title: 'Create a payment link', submit: 'Create link' }, [
    FIELDS.amount(prefill.amount),
    choiceField('currency', { label: 'Currency', initial: currency }, choices),
    FIELDS.description(prefill.description),
    FIELDS.frequency(recurring?.frequency),
    ...(recurring
      ? [FIELDS.start_date(recurring.startDay), FIELDS.end_date(recurring.endDay)]
      : [FIELDS.valid_until()]),
  ]);
}

function orderForm(
  kind: OrderFormKind,
  { memory, prefill, channel, warnings }: FormOpening,
  labels: { title: string; submit: string },
  own: readonly KnownBlock[],
): ModalView {
  const { customer = {}, language = 'en', recurring } = prefill;
  // A value worth seeing, or a channel to choose, shows them at once.
  const isMoreShown =
    channel === undefined ||
    Object.values(customer).some(Boolean) ||
    (kind === 'link' && language !== 'en') ||
    prefill.warnings?.some(({ field }) => field === 'phone_number');
  const more: KnownBlock[] = isMoreShown
    ? moreFields(kind, channel, recurring !== undefined, { ...customer, language })
    : [{ type: 'actions', block_id: MORE, elements: [press(MORE, 'More')] }];
  const frame = {
    ...labels,
    close: 'Cancel',
    memory: writeMemory({ ...memory, ...(channel && { channel }) }),
  };
  const fields = [FIELDS.customer(), ...own, ...more].flatMap((field) => [
    ...warningsAt(prefill, fieldOf(field)),
    field,
  ]);
  return form(ORDER_FORM_IDS[kind], frame, [...warnings.map(plainSection), ...fields]);
}

/** Customers are searched only where no number names one. */
export function withFirstFocus(form: ModalView): ModalView {
  const isNamed = form.blocks.some(
    (block) =>
      ['msisdn', 'phone_number', 'email_address'].includes(fieldOf(block)) &&
      (block.type === 'section' || ('element' in block && 'initial_value' in block.element)),
  );
  return withFocus(form, isNamed ? [] : [CUSTOMER]);
}

/** A pasted list has a note for each number, and Slack limits a form's blocks. */
const MAX_NOTES = 5;

function warningsAt({ warnings = [] }: Prefill, field: string): KnownBlock[] {
  const here = warnings.filter((warning) => warning.field === field);
  const left = here.length - MAX_NOTES;
  const sentences = here.slice(0, MAX_NOTES).map(describeWarning);
  const more = left > 0 ? [`And ${left} more. Check the field below.`] : [];
  return [...sentences, ...more].map((sentence, index) => noteBlock(field, sentence, index));
}

export function noteBlock(field: string, sentence: string, index = 0): KnownBlock {
  return { ...plainSection(sentence), block_id: `${noteAbove(field)}.${index}` };
}

export const noteAbove = (field: string) => `note-${field}`;

export function describeWarning({ kind, text }: Pick<Warning, 'kind' | 'text'>): string {
  const masked = maskDigits(text);
  const shown = (words: string) => shorten(plain(words), 60);
  const typed = `“${shown(masked)}”`;
  const sentences: Record<WarningKind, string> = {
    not_a_number: `${typed} isn’t a phone number. Enter it below.`,
    not_promptable: `Prompts don’t reach ${typed}. Enter a mobile number below.`,
    second_number: `A second phone number, ${typed}, was left out. Check the one below.`,
    nine_digits: `${typed} was read as a phone number. Check it below.`,
    number_or_amount: `${typed} could be a phone number or an amount. Enter both below.`,
    which_country: `${typed} could be a number in Kenya or Uganda. Enter it below with +254 or +256.`,
    any_country: `${typed} could be a number in several countries. Enter it below with + and the country code.`,
    unclear: `${typed} might not be the amount. Enter the amount below.`,
    dot: `${typed} could be ${dotMeanings(masked)}. Enter the amount below.`,
    counted: `${typed} could be a quantity. Check the amount below.`,
    joined: `${typed} was read as ${shown(masked.replace(/(?<=\d) (?=\d)/g, ','))}. Check the amount below.`,
    not_an_amount: `${typed} isn’t an amount. Enter it below.`,
    other_currency: `${typed} is in another currency. Enter the amount below.`,
    number_left_out: `The phone number ${typed} was left out. The customer reads this.`,
    card_number: 'A card number was left out. Never type one here.',
  };
  return sentences[kind];
}

/** "1.500" → "1,500 or 1.50". */
function dotMeanings(text: string): string {
  const written = shorten(plain(text), 30);
  const grouped = written.replaceAll('.', ',');
  return written.split('.').length === 2 ? `${grouped} or ${written.replace(/0$/, '')}` : grouped;
}

/** From nine digits on, whatever stands between them. Texts are separated by a comma and a blank. */
function maskDigits(text: string): string {
  const mask = (each: string) =>
    each.replace(/\D/g, '').length < 9 ? each : maskNumbers(each.replace(/[^\p{L}\d+]+/gu, ' '));
  return text.split(', ').map(mask).join(', ');
}

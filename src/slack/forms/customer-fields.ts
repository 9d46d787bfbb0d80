// What the prompt form and the link form share: how they open, and the fields for amount, channel, description, reference
// and customer.

import type { InputBlock, KnownBlock } from '@slack/types';
import type { Money } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Language } from '#orders/language.ts';
import type { Customer } from '#orders/order.ts';
import { parseReference, type Reference } from '#orders/reference.ts';
import { LIMITS } from '#provider/limits.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import { amountFault, describeWarning, FIELD_TEXT, moreWarnings, type Warning } from '#slack/text/fields.ts';
import { isLanguage, LANGUAGE_NAMES } from '#slack/text/sharing.ts';
import { readAmountField } from './amount-field.ts';
import type { Prefill } from './command-words.ts';
import {
  channelField,
  choiceField,
  customerTextIn,
  emailField,
  type FieldErrors,
  type FormState,
  textField,
  valueIn,
} from './fields.ts';
import type { FormMemory } from './form-memory.ts';
import { type Country, readContactOwner } from './phone-choice.ts';

/** Our own limit: the service has none (SPEC.md, Limits), but a customer reads it on a phone. */
const MAX_DESCRIPTION_LENGTH = 200;

/** Above one field; a pasted list of numbers would have one for each. */
const MAX_NOTES = 5;

/** What either form opens with. `warnings`: sentences above the fields. */
export type FormOpening = {
  memory: FormMemory;
  prefill: Prefill;
  channel: string | undefined;
  warnings: readonly string[];
};

/** `homeCountry`: of phone numbers that are typed without a country code. */
type Place = { readonly currency: string; readonly homeCountry: Country };

/** What both forms give. `reference` is undefined when the field was left empty. */
export type CommonInput = {
  readonly channel: string;
  readonly amount: Money;
  readonly description: string;
  readonly customer: Customer;
  readonly reference: Reference | undefined;
};

/** Above the fields. */
export function openingNotes({ warnings }: FormOpening): KnownBlock[] {
  return warnings.map(plainSection);
}

/** What must be checked in this field, right above it. Each note is a block, of which a form has a limited number. */
export function warningsAt({ warnings = [] }: Prefill, field: Warning['field']): KnownBlock[] {
  const here = warnings.filter((warning) => warning.field === field);
  const left = here.length - MAX_NOTES;
  const sentences = here.slice(0, MAX_NOTES).map(describeWarning);
  return [...sentences, ...(left > 0 ? [moreWarnings(left)] : [])].map((sentence, index) => ({
    ...plainSection(sentence),
    block_id: `${noteAbove(field)}.${index}`,
  }));
}

/** The beginning of the block_ids of the notes above a field. */
export function noteAbove(field: string): string {
  return `note-${field}`;
}

export function commonFields({ channel, prefill }: FormOpening): KnownBlock[] {
  const customer = prefill.customer ?? {};
  return [
    ...warningsAt(prefill, 'description'),
    descriptionField(prefill.description),
    channelField(channel),
    textField('id', {
      label: 'Reference',
      hint: 'Your own invoice or order number. Left empty, Teller makes one.',
      optional: true,
      max: LIMITS.id,
    }),
    nameField('first_name', customer.firstName),
    nameField('last_name', customer.lastName),
  ];
}

export function descriptionField(initial: string | undefined): InputBlock {
  return textField('description', {
    label: 'What it is for',
    hint: 'The customer sees this.',
    placeholder: 'Two bags of maize flour',
    initial,
    max: MAX_DESCRIPTION_LENGTH,
  });
}

export function nameField(name: 'first_name' | 'last_name', initial: string | undefined): InputBlock {
  const label = name === 'first_name' ? 'Customer’s first name' : 'Customer’s last name';
  return textField(name, { label, optional: true, initial, max: LIMITS[name] });
}

export function contactFields(prefill: Prefill): KnownBlock[] {
  const initial = prefill.customer ?? {};
  return [
    ...warningsAt(prefill, 'phone_number'),
    contactPhoneField(initial.phone && `+${initial.phone}`),
    contactEmailField(initial.email),
  ];
}

export function contactPhoneField(initial: string | undefined): InputBlock {
  return textField('phone_number', {
    label: 'Customer’s phone',
    hint: 'For sharing the link by WhatsApp.',
    optional: true,
    initial,
  });
}

export function contactEmailField(initial: string | undefined): InputBlock {
  return emailField('email_address', { label: 'Customer’s e-mail', optional: true, initial });
}

/** In which the customer reads what is shared about the order. */
export function languageField(initial: Language = 'en'): InputBlock {
  return choiceField(
    'language',
    { label: 'Language of the customer', hint: 'For the text that goes with the link.', initial },
    Object.entries(LANGUAGE_NAMES),
  );
}

/** Undefined where the form has no such field, as in a step of a workflow. */
export function readLanguage(state: FormState): Language | undefined {
  const language = valueIn(state, 'language');
  return isLanguage(language) ? language : undefined;
}

/** What was typed into the common fields, with a sentence in `errors` for each that is wrong; `amount` is undefined then. */
export function readCommon(
  state: FormState,
  place: Place,
  errors: FieldErrors,
): Omit<CommonInput, 'amount'> & { readonly amount: Money | undefined } {
  const amount = readAmountField(valueIn(state, 'amount'), place.currency);
  if (!amount.ok) errors['amount'] = amountFault(amount.fault, place.currency);
  const channel = valueIn(state, 'channel');
  if (!channel) errors['channel'] = FIELD_TEXT.channel;
  const description = customerTextIn(state, 'description');
  if (!description) errors['description'] = FIELD_TEXT.description;
  // The form itself takes no more; a step or a file may have it.
  if (description.length > MAX_DESCRIPTION_LENGTH) errors['description'] = FIELD_TEXT.descriptionLength;
  const id = valueIn(state, 'id');
  const reference = id ? parseReference(id) : undefined;
  if (id && !reference) errors['id'] = FIELD_TEXT.reference;
  const customer = readCustomer(state, place, errors);
  return { amount: amount.ok ? amount.value : undefined, channel, description, reference, customer };
}

function readCustomer(state: FormState, place: Place, errors: FieldErrors): Customer {
  const firstName = customerTextIn(state, 'first_name');
  const lastName = customerTextIn(state, 'last_name');
  const email = valueIn(state, 'email_address');
  const phone = readPhone(state, place, errors);
  if (firstName.length > LIMITS.first_name) errors['first_name'] = FIELD_TEXT.name;
  if (lastName.length > LIMITS.last_name) errors['last_name'] = FIELD_TEXT.name;
  if (email && (email.length > LIMITS.email_address || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)))
    errors['email_address'] = FIELD_TEXT.email;
  return {
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  };
}

function readPhone(
  state: FormState,
  { currency, homeCountry }: Place,
  errors: FieldErrors,
): Msisdn | undefined {
  const typed = valueIn(state, 'phone_number');
  const read = typed ? readContactOwner(typed, homeCountry, currency) : undefined;
  if (read === 'which_country') errors['phone_number'] = FIELD_TEXT.whichCountry;
  else if (read === 'any_country') errors['phone_number'] = FIELD_TEXT.anyCountry;
  else if (typed && !read) errors['phone_number'] = FIELD_TEXT.phone;
  else return read;
  return undefined;
}

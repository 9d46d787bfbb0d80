// What the prompt form and the link form share: how they open, their amount and description, and how the fields are read that
// both have.

import type { InputBlock, KnownBlock } from '@slack/types';
import type { Money } from '#lib/money.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Customer, Language } from '#orders/order.ts';
import { parseReference, type Reference } from '#orders/reference.ts';
import { LIMITS } from '#provider/limits.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import {
  amountFault,
  describeWarning,
  FIELD_TEXT,
  FORM_TEXT,
  moreWarnings,
  type Warning,
} from '#slack/text/fields.ts';
import { isLanguage } from '#slack/text/sharing.ts';
import type { Prefill } from './command-words.ts';
import {
  customerTextIn,
  type FieldErrors,
  type FormState,
  readAmountField,
  textField,
  valueIn,
} from './fields.ts';
import type { FormMemory } from './form-memory.ts';
import { type Country, readContactOwner } from './phone-choice.ts';

/** Our own limit: the provider has none (SPEC.md, Limits), but a customer reads it on a phone. */
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

/** The warnings about this field, right above it. Each is a block, of which a form takes a limited number. */
export function warningsAt({ warnings = [] }: Prefill, field: Warning['field']): KnownBlock[] {
  const here = warnings.filter((warning) => warning.field === field);
  const left = here.length - MAX_NOTES;
  const sentences = here.slice(0, MAX_NOTES).map(describeWarning);
  return [...sentences, ...(left > 0 ? [moreWarnings(left)] : [])].map((sentence, index) =>
    noteBlock(field, sentence, index),
  );
}

/** `sentence`: plain text. */
export function noteBlock(field: string, sentence: string, index = 0): KnownBlock {
  return { ...plainSection(sentence), block_id: `${noteAbove(field)}.${index}` };
}

/** The beginning of the block_ids of the notes above a field. */
export function noteAbove(field: string): string {
  return `note-${field}`;
}

/** What both forms show of the order itself. */
export function amountField(initial: string | undefined): InputBlock {
  return textField('amount', { label: FORM_TEXT.amount, placeholder: '1,500', initial, max: 30 });
}

export function descriptionField(initial: string | undefined): InputBlock {
  return textField('description', {
    label: FORM_TEXT.description,
    placeholder: FORM_TEXT.descriptionExample,
    initial,
    max: MAX_DESCRIPTION_LENGTH,
  });
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

// The fields that the prompt form and the link form share: description, reference, and the customer.
import type { InputBlock } from '@slack/types';
import { parseContact } from '#lib/msisdn.ts';
import type { Customer } from '#orders/order.ts';
import { parseReference, type Reference } from '#orders/reference.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { emailField, type FieldErrors, type FormState, textField, valueIn } from './fields.ts';

/** SPEC.md, billing_address. */
const MAX_NAME_LENGTH = 50;
const MAX_EMAIL_LENGTH = 60;

/** Our own limit: the service has none (SPEC.md, Limits), but a customer reads it on a phone. */
export const MAX_DESCRIPTION_LENGTH = 200;

export function descriptionField(initial: string | undefined): InputBlock {
  return textField('description', {
    label: 'What it is for',
    hint: 'The customer sees this.',
    placeholder: 'Two bags of maize flour',
    initial,
    max: MAX_DESCRIPTION_LENGTH,
  });
}

export function referenceField(): InputBlock {
  return textField('id', {
    label: 'Reference',
    hint: 'Your own invoice or order number. Left empty, Teller makes one.',
    optional: true,
    max: 50,
  });
}

export function nameFields(initial: Customer = {}): InputBlock[] {
  return [
    textField('first_name', {
      label: 'Customer’s first name',
      optional: true,
      initial: initial.firstName,
      max: MAX_NAME_LENGTH,
    }),
    textField('last_name', {
      label: 'Customer’s last name',
      optional: true,
      initial: initial.lastName,
      max: MAX_NAME_LENGTH,
    }),
  ];
}

export function contactFields(initial: Customer = {}): InputBlock[] {
  return [
    textField('phone_number', {
      label: 'Customer’s phone',
      hint: 'For sharing the link by WhatsApp.',
      optional: true,
      initial: initial.phone && `+${initial.phone}`,
    }),
    emailField('email_address', { label: 'Customer’s e-mail', optional: true, initial: initial.email }),
  ];
}

export function readDescription(state: FormState, errors: FieldErrors): string {
  const description = valueIn(state, 'description');
  if (!description) errors['description'] = FIELD_TEXT.description;
  return description;
}

/** Undefined when the field was left empty. */
export function readReference(state: FormState, errors: FieldErrors): Reference | undefined {
  const text = valueIn(state, 'id');
  if (!text) return undefined;
  const reference = parseReference(text);
  if (!reference) errors['id'] = FIELD_TEXT.reference;
  return reference;
}

/** `homeCountry` (ISO 3166-1 alpha-2): the country of phone numbers that are typed without a country code. */
export function readCustomer(state: FormState, homeCountry: string, errors: FieldErrors): Customer {
  const firstName = valueIn(state, 'first_name');
  const lastName = valueIn(state, 'last_name');
  const email = valueIn(state, 'email_address');
  const phoneText = valueIn(state, 'phone_number');
  const phone = phoneText ? parseContact(phoneText, homeCountry) : undefined;
  if (firstName.length > MAX_NAME_LENGTH) errors['first_name'] = FIELD_TEXT.name;
  if (lastName.length > MAX_NAME_LENGTH) errors['last_name'] = FIELD_TEXT.name;
  if (email && (email.length > MAX_EMAIL_LENGTH || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))) {
    errors['email_address'] = FIELD_TEXT.email;
  }
  if (phoneText && !phone) errors['phone_number'] = FIELD_TEXT.phone;
  return {
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  };
}

// Finds card numbers in what a form or a step was filled in with, so that none of it is read any further. Pure.
import { hasCardNumber } from '#lib/card-number.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import type { FieldErrors, FormState } from './fields.ts';

/** The sentence for each field that holds a card number, by its block id. */
export function cardNumberErrors(state: FormState): FieldErrors {
  const errors: FieldErrors = {};
  for (const [block, fields] of Object.entries(state))
    if (Object.values(fields).some(({ value }) => value && hasCardNumber(value))) errors[block] = CARD_NUMBER;
  return errors;
}

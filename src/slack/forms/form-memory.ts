// What an order's form carries from opening to submission. Slack keeps it in private_metadata, so nothing personal goes in.
import { z } from 'zod';
import { hasCardNumber, parseJson } from '#lib/text.ts';
import { parseStoredReference } from '#orders/reference.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';
import type { FieldErrors, FormState } from './fields.ts';
import { HOME_CURRENCIES } from './phone-choice.ts';

const reference = z.string().transform((text, context) => {
  const parsed = parseStoredReference(text);
  if (parsed === undefined) context.addIssue('not a reference');
  return parsed ?? z.NEVER;
});

const MEMORY = z.object({
  /** A form submitted several times makes one order. */
  formId: z.string().regex(/^[0-9a-f]{32}$/),
  /** The earlier order that is sent again. */
  resendOf: reference.exactOptional(),
  /** The order under review whose balance is requested. */
  restOf: reference.exactOptional(),
  /** The last order of the earlier customer whom the form shows; name and number come from it. */
  customer: reference.exactOptional(),
  /** The last orders of the customers whom the words of a command may have meant; the select offers them first. */
  offers: z.array(reference).readonly().exactOptional(),
  /** Where the card goes while the form does not show its field. */
  channel: z.string().exactOptional(),
  /** The currency of the country in which the numbers of the form's channel are at home, where somebody has chosen one. */
  home: z.enum(HOME_CURRENCIES).exactOptional(),
  /** With which the amount was typed before the form opened. */
  currency: z.string().exactOptional(),
});
export type FormMemory = z.output<typeof MEMORY>;

export function writeMemory(memory: FormMemory): string {
  return JSON.stringify(memory);
}

/** Undefined when the text was not written by `writeMemory`. */
export function readMemory(text: string): FormMemory | undefined {
  return MEMORY.safeParse(parseJson(text)).data;
}

/** The sentence for each field that holds a card number, by its block id. */
export function cardNumberErrors(state: FormState): FieldErrors {
  const errors: FieldErrors = {};
  for (const [block, fields] of Object.entries(state))
    if (Object.values(fields).some(({ value }) => value && hasCardNumber(value))) errors[block] = CARD_NUMBER;
  return errors;
}

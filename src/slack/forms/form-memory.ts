// What an order's form carries from opening to submission. Slack keeps it in private_metadata, so nothing personal goes in.
import { z } from 'zod';
import { parseReference, type Reference } from '#orders/reference.ts';

/** `formId`: a form submitted several times makes one order. `resendOf`: the failed order that is sent again. */
export type FormMemory = { readonly formId: string; readonly resendOf?: Reference | undefined };

const MEMORY = z.object({
  formId: z.string().regex(/^[0-9a-f]{32}$/),
  resendOf: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? undefined : parseReference(text))),
});

export function writeMemory(memory: FormMemory): string {
  return JSON.stringify(memory);
}

/** Undefined when the text was not written by `writeMemory`. */
export function readMemory(text: string): FormMemory | undefined {
  try {
    return MEMORY.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

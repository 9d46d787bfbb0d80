// What an order's form carries from opening to submission. Slack keeps it in private_metadata, so nothing personal goes in.
import { z } from 'zod';
import { parseReference } from '#orders/reference.ts';

const MEMORY = z.object({
  /** A form submitted several times makes one order. */
  formId: z.string().regex(/^[0-9a-f]{32}$/),
  /** The failed order that is sent again. */
  resendOf: z
    .string()
    .transform((text) => parseReference(text))
    .optional(),
});
export type FormMemory = z.output<typeof MEMORY>;

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

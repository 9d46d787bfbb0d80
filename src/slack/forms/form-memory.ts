// What a form remembers between opening and submitting. Slack keeps it in private_metadata, so nothing personal goes in.
import { z } from 'zod';
import { parseReference, type Reference } from '#orders/reference.ts';

/** `formId` names this one filled-in form: submitted three times, it still makes one order. `resendOf` is the failed order. */
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

/** Undefined when it is not a memory of ours. */
export function readMemory(text: string): FormMemory | undefined {
  try {
    return MEMORY.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

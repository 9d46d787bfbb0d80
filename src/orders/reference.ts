// References: the id that is ours to choose, and the only thing about an order that people ever type.
import { z } from 'zod';

/** As stored: taken by `parseReference` once, or a charge's (`chargeReference`). */
export const storedReference = z.string().min(1).brand<'Reference'>();

/** An order's `id` at the service, there called merchant reference. */
export type Reference = z.output<typeof storedReference>;

/** SPEC.md, Limits: at most 50 characters; longer ones fail with a decline that does not say why. */
const MAX_LENGTH = 50;

/** No I, L, O, U: nothing that is misread aloud or on paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Takes a typed reference, or undefined when it is empty, too long, or has other than letters, digits, `- _ . :`. */
export function parseReference(text: string): Reference | undefined {
  const trimmed = text.trim();
  return trimmed.length <= MAX_LENGTH && /^[A-Za-z0-9\-_.:]+$/.test(trimmed)
    ? (trimmed as Reference)
    : undefined;
}

/** A fresh reference such as "7K3M9-QX2ZD" from at least ten random bytes: fifty bits, so that chance never repeats one. */
export function makeReference(random: Uint8Array): Reference {
  if (random.length < 10) throw new RangeError('a reference needs ten random bytes');
  const letters = Array.from(random.slice(0, 10), (byte) => LETTERS[byte % 32]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}` as Reference;
}

/**
 * The key of one charge of a recurring order. The slash keeps it apart from every reference that
 * a person or the service can use.
 */
export function chargeReference(order: Reference, trackingId: string): Reference {
  return `${order}/${trackingId}` as Reference;
}

/** As parseReference, but accepts a charge's reference too: for a button's value and other texts that Teller wrote. */
export function parseStoredReference(text: string): Reference | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return parseReference(text);
  return parseReference(text.slice(0, slash)) && (text as Reference);
}

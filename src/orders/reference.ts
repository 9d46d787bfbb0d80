// References: the ids of orders, chosen by Teller or by the agent, and what people type to name an order in Slack.
import { z } from 'zod';
import { ID_CHARACTERS, LIMITS } from '#provider/limits.ts';

/** A reference in a stored order. It was checked when it was made, so any text passes here. */
export const storedReference = z.string().min(1).brand<'Reference'>();

/** The provider calls it `id` in requests and merchant reference elsewhere. */
export type Reference = z.output<typeof storedReference>;

/** Without I, L, O and U, which are easily misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The reference in a typed text; undefined when it is empty, too long, or has other characters than letters, digits
 * and `- _ . :`. The provider declines a longer one without saying why.
 */
export function parseReference(text: string): Reference | undefined {
  const trimmed = text.trim();
  return trimmed.length <= LIMITS.id && ID_CHARACTERS.test(trimmed) ? (trimmed as Reference) : undefined;
}

/** What people leave out of a reference, or write in other ways; phones make longer dashes of short ones. */
const SEPARATORS = /[\s\p{Pd}]/gu;
const MADE = new RegExp(`^[${LETTERS}ILO]{10}$`, 'i');

/**
 * The reference made by Teller that a person means by `text`: in any case, with or without dashes and spaces, and with I or
 * L read as 1 and O as 0, which is safe because no such reference has these letters. Undefined when it can be none.
 */
export function canonicalReference(text: string): Reference | undefined {
  const typed = text.replace(SEPARATORS, '');
  if (!MADE.test(typed)) return undefined;
  const letters = typed.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  return dashed(letters);
}

/**
 * How typed references are compared when case and dashes are left aside: "INV77" for "Inv-77". Undefined when `text` is
 * no reference or nothing but dashes.
 */
export function foldReference(text: string): string | undefined {
  return parseReference(text.replace(/\p{Pd}/gu, ''))?.toUpperCase();
}

/**
 * For an order form without one: "7K3M9-QX2ZD" from at least ten random bytes; 50 random bits, so none occurs twice. With at least
 * one letter, because ten digits may be a phone number.
 */
export function makeReference(random: Uint8Array): Reference {
  if (random.length < 10) throw new RangeError('a reference needs ten random bytes');
  const letters = Array.from(random.slice(0, 10), (byte) => LETTERS[byte % 32]).join('');
  return dashed(/\D/.test(letters) ? letters : LETTERS.charAt(10 + Number(letters[0])) + letters.slice(1));
}

/** `letters`: ten of LETTERS. */
function dashed(letters: string): Reference {
  return `${letters.slice(0, 5)}-${letters.slice(5)}` as Reference;
}

/**
 * The reference of one charge of the recurring order `parent`. Only the store uses it: because of the slash no person can
 * choose it and no request can carry it.
 */
export function chargeReference(parent: Reference, trackingId: string): Reference {
  return `${parent}/${trackingId}` as Reference;
}

/** As people know it: they know a charge by the order that it belongs to. */
export function quotedReference(reference: Reference): Reference {
  return (reference.split('/', 1)[0] ?? '') as Reference;
}

/** As parseReference, but accepts a charge's reference too: the store also gets the values of buttons. */
export function parseStoredReference(text: string): Reference | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return parseReference(text);
  return parseReference(text.slice(0, slash)) && (text as Reference);
}

const TRACKING_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;

/** The first of what has the form of a tracking id in a text. */
export function trackingIdIn(text: string): string | undefined {
  return TRACKING_ID.exec(text)?.[0];
}

/** True for the form of a tracking id. References of other systems can have it too. */
export function isTrackingId(text: string): boolean {
  return trackingIdIn(text) === text;
}

/** The tracking id as orders are found by it; any other text stays as it is. */
export function canonicalTrackingId(text: string): string {
  return isTrackingId(text) ? text.toLowerCase() : text;
}

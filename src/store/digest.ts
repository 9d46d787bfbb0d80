// Digests of texts that must not stand in keys, in names of sets or in the search index, such as phone numbers: HMACs by a random
// key that each store makes when it is first opened, and keeps.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { SearchTerm } from '#orders/search-terms.ts';

const KEY_BYTES = 32;
/** Of base64url, 132 bits. */
const TEXT_LENGTH = 22;
/** Of hexadecimal digits, 48 bits: among ten million terms hardly two are the same, and what is found is compared again. */
const TERM_LENGTH = 12;
/** Words, days and amounts recur, and a digest takes longer than all else that is done for a term. */
const MAX_KNOWN = 10_000;

/** `text`: see Store.digest. `term`: what stands for a term in the search index. */
export type Digests = ReturnType<typeof createDigests>;

export function makeStoreKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** Throws when `key` is not as makeStoreKey makes it. */
export function createDigests(key: Uint8Array) {
  if (key.length !== KEY_BYTES)
    throw new Error('The key of the store is missing or damaged. Restore a backup.');
  // Prepared once: from the bytes each digest would take six times as long.
  const secret = createSecretKey(key);
  const digest = (text: string, encoding: 'base64url' | 'hex') =>
    createHmac('sha256', secret).update(text).digest(encoding);
  const known = new Map<SearchTerm, string>();
  return {
    text: (text: string): string => digest(text, 'base64url').slice(0, TEXT_LENGTH),
    term(term: SearchTerm): string {
      const made = known.get(term) ?? digest(term, 'hex').slice(0, TERM_LENGTH);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(term, made);
      return made;
    },
  };
}

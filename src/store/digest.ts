// Digests of texts that must not stand in keys and names themselves, such as phone numbers: HMACs by a random key that each
// store makes when it is first opened, and keeps.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** See Store.digest. */
export type Digest = (text: string) => string;

const KEY_BYTES = 32;
/** Of base64url, 132 bits. */
const LENGTH = 22;

export function makeStoreKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** Throws when `key` is not as makeStoreKey makes it. */
export function createDigest(key: unknown): Digest {
  if (!(key instanceof Uint8Array) || key.length !== KEY_BYTES) {
    throw new Error('The key of the store is missing or damaged.');
  }
  // Prepared once: from the bytes each digest would take six times as long.
  const secret = createSecretKey(key);
  return (text) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, LENGTH);
}

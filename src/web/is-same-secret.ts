// Compares a secret that somebody sent with the one that is meant, for ipn.ts and server.ts.
import { hash, timingSafeEqual } from 'node:crypto';

/** Takes equally long wherever the two differ, and says nothing of the length: digests are compared, not the texts. */
export function isSameSecret(given: string, meant: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', meant, 'buffer'));
}

// Compares a secret that somebody sent with the one that is meant, for ipn.ts and server.ts.
import { hash, timingSafeEqual } from 'node:crypto';

/** The answer takes equally long wherever the two differ, and says nothing of the length: digests are compared, not the texts. */
export function secretCheck(meant: string): (given: string) => boolean {
  const digest = hash('sha256', meant, 'buffer');
  return (given) => timingSafeEqual(hash('sha256', given, 'buffer'), digest);
}

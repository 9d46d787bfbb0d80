// The work of a queue, with its ends told to whoever counts them. bot.ts counts the checks.
import type { Reschedule } from '#store/store.ts';
import { ClaimLost, type HeldClaim } from './held-claim.ts';

/** As `work`. `ended` hears how it went; a claim that was lost is no failure, because another process goes on with the order. */
export function countedWork(
  work: (claim: HeldClaim) => Promise<Reschedule>,
  ended: (reference: string, outcome: 'ok' | 'failed' | 'lost') => void,
): (claim: HeldClaim) => Promise<Reschedule> {
  return async (claim) => {
    try {
      const next = await work(claim);
      ended(claim.reference, 'ok');
      return next;
    } catch (error) {
      ended(claim.reference, error instanceof ClaimLost ? 'lost' : 'failed');
      throw error;
    }
  };
}

// The work of the queue `deliver`: what an order means for others first, so that its own card and news show that, then what is to
// be posted of it. Put together by bot.ts.
import type { Reference } from '#orders/reference.ts';
import type { Claim, Reschedule } from '#store/store.ts';

/** A relative that cannot be read or saved keeps nothing of this order untold; it is tried again with the worker's backoff. */
export function afterRelated<Own extends Claim>(
  updateRelated: (reference: Reference) => Promise<void>,
  deliver: (claim: Own) => Promise<Reschedule>,
): (claim: Own) => Promise<Reschedule> {
  return async (claim) => {
    const [related] = await Promise.allSettled([updateRelated(claim.reference)]);
    const next = await deliver(claim);
    if (related.status === 'rejected') throw related.reason;
    return next;
  };
}

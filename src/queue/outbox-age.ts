// Measures how long the oldest news of any order has been waiting to be posted in its thread, for the metric
// teller_outbox_age_seconds. bot.ts wraps the work of the `deliver` queue in `watch`.
import type { Clock } from '#lib/clock.ts';
import { isNews } from '#orders/announcement.ts';
import type { Claim, OrderStore, Reschedule } from '#store/store.ts';

type OutboxAge = {
  /** The same work, but remembers the orders whose news it could not post. */
  watch<Own extends Claim>(deliver: (claim: Own) => Promise<Reschedule>): (claim: Own) => Promise<Reschedule>;
  /** In milliseconds; 0 when all news is posted. Rejects when the store is down. */
  ageMs(): Promise<number>;
};

/** A limit for memory. The oldest orders are remembered first, so the age stays right when more than this fail. */
const MAX_REMEMBERED = 1_000;

/** After a failed delivery `nextDue` shows the retry time, not the age of the news, so the reference is kept here too. */
export function createOutboxAge(deps: {
  orders: Pick<OrderStore, 'get' | 'nextDue'>;
  clock: Clock;
}): OutboxAge {
  const { orders, clock } = deps;
  /** When (ms) each was first tried here. In that order, so the first with news left has the oldest. */
  const tried = new Map<Claim['reference'], number>();

  /** Reads the order again, because another process may have posted its news. */
  async function oldestTried(): Promise<number | undefined> {
    for (const [reference, triedAt] of tried) {
      const at = await orders.get(reference).then(
        (order) => order?.announcements.find(isNews)?.at,
        // An order that cannot be read says nothing of its news, which waits. When the store is down, `nextDue` rejects too.
        () => triedAt,
      );
      if (at !== undefined) return at;
      tried.delete(reference);
    }
    return undefined;
  }

  return {
    watch: (deliver) => async (claim) => {
      const { reference } = claim;
      if (tried.size < MAX_REMEMBERED && !tried.has(reference)) tried.set(reference, clock.now());
      const next = await deliver(claim);
      if (next.at === undefined) tried.delete(reference);
      return next;
    },
    async ageMs() {
      const [retriedSince, dueSince] = await Promise.all([oldestTried(), orders.nextDue('deliver')]);
      const now = clock.now();
      return Math.max(0, now - (retriedSince ?? now), now - (dueSince ?? now));
    },
  };
}

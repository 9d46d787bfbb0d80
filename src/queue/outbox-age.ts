// How long the oldest news of an order has been waiting to stand in its thread: the one number to be triggered up for.
import type { Clock } from '#lib/clock.ts';
import { isNews } from '#orders/announcement.ts';
import type { Claim, OrderStore, Reschedule } from '#store/store.ts';

export type OutboxAge = {
  /** `deliver`, with an eye on what it could not tell. */
  watch(deliver: (claim: Claim) => Promise<Reschedule>): (claim: Claim) => Promise<Reschedule>;
  /** In ms; 0 when all is told. Rejects when the store is down. */
  ageMs(): Promise<number>;
};

/** More than this are in trouble together, and the oldest of them are known. */
const MAX_REMEMBERED = 1_000;

/** An order that failed waits for its next try, and is due for nothing until then; so it is remembered here as well. */
export function createOutboxAge(deps: {
  orders: Pick<OrderStore, 'get' | 'nextDue'>;
  clock: Clock;
}): OutboxAge {
  const { orders, clock } = deps;
  const tried = new Set<Claim['reference']>();

  /** Read anew: another process may have told it meanwhile. */
  async function oldestTried(): Promise<number | undefined> {
    for (const reference of tried) {
      const order = await orders.get(reference);
      const news = order?.announcements.find(isNews);
      if (news) return news.at;
      tried.delete(reference);
    }
    return undefined;
  }

  return {
    watch: (deliver) => async (claim) => {
      if (tried.size < MAX_REMEMBERED) tried.add(claim.reference);
      const next = await deliver(claim);
      if (next.at === undefined) tried.delete(claim.reference);
      return next;
    },
    async ageMs() {
      const [failing, waiting] = await Promise.all([oldestTried(), orders.nextDue('deliver')]);
      const now = clock.now();
      return Math.max(0, now - (failing ?? now), now - (waiting ?? now));
    },
  };
}

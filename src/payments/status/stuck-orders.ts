// What is stuck, for the metrics teller_orders_outcome_unknown and teller_outbox_age_seconds.
import { pagesOf } from '#lib/async.ts';
import type { Clock } from '#lib/clock.ts';
import { isNews } from '#orders/announcement.ts';
import { AWAITED_TERM, stateTerm, UNDELIVERED_TERM } from '#orders/search-terms.ts';
import type { OrderStore } from '#store/store.ts';

const LONG_MS = 10 * 60_000;
/** More than this many are not counted, so that an outage does not make each reading of the metrics slow. */
const MAX_COUNTED = 100;

/**
 * Orders that were sent more than ten minutes ago and still have no answer, at most 100. Costs as much as there are of these,
 * however long the history: what was given up is no longer awaited. Rejects when the store is down.
 */
export async function countUnknownOutcomes(deps: {
  orders: Pick<OrderStore, 'search'>;
  clock: Clock;
}): Promise<number> {
  const before = deps.clock.now() - LONG_MS;
  const { orders } = await deps.orders.search([[stateTerm('sending')], [AWAITED_TERM]], {
    limit: MAX_COUNTED,
    createdBefore: before,
  });
  return orders.filter(
    (order) =>
      order.state === 'sending' &&
      (order.outcomeUnknownAt ?? order.requestedAt ?? Number.POSITIVE_INFINITY) < before,
  ).length;
}

/**
 * How long (ms) the oldest announcement has been waiting to be posted; 0 when all are posted. Costs as much as there are orders with
 * one. Rejects when the store is down.
 */
export async function outboxAge({
  orders,
  clock,
}: {
  orders: Pick<OrderStore, 'search'>;
  clock: Clock;
}): Promise<number> {
  let ageMs = 0;
  for await (const page of pagesOf((from) => orders.search([[UNDELIVERED_TERM]], { limit: 500, ...from })))
    for (const { announcements } of page.orders)
      for (const { at } of announcements.filter(isNews)) ageMs = Math.max(ageMs, clock.now() - at);
  return ageMs;
}

// How many orders are counted of which nobody knows whether the payment service has them.
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { countUnknownOutcomes } from '#payments/status/unknown-outcomes.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const MINUTE = 60_000;
const NOW = 1_700_000_000_000;
const ago = (minutes: number) => NOW - minutes * MINUTE;

async function counted(...orders: Order[]): Promise<number> {
  const { store, cleanUp } = await openSqliteSubject();
  onTestFinished(cleanUp);
  await Promise.all(orders.map((order) => store.orders.insert(order)));
  return countUnknownOutcomes({ orders: store.orders, clock: { ...systemClock, now: () => NOW } });
}

const sent = (name: string, minutes: number, own: Partial<Order> = {}) =>
  sampleOrder(name, { createdAt: ago(minutes), requestedAt: ago(minutes), changedAt: ago(minutes), ...own });

test('an order counts that was sent over ten minutes ago and got no answer, known to be lost or not', async () => {
  expect(
    await counted(
      sent('A-1', 11, { outcomeUnknownAt: ago(11) }),
      sent('A-2', 11),
      sent('A-3', 60, { kind: 'link', outcomeUnknownAt: ago(59) }),
    ),
  ).toBe(3);
});

test('an order does not count that was sent lately, waits to be sent, has an outcome, or was given up', async () => {
  expect(
    await counted(
      sent('A-1', 9, { outcomeUnknownAt: ago(9) }),
      sent('A-2', 30, { outcomeUnknownAt: ago(9) }),
      sampleOrder('A-3', { createdAt: ago(30) }),
      sent('A-4', 30, { state: 'pending', service: { trackingId: 'T-4' } }),
      sent('A-5', 30, { state: 'not_sent' }),
      sent('A-6', 3_000, { outcomeUnknownAt: ago(3_000), checksEndedAt: ago(100) }),
      sent('A-7', 30, { kind: 'charge', chargeOf: sampleOrder('A-5').reference }),
    ),
  ).toBe(0);
});

test('a row of a bulk counts only once a request for it may have gone out ten minutes ago: not when it was refused or has not had its turn', async () => {
  const bulk = (row: number) => ({ id: 'b1', row });
  const refused = (minutes: number) => ({ at: ago(minutes), isRefused: true }) as const;
  expect(
    await counted(
      sent('R-1', 30, { bulk: bulk(1), lastRequest: refused(29) }),
      sent('R-2', 30, { bulk: bulk(2), lastRequest: { at: ago(9) } }),
      sampleOrder('R-3', { createdAt: ago(30), bulk: bulk(3) }),
    ),
  ).toBe(0);
  expect(
    await counted(
      sent('R-1', 30, { bulk: bulk(1), lastRequest: { at: ago(11) } }),
      // Its first answer was lost, and only the repeat was refused.
      sent('R-2', 30, { bulk: bulk(2), kind: 'link', outcomeUnknownAt: ago(29), lastRequest: refused(28) }),
    ),
  ).toBe(2);
});

test('after a hundred orders nobody counts on, so that an outage does not make the metrics slow', async () => {
  const orders = Array.from({ length: 120 }, (_, n) => sent(`A-${n}`, 11, { outcomeUnknownAt: ago(11) }));
  expect(await counted(...orders)).toBe(100);
});

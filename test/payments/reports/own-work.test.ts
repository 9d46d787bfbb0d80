// A person's own day costs as much as that person's payments, and has the sums that a report of the day has.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayOf } from '#lib/days.ts';
import { withEntries } from '#orders/entries.ts';
import type { Order } from '#orders/order.ts';
import { createOwnWork } from '#payments/reports/own-work.ts';
import { readPeriod } from '#payments/reports/period.ts';
import { daysSpan, ofAgent } from '#payments/reports/span.ts';
import { receivedIn } from '#payments/reports/sums.ts';
import { collectReport } from '#payments/reports/totals.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { DAY_MS, FROM, paid } from './paid-orders.ts';

const clock = createMovingClock(FROM - Date.now());
const timeZone = 'UTC';
let store: Store;
beforeEach(async () => {
  store = await openStore('sqlite::memory:', { clock });
});
afterEach(() => store.close());

const keep = async (...orders: Order[]) => {
  for (const order of orders) await store.orders.insert(order);
};

/** Of Home, which may not read the books of everybody. */
async function todayOf(agent: string) {
  const { openOf, search } = store.orders;
  return (await createOwnWork({ orders: { openOf, search }, clock, timeZone }).read(agent)).today;
}

test('what a person has collected today is summed up without reading what others have', async () => {
  const charge = { ...paid('C', '4', 'KES'), kind: 'charge', chargeOf: referenceOf('A') } as const;
  const late = { paidAt: FROM - 3 * DAY_MS, learnedAt: FROM + 5 };
  await keep(
    paid('A', '1'),
    paid('B', '2', 'USD'),
    charge,
    paid('D', '8', 'KES', late),
    paid('E', '16', 'KES', { agent: 'U2' }),
    paid('F', '32', 'KES', { paidAt: FROM - DAY_MS, learnedAt: FROM - DAY_MS }),
  );
  expect(await todayOf('U1')).toMatchObject([
    { money: { amount: '13', currency: 'KES' }, count: 3 },
    { money: { amount: '2', currency: 'USD' }, count: 1 },
  ]);
  expect(await todayOf('U2')).toMatchObject([{ money: { amount: '16', currency: 'KES' }, count: 1 }]);
  expect(await todayOf('U3')).toEqual([]);
});

test('what a person has collected today is what a report of the day says, also after a correction, over many pages', async () => {
  await keep(...Array.from({ length: 600 }, (_, index) => paid(`P-${index}`, '1')));
  const order = await store.orders.get(referenceOf('P-7'));
  if (!order?.payments?.[0]) throw new Error('the order is not there');
  const payment = { ...order.payments?.[0], paid: { amount: '0.5', currency: 'KES' } };
  await store.orders.save(
    withEntries({ ...order, payments: [payment], state: 'review', changedAt: FROM + 9 }, order, timeZone),
  );
  const today = readPeriod('today', { now: clock.now(), timeZone });
  if (!today.ok) throw new Error(today.fault);
  expect(today.value.firstDay).toBe(dayOf(FROM, timeZone));
  const report = await collectReport(store.orders, ofAgent(daysSpan(today.value), 'U1'));
  expect(await todayOf('U1')).toEqual(receivedIn(report));
  expect(report.totals).toMatchObject([{ money: { amount: '599.5' }, count: 600 }]);
});

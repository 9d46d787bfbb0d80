// A long range of days finds what was paid in it and became known to Teller only after it, on a real store.
import { expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createSearchOrders, type PageEnd } from '#payments/finding/search-orders.ts';
import { readFindWords } from '#slack/forms/find-words.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

/** Paid on this day, and known to Teller since another. */
function known(name: string, paidOn: string, since: number, own: Partial<Order> = {}): Order {
  const paid = { amount: '1500', currency: 'KES' };
  const paidAt = Date.parse(`${paidOn}T09:00:00Z`);
  const payment = { paid, method: 'MpesaKE', confirmationCode: `SJK7${name}`, payer: '', paidAt };
  return sampleOrder(name, { state: 'paid', createdAt: since, payments: [payment], ...own });
}

/** All that is found, page by page. */
async function searching(orders: readonly Order[]) {
  const { store, cleanUp } = await openSqliteSubject();
  onTestFinished(cleanUp);
  for (const order of orders) await store.orders.insert(order);
  const search = createSearchOrders({ orders: store.orders, clock: { now: () => NOW } });
  const person = { userId: 'U1', now: NOW, timeZone: 'Africa/Nairobi' };
  return async (words: string) => {
    const found: string[] = [];
    let from: PageEnd | undefined;
    do {
      const page = await search(readFindWords(words, person).conditions, from);
      found.push(...page.orders.map(({ reference }) => reference));
      from = page.next;
    } while (from);
    return found;
  };
}

test('a payment made elsewhere that was written down after a long range, and a charge that was heard of after it, are found', async () => {
  const find = await searching([
    known('SHOP-7', '2026-08-10', NOW, { kind: 'elsewhere' }),
    known('GYM-1/7f3a91c2', '2026-07-02', NOW - 20 * DAY_MS, { kind: 'charge' }),
    known('LATER-1', '2026-10-20', NOW - 33 * DAY_MS),
    known('USUAL-1', '2026-08-11', Date.parse('2026-08-11T08:00:00Z')),
    known('BEFORE-1', '2026-06-20', Date.parse('2026-06-20T08:00:00Z')),
  ]);
  expect(await find('2026-08-01..2026-08-20')).toEqual(['SHOP-7', 'USUAL-1']);
  expect(await find('2026-07-01..2026-09-30')).toEqual(['SHOP-7', 'GYM-1/7f3a91c2', 'USUAL-1']);
  expect(await find('paid 2026-07-01..2026-09-30 maize')).toEqual(['SHOP-7', 'GYM-1/7f3a91c2', 'USUAL-1']);
});

test('each order of a long range is found once, however they fall on pages', async () => {
  const all = Array.from({ length: 45 }, (_, at) => {
    const paidOn = new Date(Date.parse('2026-07-01T00:00:00Z') + 2 * at * DAY_MS).toISOString().slice(0, 10);
    return known(
      `N-${at}`,
      paidOn,
      at % 3 === 0 ? Date.parse(`${paidOn}T08:00:00Z`) : NOW - (at % 5) * DAY_MS,
    );
  });
  const find = await searching(all);
  const found = await find('2026-07-01..2026-09-30');
  expect(found.toSorted()).toEqual(all.map(({ reference }) => String(reference)).toSorted());
});

// A month or a day that stands in a description finds its order, whenever that was asked for, on a real store.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchOrders } from '#payments/finding/search-orders.ts';
import { readFindWords } from '#slack/forms/find-words.ts';
import { promptOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';
import type { Subject } from '#test/store/subject.ts';

/** 09:00 in Nairobi. */
const NOW = Date.parse('2026-11-22T06:00:00Z');

/** Each by the first letter of its reference. */
const ASKED: readonly (readonly [name: string, description: string, on: string, shillings: string])[] = [
  ['Amina', 'School fees January 2027', '2026-11-22', '9000'],
  ['Brian', 'Rent May 2026', '2026-04-30', '8000'],
  ['Cate', 'Rent', '2026-05-10', '8000'],
  ['June', 'Flour', '2026-11-21', '2000'],
  ['Esther', 'Dinner 25 December 2026', '2026-11-20', '3000'],
  ['Grace', 'Unit 2026-45', '2026-10-13', '6000'],
];

let subject: Subject;
beforeAll(async () => {
  subject = await openSqliteSubject();
  for (const [index, [name, description, on, shillings]] of ASKED.entries())
    await subject.store.orders.insert(
      promptOrder(`${name[0]}R6ZC-VV9H9`, `07220000${10 + index}`, {
        customer: { firstName: name },
        description,
        amount: { amount: shillings, currency: 'KES' },
        createdAt: Date.parse(`${on}T08:00:00Z`),
      }),
    );
});
afterAll(() => subject.cleanUp());

test.each([
  ['fees January 2027', 'A'],
  ['jan 2027 fees', 'A'],
  ['January 2027', 'A'],
  ['rent May 2026', 'CB'],
  ['rent may 2026 8000', 'CB'],
  ['rent June 2026', ''],
  ['june 2000', 'J'],
  ['flour 21 Nov 2000', 'J'],
  ['flour 20 Nov 2000', ''],
  ['dinner 25 December 2026', 'E'],
  ['dinner 24 December 2026', ''],
  ['unit 2026-45', 'G'],
])('“%s” finds %s', async (words, found) => {
  const person = { userId: 'U1', now: NOW, timeZone: 'Africa/Nairobi' };
  const searchOrders = createSearchOrders({ orders: subject.store.orders, clock: { now: () => NOW } });
  const { orders } = await searchOrders(readFindWords(words, person).conditions);
  expect(orders.map(({ reference }) => reference[0]).join('')).toBe(found);
});

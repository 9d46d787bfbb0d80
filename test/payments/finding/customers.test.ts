// Which customers of earlier orders are found, on a real store: each once, by the last order that fits.
import { expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createCustomers } from '#payments/finding/customers.ts';
import { numberOf, promptOrder, sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const ALL = { limit: 20, promptable: false };

async function withOrders(orders: readonly Order[]) {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  for (const order of orders) await subject.store.orders.insert(order);
  return createCustomers(subject.store);
}

/** The `at`th order, of this customer. */
function asked(
  at: number,
  phone: string | undefined,
  customer: Order['customer'] = {},
  own: Partial<Order> = {},
): Order {
  const msisdn = phone === undefined ? undefined : numberOf(phone);
  return sampleOrder(`INV-${at}`, {
    createdAt: 1_700_000_000_000 + at,
    customer,
    ...(msisdn ? { prompt: { msisdn, method: 'MpesaKE' } } : {}),
    ...own,
  });
}

const references = ({ orders }: { orders: readonly Order[] }) => orders.map(({ reference }) => reference);

test('a customer is told from others by the number, else by the email, and stands there once, by the last order', async () => {
  const customers = await withOrders([
    asked(1, '254712345678', { firstName: 'Jane' }),
    asked(2, undefined, { firstName: 'Jane', phone: numberOf('254712345678') }),
    asked(3, '254722000111', { firstName: 'Jane' }),
    asked(4, undefined, { firstName: 'Jane', email: 'jane@example.com' }),
    asked(5, undefined, { firstName: 'Jane', email: 'Jane@Example.com' }),
    asked(6, undefined, { firstName: 'Jane' }),
    asked(7, '254712345678', { firstName: 'Jane' }, { kind: 'charge' }),
  ]);
  const found = await customers.search('jane', 'U9', ALL);
  expect(references(found)).toEqual(['INV-5', 'INV-3', 'INV-2']);
  expect(found.isAll).toBe(true);
  expect(references(await customers.search('jane', 'U9', { ...ALL, promptable: true }))).toEqual([
    'INV-3',
    'INV-2',
  ]);
});

test('at most as many customers are found as are wanted, and it is said that there are more', async () => {
  const all = Array.from({ length: 25 }, (_, at) => asked(at, `2547123456${at + 10}`, { firstName: 'Jane' }));
  const customers = await withOrders(all);
  const found = await customers.search('', all[0]?.agent ?? '', ALL);
  expect(references(found)).toEqual(
    all
      .map(({ reference }) => reference)
      .toReversed()
      .slice(0, 20),
  );
  expect(found.isAll).toBe(false);
  expect((await customers.named('Jane', { ...ALL, limit: 25 })).isAll).toBe(true);
});

test('a name is found by whole words, in any case and accent; words of the description are no name', async () => {
  const customers = await withOrders([
    asked(1, '254712345678', { firstName: 'Zoë', lastName: "Ng'ang'a" }),
    asked(2, '254722000111', { firstName: 'Zoepea' }),
    asked(3, '254733123456', {}, { description: 'zoe nganga' }),
  ]);
  expect(references(await customers.named('zoe', ALL))).toEqual(['INV-1']);
  expect(references(await customers.named('NGANGA Zoë', ALL))).toEqual(['INV-1']);
  expect(references(await customers.named('zo', ALL))).toEqual([]);
  expect(references(await customers.search('zoe', 'U9', ALL))).toEqual(['INV-2', 'INV-1']);
});

test('a number is found in any spelling, and by its end', async () => {
  const customers = await withOrders([asked(1, '+255754123456'), asked(2, '254712345678')]);
  for (const typed of ['00255 754 123 456', '+255754123456', '255754123456', '0754123456', '3456'])
    expect([typed, references(await customers.search(typed, 'U9', ALL))]).toEqual([typed, ['INV-1']]);
});

test('what is too short for the index is looked for among the agent’s own customers', async () => {
  const own = promptOrder('INV-1', '254712345678', { customer: { firstName: 'Jo' } });
  const others = promptOrder('INV-2', '254722000111', { customer: { firstName: 'Jo' }, agent: 'U-OTHER' });
  const customers = await withOrders([own, others]);
  expect(references(await customers.search('jo', own.agent, ALL))).toEqual(['INV-1']);
  expect(references(await customers.search('67', own.agent, ALL))).toEqual(['INV-1']);
  expect(references(await customers.named('jo', ALL))).toEqual([]);
});

test.each(['0712–345–678', '(+254) 712 345 678', '+254\u2011712\u2011345\u2011678', '00254712345678'])(
  'a customer is found by a number with the marks of whatever it was copied from: %s',
  async (typed) => {
    const customers = await withOrders([asked(1, '254712345678'), asked(2, '254712345679')]);
    expect(references(await customers.search(typed, 'U9', ALL))).toEqual(['INV-1']);
  },
);

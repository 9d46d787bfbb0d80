// What is typed in another spelling than it was stored is found all the same: through the reader of words and a real store.
import { expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createSearchOrders } from '#payments/finding/search-orders.ts';
import { readFindWords } from '#slack/forms/find-words.ts';
import { numberOf, recurringOrder, sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

async function searching(orders: readonly Order[]) {
  const { store, cleanUp } = await openSqliteSubject();
  onTestFinished(cleanUp);
  for (const order of orders) await store.orders.insert(order);
  const search = createSearchOrders({ orders: store.orders, clock: { now: () => NOW } });
  const person = { userId: 'U1', now: NOW, timeZone: 'Africa/Nairobi' };
  return async (words: string) =>
    (await search(readFindWords(words, person).conditions)).orders.map(({ reference }) => reference);
}

test.each([
  '+255754123456',
  '255754123456',
  '255 754 123 456',
  '255 754123456',
  '255-754-123-456',
  '00255754123456',
  '00255 754 123 456',
  'number 255754123456 maize',
])(
  'a customer with a number of another country is found by it with and without its plus: %s',
  async (words) => {
    const find = await searching([
      sampleOrder('DAR-1', { customer: { phone: numberOf('+255754123456') } }),
      sampleOrder('DAR-2', { customer: { phone: numberOf('+255754123457') } }),
    ]);
    expect(await find(words)).toEqual(['DAR-1']);
  },
);

test.each(['0754123456', '0754 123 456', '0754-123-456', '(0754) 123456', '754123456', '754 123 456'])(
  'a customer with a number of another country is found by it as it is written there: %s',
  async (words) => {
    const find = await searching([
      sampleOrder('DAR-1', { customer: { phone: numberOf('+255754123456') } }),
      sampleOrder('DAR-2', { customer: { phone: numberOf('+255754123457') } }),
    ]);
    expect(await find(words)).toEqual(['DAR-1']);
  },
);

test.each(['0654123456', '0654 123 456', '06 54 123 456', '0654.123.456', 'Neema 0654123456'])(
  'so is one that no number of Kenya and Uganda looks like: %s',
  async (words) => {
    const find = await searching([
      sampleOrder('DAR-1', { customer: { firstName: 'Neema', phone: numberOf('+255654123456') } }),
      sampleOrder('DAR-2', { customer: { firstName: 'Neema', phone: numberOf('+255654123457') } }),
    ]);
    expect(await find(words)).toEqual(['DAR-1']);
  },
);

test.each([
  '0202345678',
  '020 2345678',
  '(020) 234-5678',
  '(020) 2345678',
  '(020)2345678',
  '020-234-5678',
  '020\u2011234\u20115678',
  '(020) 234–5678',
  '020 234-5678 maize',
  '(020) 234 5678',
  '254202345678',
  '254 20 2345678',
  '254 20 234-5678',
  '+254 (0)20 234 5678',
])('so is the customer of a link who has a landline: %s', async (words) => {
  const find = await searching([
    sampleOrder('SHOP-1', { kind: 'link', customer: { phone: numberOf('+254202345678') } }),
    sampleOrder('SHOP-2', { kind: 'link', customer: { phone: numberOf('+254202345679') } }),
  ]);
  expect(await find(words)).toEqual(['SHOP-1']);
});

test.each(['Plot 051 1500000', '051 1500000', '(051) 1500000'])(
  'what may be a landline stays an account number and an amount as well: %s',
  async (words) => {
    const amount = { amount: '1500000', currency: 'UGX' } as const;
    const find = await searching([
      sampleOrder('PLOT-1', { description: 'Plot 051', amount }),
      sampleOrder('PLOT-2', { description: 'Plot 052', amount }),
    ]);
    expect(await find(words)).toEqual(['PLOT-1']);
  },
);

test.each(['غرفة ٢٠١٢', 'Room २०१२', 'Плац ٢٠١٢b', 'Gate 𞥒𞥐𞥑𞥒'])(
  'a description with digits of another script is found by its words as they were typed: %s',
  async (description) => {
    const find = await searching([
      sampleOrder('ROOM-1', { description }),
      sampleOrder('ROOM-2', { description: `${description.split(' ')[0]} 2013` }),
    ]);
    for (const words of [description, `“${description}”`, description.split(' ')[1] ?? ''])
      expect([words, await find(words)]).toEqual([words, ['ROOM-1']]);
  },
);

test('digits of another script find the usual ones too, and are an amount', async () => {
  const find = await searching([sampleOrder('ROOM-1', { description: 'Room 2012' }), sampleOrder('ROOM-2')]);
  expect(await find('٢٠١٢')).toEqual(['ROOM-1']);
  expect(await find('room २०१२')).toEqual(['ROOM-1']);
  expect(await find('maize ١٠٠')).toEqual([]);
});

test.each([
  ['Flat 12B', ['Flat 12B', 'flat  12b', 'FLAT12B', 'account Flat 12B', '“Flat 12B”', 'flat 12b?']],
  ['GYM 001', ['GYM 001', 'gym001', 'acc no. GYM 001']],
  ['House 7', ['House 7', 'house7']],
  ['A/12/3', ['A/12/3', 'a/12/3.', 'account A/12/3', '“A/12/3”']],
  ['B 2C', ['B 2C', 'b2c', '“B 2C”']],
  ['12', []],
])('a subscriber’s own account number is found as it is written: %s', async (accountNumber, spellings) => {
  const find = await searching([
    recurringOrder('SUB-1', accountNumber, NOW),
    recurringOrder('SUB-2', `${accountNumber} 9`, NOW),
    sampleOrder('SUB-3', { description: 'House rent for March' }),
  ]);
  for (const words of [accountNumber, ...spellings])
    expect([words, await find(words)]).toEqual([words, accountNumber === '12' ? [] : ['SUB-1']]);
});

test.each(['A/12/3', 'B7', '12/3'])(
  'beside other words a short account number finds its own order alone, as it does where a description has it: %s',
  async (account) => {
    const paid = { state: 'paid', agent: 'U2', createdAt: NOW - DAY_MS } as const;
    const find = await searching([
      recurringOrder('SUB-1', account, NOW),
      recurringOrder('SUB-2', `${account}1`, NOW),
      sampleOrder('SUB-3', { description: `Rent ${account}1`, createdAt: NOW }),
      sampleOrder('RENT-1', { ...paid, description: `Rent ${account}, March` }),
      sampleOrder('RENT-2', { ...paid, description: `Rent ${account}1` }),
    ]);
    for (const beside of ['today', 'unpaid', 'by me', '1500 today', 'maize'])
      expect([beside, await find(`${account} ${beside}`)]).toEqual([beside, ['SUB-1']]);
    for (const beside of ['rent', 'paid', 'yesterday', 'by <@U2>', '1500 yesterday'])
      expect([beside, await find(`${account} ${beside}`)]).toEqual([beside, ['RENT-1']]);
  },
);

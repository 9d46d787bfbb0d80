// The audit's rules for bulks, with orders that no store has.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { csvLine } from '#payments/reports/csv-file.ts';
import { promptOrder } from '#test/store/sample-order.ts';
import { faultsInMessage, faultsInResults, faultsInRows } from './audit-bulk.ts';
import { sheetOf } from './sending-a-bulk.ts';

const { rows } = sheetOf(3);
const RINGS = rows.map(({ phone }) => `254${phone.slice(1)}`);
const order = (index: number, more: Partial<Order> = {}) => {
  const { row, phone, amount } = rows[index] ?? { row: 0, phone: '', amount: 0 };
  return promptOrder(`REF-${row}`, `254${phone.slice(1)}`, {
    state: 'paid',
    bulk: { id: 'b1', row },
    amount: { amount: String(amount), currency: 'KES' },
    ...more,
  });
};
const ALL = [order(0), order(1), order(2)];
const NOT_SENT = order(0, { state: 'not_sent' });

test('a bulk of which each row has its order and each phone rang once, unless it says “not sent”, is right', () => {
  expect(faultsInRows(rows, ALL, RINGS)).toEqual([]);
  expect(faultsInRows(rows, [NOT_SENT, order(1), order(2)], RINGS.slice(1))).toEqual([]);
});

test.each<[string, Order[], string[], string]>([
  ['a row without an order', ALL.slice(1), RINGS, 'row 2 has 0 orders'],
  ['a row with two orders', [...ALL, order(0)], RINGS, 'row 2 has 2 orders'],
  [
    'an order of no row',
    [...ALL, order(0, { bulk: { id: 'b1', row: 99 } })],
    RINGS,
    'there are 4 orders of 3 rows',
  ],
  [
    'a row with another row’s order',
    [order(0), order(1), order(1, { bulk: { id: 'b1', row: 4 } })],
    RINGS,
    'row 4 has the order of another row',
  ],
  ['a phone that rang twice', ALL, [...RINGS, ...RINGS.slice(2)], 'the phone of row 4 rang 2 times'],
  [
    'a phone that did not ring for an order that was sent',
    ALL,
    RINGS.slice(1),
    'the phone of row 2 did not ring, and its order says "sent"',
  ],
  [
    'a phone that rang for an order that was not sent',
    [NOT_SENT, order(1), order(2)],
    RINGS,
    'the phone of row 2 rang, and its order says "not sent"',
  ],
  [
    'the same file sent as two bulks',
    [order(0), order(1), order(2, { bulk: { id: 'b2', row: 4 } })],
    RINGS,
    'there are 2 bulks',
  ],
])('%s is found', (_, orders, rings, fault) => {
  expect(faultsInRows(rows, orders, rings)).toContain(fault);
});

test('a message that is not done, or that counts otherwise, is found', () => {
  const shown = 'Done: 3 PIN prompts\n███ 3 of 3\n3 paid, KES 303.00';
  expect(faultsInMessage(shown, ALL, 3)).toEqual([]);
  expect(faultsInMessage(shown.replace('Done', 'Sending'), ALL, 3).join()).toContain(
    'does not say that it is done',
  );
  expect(faultsInMessage(shown, [order(0), order(1), order(2, { state: 'failed' })], 3)).toEqual([
    'its message says 3 paid where 2 are',
    'its message says 0 failed where 1 are',
  ]);
  const unanswered = order(2, { state: 'pending', checksEndedAt: 1 });
  expect(faultsInMessage(shown, [order(0), order(1), unanswered], 3)).toEqual([
    'its message says 3 paid where 2 are',
    'its message says 0 not answered where 1 are',
  ]);
});

test('results that leave out a row, or name another order, are found', () => {
  const results = (orders: readonly Order[]) =>
    `\ufeff${csvLine(['Row', 'Reference'])}${orders.map(({ bulk, reference }) => csvLine([String(bulk?.row), reference])).join('')}`;
  expect(faultsInResults(results(ALL), ALL)).toEqual([]);
  expect(faultsInResults(results(ALL.slice(1)), ALL)).toHaveLength(1);
  expect(faultsInResults(results([order(0), order(1), order(1)]), ALL)).toHaveLength(1);
});

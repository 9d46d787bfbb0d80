// Everybody's open orders, as the embedded store finds them.
import { expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { readEverybodysOpen } from '#payments/reports/everybodys-open.ts';
import { indexAll } from '#test/store/contract-index-older.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const NOW = 1_700_000_000_000;

async function storeWith(...orders: Order[]) {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  await Promise.all(orders.map((order) => subject.store.orders.insert(order)));
  return subject;
}

const open = (name: string, own: Partial<Order> = {}) => sampleOrder(name, { state: 'pending', ...own });

test('they are those that wait for approval, are being sent or wait for payment, of all agents, newest first, with sums by currency', async () => {
  const { store } = await storeWith(
    open('A-1', { agent: 'U1', createdAt: NOW }),
    open('A-2', { agent: 'U2', createdAt: NOW + 3, amount: { amount: '20000', currency: 'UGX' } }),
    open('A-3', { agent: 'U3', createdAt: NOW + 1, state: 'sending' }),
    open('A-4', { agent: 'U1', createdAt: NOW + 2, state: 'waiting' }),
  );
  const { orders, open: sums, isAll } = await readEverybodysOpen(store);
  expect(orders.map(({ reference }) => reference)).toEqual(['A-2', 'A-4', 'A-3', 'A-1']);
  expect(sums.map(({ money, count }) => `${money.currency} ${money.amount} × ${count}`).sort()).toEqual([
    'KES 4500 × 3',
    'UGX 20000 × 1',
  ]);
  expect(isAll).toBe(true);
});

test('what is over, what nobody answered and charges are not among them', async () => {
  const { store } = await storeWith(
    ...(['paid', 'failed', 'cancelled', 'review', 'reversed', 'not_sent'] as const).map((state) =>
      open(`A-${state.toUpperCase()}`, { state }),
    ),
    open('A-1', { checksEndedAt: NOW }),
    open('A-2', { state: 'sending', checksEndedAt: NOW }),
    open('A-3', { kind: 'charge', chargeOf: sampleOrder('A-9').reference }),
  );
  expect(await readEverybodysOpen(store)).toEqual({ orders: [], open: [], isAll: true });
});

test('they go on behind any of them, each once, also where several are of one moment', async () => {
  const { store } = await storeWith(
    ...Array.from({ length: 9 }, (_, n) => open(`A-${n}`, { createdAt: NOW + Math.floor(n / 4) })),
  );
  const all = (await readEverybodysOpen(store)).orders;
  expect(all).toHaveLength(9);
  for (const [index, order] of all.entries()) {
    const { orders, open: sums } = await readEverybodysOpen(store, order);
    expect(orders).toEqual(all.slice(index + 1));
    expect(sums.map(({ count }) => count)).toEqual(index === 8 ? [] : [8 - index]);
  }
});

test('while orders of before are not in the search index there may be more', async () => {
  const subject = await storeWith(open('A-1'));
  await subject.unindex();
  const { store } = subject;
  expect((await readEverybodysOpen(store)).isAll).toBe(false);
  await indexAll(store, 100);
  expect(await readEverybodysOpen(store)).toMatchObject({ orders: [{ reference: 'A-1' }], isAll: true });
});

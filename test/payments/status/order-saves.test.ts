// The one way to the store's saves: what breaks a rule of every order is not saved, but logged and counted.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createOrderSaves, InvariantBroken } from '#payments/status/order-saves.ts';
import type { OrderStore } from '#store/store.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { startRig } from './rig.ts';

const A = referenceOf('A');

async function start() {
  const rig = await startRig();
  const refused: string[] = [];
  const logged: Readonly<Record<string, unknown>>[] = [];
  const saves = createOrderSaves({
    orders: rig.orders,
    reporter: {
      error(error, about) {
        logged.push({ error, ...about });
        return 'incident';
      },
    },
    saveRefused: (rule) => refused.push(rule),
    timeZone: 'Africa/Nairobi',
  });
  return { ...rig, saves, refused, logged };
}

function unpaid(order: Order): Order {
  return { ...order, state: 'pending' };
}

test('what breaks no rule is saved as the store saves it, with its triggers', async () => {
  const { saves, orders, refused } = await start();
  expect(await saves.insert(sampleOrder('A'), { check: 7 })).toBe(true);
  const before = await orders.get(A);
  if (!before) throw new Error('the order was not stored');
  expect(await saves.save(before, { ...before, requestedAt: 1 }, {})).toMatchObject({ version: 1 });
  expect(await saves.save(before, { ...before, requestedAt: 2 }, {})).toBeUndefined();
  expect(await orders.nextDue('check')).toBe(7);
  expect(refused).toEqual([]);
});

test('what a person did is in the audit record with the save, once, and a refused or late save leaves no line', async () => {
  const { saves, store, put } = await start();
  const { audit } = store;
  await saves.insert(sampleOrder('A'), {});
  expect(await saves.insert(sampleOrder('A', { agent: 'U2' }), {})).toBe(false);
  const pending = await put('B', { state: 'pending', requestedAt: 1 });
  const news = { id: 'cancelled-1', at: 1, news: { kind: 'cancelled', by: 'U3' } } as const;
  const cancelled = { ...pending, state: 'cancelled', cancelledBy: 'U3', announcements: [news] } as const;
  await expect(saves.save(pending, { ...cancelled, announcements: [] }, {})).rejects.toThrow(InvariantBroken);
  expect(await saves.save(pending, cancelled, {})).toMatchObject({ version: 1 });
  expect(await saves.save(pending, cancelled, {})).toBeUndefined();
  const again = sampleOrder('C', { resendOf: referenceOf('B'), agent: 'U4' });
  const before = await orderOf(store.orders, 'B');
  await saves.insertWith(
    again,
    {},
    {
      before,
      after: { ...before, successor: { reference: again.reference, version: 0, state: 'sending' } },
    },
  );
  const lines = (await audit.read({ after: 0, limit: 9 })).map(({ line }) => line);
  expect(lines).toMatchObject([
    { who: 'U1', deed: 'asked', order: 'A' },
    { who: 'U3', deed: 'cancelled', order: 'B', outcome: 'cancelled' },
    { who: 'U4', deed: 'sent_again', order: 'C' },
  ]);
});

async function orderOf(orders: OrderStore, name: string): Promise<Order> {
  const order = await orders.get(referenceOf(name));
  if (!order) throw new Error(`there is no order ${name}`);
  return order;
}

test('a save that would undo a payment is refused, logged with what it is about, and counted, and nothing changes', async () => {
  const { saves, put, kept, refused, logged } = await start();
  const payment = {
    paid: { amount: '1500', currency: 'KES' },
    method: 'MpesaKE',
    confirmationCode: 'SCJ8JQ26SW',
    payer: '2547xxx56689',
  };
  const order = await put('A', { state: 'paid', payments: [payment] });
  await expect(saves.save(order, unpaid(order), {})).rejects.toThrow(InvariantBroken);
  expect(await kept('A')).toEqual(order);
  expect(refused).toEqual(['change_is_in_the_table']);
  expect(logged).toEqual([
    {
      error: expect.objectContaining({
        message: 'order A was not saved, because it would break "change_is_in_the_table"',
      }),
      reference: A,
      rule: 'change_is_in_the_table',
      from: 'paid',
      to: 'pending',
      version: 0,
    },
  ]);
});

test('a new order that says it was paid is refused', async () => {
  const { saves, orders, refused } = await start();
  await expect(saves.insert(sampleOrder('A', { state: 'paid' }), {})).rejects.toThrow(InvariantBroken);
  expect(await orders.get(A)).toBeUndefined();
  expect(refused).toEqual(['new_order_is_unsent']);
});

test('of two orders that are saved together neither is saved when one breaks a rule', async () => {
  const { saves, put, kept, orders, refused } = await start();
  const one = await put('A');
  const other = await put('B', { state: 'failed' });
  const change = { before: one, after: { ...one, requestedAt: 1 } };
  const wrong = { before: other, after: { ...other, amount: { amount: '1', currency: 'KES' } } };
  await expect(saves.saveTogether([change, wrong])).rejects.toThrow(InvariantBroken);
  await expect(saves.insertWith(sampleOrder('C'), {}, wrong)).rejects.toThrow(InvariantBroken);
  await expect(saves.insertWith(sampleOrder('C', { version: 3 }), {}, change)).rejects.toThrow(
    InvariantBroken,
  );
  expect([await kept('A'), await kept('B'), await orders.get(referenceOf('C'))]).toEqual([
    one,
    other,
    undefined,
  ]);
  expect(refused).toEqual(['identity_stays', 'identity_stays', 'version_as_read']);
  expect(await saves.saveTogether([change])).toEqual([{ ...one, requestedAt: 1, version: 1 }]);
  expect(
    await saves.insertWith(sampleOrder('C'), {}, { before: other, after: { ...other, noPinAt: 1 } }),
  ).toBe(true);
});

// The one way to the store's saves: what breaks a rule of every order is not saved, but logged and counted.
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createOrderSaves, InvariantBroken } from '#payments/status/order-saves.ts';
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

test('a save that would undo a payment is refused, logged with what it is about, and counted, and nothing changes', async () => {
  const { saves, put, kept, refused, logged } = await start();
  const payment = {
    paid: { amount: '1500', currency: 'KES' },
    method: 'MpesaKE',
    confirmationCode: 'SCJ8JQ26SW',
    payer: '2547xxx56689',
  };
  const order = await put('A', { state: 'paid', payment });
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

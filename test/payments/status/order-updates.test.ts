// Changes of saved orders: none is lost when several processes change an order, and nothing is announced twice.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { OrderStore } from '#store/store.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { type Rig, startRig, updatesOf } from './rig.ts';

const INV_1 = referenceOf('INV-1');

const PAID: OrderEvent = {
  event: 'completed',
  trackingId: 't-1',
  payment: {
    paid: { amount: '1500', currency: 'KES' },
    method: 'MpesaKE',
    confirmationCode: 'SCJ8JQ26SW',
    payer: '2547xxx56689',
  },
};

/** A store in which another process saves first, `times` times. */
function withRivals({ orders }: Rig, times: number, edit: (order: Order) => Order): OrderStore {
  let left = times;
  return {
    ...orders,
    async save(order, trigger) {
      if (left > 0) {
        left -= 1;
        const newest = await orders.get(order.reference);
        if (newest) await orders.save(edit(newest));
      }
      return orders.save(order, trigger);
    },
  };
}

describe('an event', () => {
  test('an event is saved in one step with its announcement, and the delivery is due', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates, changed } = updatesOf(rig);
    const kept = await updates.saveEvent(INV_1, PAID, { checkedAt: 7 });
    expect(kept).toMatchObject({ state: 'paid', version: 1, checkedAt: 7 });
    expect(kept.announcements.map(({ id }) => id)).toEqual(['paid-1']);
    expect(await rig.kept('INV-1')).toEqual(kept);
    expect(await rig.orders.nextDue('deliver')).toBeLessThanOrEqual(rig.clock.now());
    expect(changed).toEqual([kept]);
  });

  test('an event that many processes save at the same time is applied once', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates, changed } = updatesOf(rig);
    await Promise.all(Array.from({ length: 10 }, () => updates.saveEvent(INV_1, PAID)));
    expect((await rig.kept('INV-1')).announcements).toHaveLength(1);
    expect(changed).toHaveLength(1);
  });

  test('forty changes of one order at the same time in one process are all saved', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates } = updatesOf(rig);
    await Promise.all(
      Array.from({ length: 40 }, () =>
        updates.updateOrder(INV_1, (order) => ({ ...order, checkedAt: (order.checkedAt ?? 0) + 1 })),
      ),
    );
    expect(await rig.kept('INV-1')).toMatchObject({ checkedAt: 40, version: 40 });
  });

  test('an event that changes nothing is not saved and makes no delivery due', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'paid', service: { trackingId: 't-1' } });
    const { updates, changed } = updatesOf(rig);
    expect((await updates.saveEvent(INV_1, { event: 'pending', trackingId: 't-1' })).version).toBe(0);
    expect([await rig.orders.nextDue('deliver'), changed]).toEqual([undefined, []]);
  });

  test('the time of a check is saved without a delivery', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    const { updates, changed } = updatesOf(rig);
    const kept = await updates.saveEvent(INV_1, { event: 'pending', trackingId: 't-1' }, { checkedAt: 9 });
    expect([kept.checkedAt, await rig.orders.nextDue('deliver'), changed]).toEqual([9, undefined, []]);
  });
});

describe('a conflict', () => {
  test('after a conflict the change is made on the newest version, so that both changes are saved', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const rivals = withRivals(rig, 3, (order) => ({
      ...order,
      checksEndedAt: (order.checksEndedAt ?? 0) + 1,
    }));
    const { updates, changed } = updatesOf(rig, rivals);
    expect(await updates.saveEvent(INV_1, PAID)).toMatchObject({
      state: 'paid',
      checksEndedAt: 3,
      version: 4,
    });
    expect(changed).toHaveLength(1);
  });

  test('two processes that save the same event make one announcement', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const other = updatesOf(rig).updates;
    let first = true;
    const racing: OrderStore = {
      ...rig.orders,
      async save(order, trigger) {
        if (first) {
          first = false;
          await other.saveEvent(INV_1, PAID);
        }
        return rig.orders.save(order, trigger);
      },
    };
    const { updates, changed } = updatesOf(rig, racing);
    expect((await updates.saveEvent(INV_1, PAID)).announcements).toHaveLength(1);
    expect(changed).toEqual([]);
  });

  test('a change is saved also when another process is faster sixty times in a row', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates } = updatesOf(
      rig,
      withRivals(rig, 60, (order) => order),
    );
    expect(await updates.saveEvent(INV_1, PAID)).toMatchObject({ state: 'paid', version: 61 });
  });

  test('an update gives up after five hundred conflicts with an error that says so', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates } = updatesOf(
      rig,
      withRivals(rig, Number.POSITIVE_INFINITY, (order) => order),
    );
    await expect(updates.saveEvent(INV_1, PAID)).rejects.toThrow(
      'order INV-1 was changed by others 500 times in a row',
    );
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });
});

describe('an edit', () => {
  test('a change that returns undefined or the same order saves nothing', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    const { updates } = updatesOf(rig);
    expect((await updates.updateOrder(INV_1, () => undefined)).version).toBe(0);
    expect((await updates.updateOrder(INV_1, (order) => order)).version).toBe(0);
  });

  test('an update of an order that does not exist is an error with its reference', async () => {
    const rig = await startRig();
    const { updates } = updatesOf(rig);
    await expect(updates.updateOrder(referenceOf('INV-9'), (order) => order)).rejects.toThrow(
      'there is no order INV-9',
    );
  });

  test('an update is rejected while the store is down', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    await rig.store.close();
    await expect(updatesOf(rig).updates.saveEvent(INV_1, PAID)).rejects.toThrow();
  });
});

describe('two orders', () => {
  const INV_2 = referenceOf('INV-2');

  test('two orders are changed in one step, and a delivery is due of those that show it', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    await rig.put('INV-2', { state: 'pending' });
    const { updates, changed } = updatesOf(rig);
    await updates.updateBoth(INV_1, INV_2, (one, other) => [
      { ...one, noPinAt: 5 },
      { ...other, checkedAt: 6 },
    ]);
    expect(await rig.kept('INV-1')).toMatchObject({ version: 1, noPinAt: 5 });
    expect(await rig.kept('INV-2')).toMatchObject({ version: 1, checkedAt: 6 });
    expect(changed).toEqual([await rig.kept('INV-1')]);
    const due = await rig.orders.claim('deliver', { now: rig.clock.now(), leaseMs: 1, limit: 9 });
    expect(due.map(({ reference }) => reference)).toEqual(['INV-1']);
  });

  test('two orders of which one was changed meanwhile are both read again', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    await rig.put('INV-2', { state: 'pending' });
    let isFirst = true;
    const racing: OrderStore = {
      ...rig.orders,
      async saveTogether(changes) {
        if (isFirst) await rig.orders.save({ ...(await rig.kept('INV-2')), checksEndedAt: 9 });
        isFirst = false;
        return rig.orders.saveTogether(changes);
      },
    };
    await updatesOf(rig, racing).updates.updateBoth(INV_1, INV_2, (one, other) => [
      { ...one, checkedAt: 1 },
      { ...other, checkedAt: 2 },
    ]);
    expect(await rig.kept('INV-1')).toMatchObject({ version: 1, checkedAt: 1 });
    expect(await rig.kept('INV-2')).toMatchObject({ version: 2, checkedAt: 2, checksEndedAt: 9 });
  });

  test('two orders of which one does not exist, or that others always change, are an error', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    await rig.put('INV-2');
    const change = (one: Order, other: Order) => [one, other] as const;
    await expect(updatesOf(rig).updates.updateBoth(INV_1, referenceOf('INV-9'), change)).rejects.toThrow(
      'there is no order INV-9',
    );
    const never: OrderStore = { ...rig.orders, saveTogether: async () => false };
    await expect(updatesOf(rig, never).updates.updateBoth(INV_1, INV_2, change)).rejects.toThrow(
      'order INV-1 was changed by others 500 times in a row',
    );
    await updatesOf(rig).updates.updateBoth(INV_1, INV_2, () => undefined);
    expect((await rig.kept('INV-1')).version).toBe(0);
  });
});

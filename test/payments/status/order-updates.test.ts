// The one door for state changes: nobody's change is lost, and nothing is told twice.
import { describe, expect, test } from 'vitest';
import type { OrderEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import type { OrderStore } from '#store/store.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { type Rig, startRig } from './rig.ts';

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

function settleOver(rig: Rig, orders: OrderStore = rig.orders) {
  const changed: Order[] = [];
  const updates = createOrderUpdates({ orders, clock: rig.clock, changed: (order) => changed.push(order) });
  return { updates, changed };
}

/** A orders in which a rival saves first, `times` times. */
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

describe('a event', () => {
  test('is saved in one step with what it tells, and the announcer is triggered', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates, changed } = settleOver(rig);
    const kept = await updates.saveEvent(referenceOf('INV-1'), PAID, { checkedAt: 7 });
    expect(kept).toMatchObject({ state: 'paid', version: 1, checkedAt: 7 });
    expect(kept.announcements.map(({ id }) => id)).toEqual(['paid-1']);
    expect(await rig.kept('INV-1')).toEqual(kept);
    expect(await rig.orders.nextDue('deliver')).toBeLessThanOrEqual(rig.clock.now());
    expect(changed).toEqual([kept]);
  });

  test('that many hear at once takes effect once', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates, changed } = settleOver(rig);
    await Promise.all(Array.from({ length: 10 }, () => updates.saveEvent(referenceOf('INV-1'), PAID)));
    expect((await rig.kept('INV-1')).announcements).toHaveLength(1);
    expect(changed).toHaveLength(1);
  });

  test('that is no news is not saved and triggers nobody', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'paid', service: { trackingId: 't-1' } });
    const { updates, changed } = settleOver(rig);
    expect(
      (await updates.saveEvent(referenceOf('INV-1'), { event: 'pending', trackingId: 't-1' })).version,
    ).toBe(0);
    expect([await rig.orders.nextDue('deliver'), changed]).toEqual([undefined, []]);
  });

  test('that only tells when it was looked at is kept in silence', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    const { updates, changed } = settleOver(rig);
    const kept = await updates.saveEvent(
      referenceOf('INV-1'),
      { event: 'pending', trackingId: 't-1' },
      { checkedAt: 9 },
    );
    expect([kept.checkedAt, await rig.orders.nextDue('deliver'), changed]).toEqual([9, undefined, []]);
  });
});

describe('a conflict', () => {
  test('is settled on the newest version: both changes are there afterwards', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const rivals = withRivals(rig, 3, (order) => ({
      ...order,
      checksEndedAt: (order.checksEndedAt ?? 0) + 1,
    }));
    const { updates, changed } = settleOver(rig, rivals);
    expect(await updates.saveEvent(referenceOf('INV-1'), PAID)).toMatchObject({
      state: 'paid',
      checksEndedAt: 3,
      version: 4,
    });
    expect(changed).toHaveLength(1);
  });

  test('in which the rival brought the same news leaves it told once', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const other = settleOver(rig).updates;
    let first = true;
    const racing: OrderStore = {
      ...rig.orders,
      async save(order, trigger) {
        if (first) {
          first = false;
          await other.saveEvent(referenceOf('INV-1'), PAID);
        }
        return rig.orders.save(order, trigger);
      },
    };
    const { updates, changed } = settleOver(rig, racing);
    expect((await updates.saveEvent(referenceOf('INV-1'), PAID)).announcements).toHaveLength(1);
    expect(changed).toEqual([]);
  });

  test('without end is given up, and says so', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { updates } = settleOver(
      rig,
      withRivals(rig, Number.POSITIVE_INFINITY, (order) => order),
    );
    await expect(updates.saveEvent(referenceOf('INV-1'), PAID)).rejects.toThrow(
      'order INV-1 was changed by others 20 times in a row',
    );
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });
});

describe('an edit', () => {
  test('that answers nothing, or the same order, saves nothing', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    const { updates } = settleOver(rig);
    expect((await updates.updateOrder(referenceOf('INV-1'), () => undefined)).version).toBe(0);
    expect((await updates.updateOrder(referenceOf('INV-1'), (order) => order)).version).toBe(0);
  });

  test('of an order that is not there is an error that names it', async () => {
    const rig = await startRig();
    const { updates } = settleOver(rig);
    await expect(updates.updateOrder(referenceOf('INV-9'), (order) => order)).rejects.toThrow(
      'no order INV-9 in the orders',
    );
  });

  test('is rejected while the store is down', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    await rig.store.close();
    await expect(settleOver(rig).updates.saveEvent(referenceOf('INV-1'), PAID)).rejects.toThrow();
  });
});

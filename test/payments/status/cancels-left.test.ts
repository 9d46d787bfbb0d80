// What the queue `check` does with a cancel that got no answer, or whose process died before it was saved.
import { describe, expect, test } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import { TAKEN_UP_AFTER_MS } from '#orders/cancelling.ts';
import type { Order } from '#orders/order.ts';
import { LOST } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { claimOf, PAID, PENDING, sent } from './due.ts';

const DONE = { json: { status: '200', message: 'Order successfully cancelled.' } };
const TWICE = { json: { status: '500', message: 'Invalid order state. Order cannot be cancelled' } };

/** A link that waits for its payment, for whose cancel U7 got no answer but this. */
async function left(answer: paths.Reply = LOST) {
  const rig = await sent('INV-1');
  rig.clock.hold();
  const { reference } = rig.order;
  rig.service.on(paths.CANCEL, answer);
  await expect(rig.cancelOrder(reference, 'U7')).rejects.toThrow();
  rig.service.on(paths.CANCEL, TWICE);
  const before = rig.service.callsTo(paths.CANCEL).length;
  return {
    ...rig,
    check: () => rig.dueCheck(claimOf('INV-1')),
    /** How often the service was asked to cancel it since. */
    cancels: () => rig.service.callsTo(paths.CANCEL).length - before,
  };
}

describe('a cancel that is left', () => {
  test('is taken up in the name of whoever pressed, and only once nobody can be at it any more', async () => {
    const rig = await left();
    await rig.runChecks();
    expect([rig.cancels(), (await rig.kept('INV-1')).state]).toEqual([0, 'pending']);
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    await rig.runChecks();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'cancelled', cancelledBy: 'U7' });
    await rig.runChecks();
    expect(rig.cancels()).toBe(1);
  });

  test('is taken up also where the link never got its address, or was no longer checked by itself', async () => {
    for (const own of [
      (order: Order) => ({ ...order, checksEndedAt: 1 }),
      ({ service: { redirectUrl: _, ...service }, ...order }: Order) => ({ ...order, service }),
    ]) {
      const rig = await left();
      await rig.updates.updateOrder(rig.order.reference, own);
      rig.clock.advance(TAKEN_UP_AFTER_MS);
      await rig.runChecks();
      expect(await rig.kept('INV-1')).toMatchObject({ state: 'cancelled', cancelledBy: 'U7' });
      expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
    }
  });

  test('is tried again while the service does not answer', async () => {
    const rig = await left();
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    rig.service.on(paths.CANCEL, LOST);
    await expect(rig.check()).rejects.toThrow();
    await expect(rig.check()).rejects.toThrow();
    expect((await rig.kept('INV-1')).state).toBe('pending');
    rig.service.on(paths.CANCEL, DONE);
    await rig.check();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'cancelled', cancelledBy: 'U7' });
  });

  test('is told as refused in the thread, once, to whoever pressed, when the service does not do it', async () => {
    const rig = await left();
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    rig.service.on(paths.CANCEL, { status: 429, json: {} });
    await expect(rig.check()).rejects.toThrow();
    rig.service.on(paths.CANCEL, { json: { status: '500', message: 'Not today' } });
    // Nobody knows the answer yet when the process dies after it.
    rig.service.on(paths.STATUS, PENDING, LOST);
    await expect(rig.check()).rejects.toThrow();
    rig.service.on(paths.STATUS, PENDING);
    expect((await rig.kept('INV-1')).announcements).toEqual([]);
    await rig.check();
    await rig.check();
    const { state, announcements, ...order } = await rig.kept('INV-1');
    expect(state).toBe('pending');
    expect(announcements.map(({ news }) => news)).toEqual([
      { kind: 'cancel_refused', by: 'U7', serviceMessage: 'Not today' },
    ]);
    expect(order).not.toHaveProperty('cancelRequestedAt');
    expect(rig.cancels()).toBe(3);
  });

  test('is asked for no more when the customer has paid', async () => {
    const rig = await left();
    rig.service.on(paths.STATUS, PAID);
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    await rig.runChecks();
    expect([rig.cancels(), (await rig.kept('INV-1')).state]).toEqual([0, 'paid']);
  });

  test('is left to a process that is still at it, and taken up when that has died', async () => {
    const rig = await left();
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    await rig.store.leases.acquire(`cancels:${await rig.store.digest('cancel INV-1')}`, 2 * LEASE_MS);
    const patience = setInterval(() => rig.clock.advance(250), 5);
    const { at = Number.NaN } = await rig.check();
    clearInterval(patience);
    expect([rig.cancels(), (await rig.kept('INV-1')).state]).toEqual([0, 'pending']);
    expect(at).toBeLessThanOrEqual(rig.clock.now());
    rig.clock.advance(LEASE_MS);
    await rig.check();
    expect([rig.cancels(), (await rig.kept('INV-1')).state]).toEqual([1, 'cancelled']);
  });

  test('is not taken up when the service certainly did nothing: whoever pressed was told to cancel again', async () => {
    const rig = await left({ status: 429, json: {} });
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    await rig.check();
    expect([rig.cancels(), (await rig.kept('INV-1')).state]).toEqual([0, 'pending']);
    expect(await rig.kept('INV-1')).not.toHaveProperty('cancelRequestedBy');
  });

  test('of an earlier version of Teller, which did not keep who pressed, waits for a person', async () => {
    const rig = await left();
    await rig.updates.updateOrder(rig.order.reference, ({ cancelRequestedBy: _, ...newest }) => newest);
    rig.clock.advance(TAKEN_UP_AFTER_MS);
    await rig.check();
    expect([rig.cancels(), (await rig.kept('INV-1')).state]).toEqual([0, 'pending']);
    expect(await rig.cancelOrder(rig.order.reference, 'U8')).toMatchObject({ status: 'cancelled' });
  });
});

// A notification that was answered with 200 is followed until the payment service says how the order stands, whenever it came.
import { describe, expect, test } from 'vitest';
import { LOST, linkDraft, type OrderingRig, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { claimOf, DAY, PAID, PENDING, sent } from './due.ts';

type Sent = Awaited<ReturnType<typeof sent>>;

const notify = (rig: OrderingRig) =>
  rig.notifications.receiveNotification({
    trackingId: PAID.json.order_tracking_id,
    merchantReference: 'INV-1',
  });

/** The service is silent for so long, answers at last, and the order was paid. */
async function expectTold(rig: Sent, silentMs: number) {
  rig.clock.advance(silentMs);
  for (const _ of [1, 2]) {
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    rig.clock.advance(DAY);
  }
  rig.service.on(paths.STATUS, PAID);
  await rig.dueCheck(claimOf('INV-1'));
  expect((await rig.kept('INV-1')).state).toBe('paid');
}

describe('an order that was notified before the service fell silent for days', () => {
  test('is told as paid if it is a prompt that was notified between two checks of its schedule', async () => {
    const rig = await sent('INV-1', promptDraft);
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(10_000);
    await notify(rig);
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    await expectTold(rig, 2 * DAY);
  });

  test('is told as paid if the next check of its schedule was due before the one of the notification had failed', async () => {
    const rig = await sent('INV-1', promptDraft);
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(10_000);
    await notify(rig);
    const slow = claimOf('INV-1', async () => rig.clock.advance(60_000));
    await expect(rig.dueCheck(slow)).rejects.toThrow();
    await expectTold(rig, 2 * DAY);
  });

  test('is told as paid if a check of its schedule was due and not answered yet', async () => {
    const rig = await sent('INV-1', promptDraft);
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(21_000);
    await notify(rig);
    await expectTold(rig, 2 * DAY);
  });

  test('is told as paid if it is a link that was notified half a day before the last check of its schedule', async () => {
    const rig = await sent('INV-1', linkDraft);
    rig.service.on(paths.STATUS, PENDING);
    rig.clock.advance(29 * DAY + 1_000);
    await rig.dueCheck(claimOf('INV-1'));
    rig.service.on(paths.STATUS, LOST);
    rig.clock.advance(DAY / 2);
    await notify(rig);
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
    await expectTold(rig, 1.5 * DAY);
  });
});

test('a check that a notification made due writes once that it got no answer', async () => {
  const { order, ...rig } = await sent('INV-1', promptDraft);
  rig.service.on(paths.STATUS, LOST);
  await notify(rig);
  for (const _ of [1, 2, 3]) await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow();
  expect(await rig.kept('INV-1')).toEqual({
    ...order,
    version: order.version + 1,
    notifiedAt: expect.any(Number),
  });
});

test('a notification is noted also when somebody else saves the order at the same moment', async () => {
  let overtakes = 0;
  const rig = await startRig((store) => ({
    ...store,
    orders: {
      ...store.orders,
      async save(order, ...more) {
        if (order.notifiedAt !== undefined && overtakes > 0) {
          overtakes -= 1;
          const newest = await store.orders.get(order.reference);
          if (newest) await store.orders.save(newest);
        }
        return store.orders.save(order, ...more);
      },
    },
  }));
  const { reference } = await rig.create(promptDraft('INV-1'));
  await rig.ordering.submitOrder(reference);
  rig.clock.advance(60_000);
  overtakes = 2;
  expect(await notify(rig)).toBe('recorded');
  expect(await rig.kept('INV-1')).not.toHaveProperty('notifiedAt');
  overtakes = 1;
  expect(await notify(rig)).toBe('recorded');
  expect(await rig.kept('INV-1')).toMatchObject({ notifiedAt: expect.any(Number) });
});

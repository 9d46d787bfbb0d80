// Teller is told to stop while an order is in hand that nothing was requested for.
import { expect, test } from 'vitest';
import * as paths from '#test/provider/scripted-service.ts';
import { promptDraft, startRig } from './rig.ts';

test('an order is left to the next process when Teller stops while the notification address waits to be registered', async () => {
  const rig = await startRig();
  rig.clock.freeze();
  const { reference } = await rig.create(promptDraft('INV-1'));
  rig.service.on(paths.REGISTER, { status: 409, json: {} });
  const submitted = rig.ordering.submitOrder(reference);
  await expect.poll(() => rig.service.callsTo(paths.IPN_LIST).length).toBe(1);
  rig.stop();
  const order = await submitted;
  expect(order.state).toBe('sending');
  expect(order).not.toHaveProperty('requestedAt');
  expect(rig.service.callsTo(paths.REGISTER)).toHaveLength(1);
  await expect.poll(() => rig.orders.nextDue('check')).toBe(rig.clock.now() + 20_000);
});

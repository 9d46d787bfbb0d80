// Checks of charges that anybody who knows the notification URL can name, against the service's stand-in.
import { expect, onTestFinished, test } from 'vitest';
import { NOT_SENT_AFTER_MS } from '#orders/check-schedule.ts';
import { chargeReference } from '#orders/reference.ts';
import { createCheckOrder } from '#payments/status/check-order.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { createProviderClient } from '#provider/client.ts';
import { startProviderSandbox } from '#sandbox/provider/provider.ts';
import { recurringOrder, referenceOf } from '#test/store/sample-order.ts';
import { savesOf, startRig } from './rig.ts';

/** The recurring order SUB with account number ACC-7. `notify` names a charge of it, `check` checks that charge. */
async function start() {
  const rig = await startRig();
  const { clock, orders, store } = rig;
  const service = await startProviderSandbox({ now: clock.now });
  onTestFinished(() => service.stop());
  const keyValues = store.keyValues('provider');
  const client = createProviderClient({ ...service, clock, keyValues, leases: store.leases });
  const updates = createOrderUpdates({ orders, saves: savesOf(orders), clock, orderChanged: () => {} });
  const checkOrder = createCheckOrder({
    client,
    orders,
    updates,
    clock,
    callbackUrl: 'https://shop.test/paid',
  });
  const notifications = createNotifications({
    orders,
    saves: savesOf(orders),
    clock,
    triggerChecks: () => {},
  });
  await rig.put('SUB', {
    ...recurringOrder('SUB', 'ACC-7', 0),
    state: 'pending',
    service: { trackingId: 'first' },
  });
  return {
    ...rig,
    client,
    notify: (trackingId: string) =>
      notifications.receiveNotification({ trackingId, merchantReference: 'ACC-7' }),
    async check(trackingId: string) {
      return checkOrder(await rig.kept(chargeReference(referenceOf('SUB'), trackingId)));
    },
    calls: () => service.requestsTo('getTransactionStatus').length,
  };
}

test('a repeated notification of a charge that belongs to somebody else costs no call to the service', async () => {
  const { client, clock, notify, check, calls, orders } = await start();
  const { ipn_id } = await client.registerIpn({
    url: 'https://teller.test/ipn',
    ipn_notification_type: 'GET',
  });
  const { order_tracking_id } = await client.submitOrder({
    id: 'OF-ANOTHER-SYSTEM',
    currency: 'KES',
    amount: 1500,
    description: 'Seed',
    callback_url: 'https://shop.test/paid',
    notification_id: ipn_id,
    billing_address: { email_address: 'customer@shop.test' },
    account_number: 'ACC-OF-ANOTHER-SYSTEM',
    subscription_details: { start_date: '01-01-2031', end_date: '31-12-2031', frequency: 'MONTHLY' },
  });
  expect(await notify(order_tracking_id)).toBe('recorded');
  expect(await check(order_tracking_id)).toMatchObject({
    state: 'not_sent',
    failure: { reason: 'not_ours' },
  });
  const callsBefore = calls();
  for (const claim of await orders.claim('check', { now: clock.now(), leaseMs: 1, limit: 9 }))
    await orders.complete(claim, { at: undefined, atIfTriggered: undefined });
  clock.advance(60_000);
  expect(await notify(order_tracking_id)).toBe('not_ours');
  expect(await orders.claim('check', { now: clock.now(), leaseMs: 1, limit: 9 })).toEqual([]);
  expect(calls()).toBe(callsBefore);
});

test('a charge that the service does not know is given up after the search, and checked again when it is notified again', async () => {
  const { clock, notify, check, orders } = await start();
  const trackingId = '00000000-0000-4000-8000-000000000000';
  await notify(trackingId);
  expect(await check(trackingId)).toMatchObject({ state: 'sending' });
  clock.advance(NOT_SENT_AFTER_MS);
  expect(await check(trackingId)).toMatchObject({ state: 'not_sent', failure: { reason: 'not_ours' } });
  expect(await notify(trackingId)).toBe('recorded');
  expect(await orders.nextDue('check')).toBeLessThanOrEqual(clock.now());
});

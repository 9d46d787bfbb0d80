// Whose charge it is, when the service's record of it is incomplete: against a service with scripted answers.
import { expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { chargeReference } from '#orders/reference.ts';
import { createCheckOrder } from '#payments/status/check-order.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { createProviderClient } from '#provider/client.ts';
import { STATUS, startScriptedService } from '#test/provider/scripted-service.ts';
import { recurringOrder, referenceOf } from '#test/store/sample-order.ts';
import { savesOf, startRig } from './rig.ts';

const TRACKING_ID = '4dc4b5b0-6a9c-4c1b-9c3a-0d6f1c1f0f11';
const CHARGE = chargeReference(referenceOf('SUB'), TRACKING_ID);
const DAY = 24 * 60 * 60_000;

/** A record of the charge that names no account, as the service may send it before it is complete. */
const RECORD = {
  order_tracking_id: TRACKING_ID,
  status_code: 1,
  amount: 1500,
  currency: 'KES',
  payment_method: 'Visa',
  confirmation_code: '1234567890123456789012',
  merchant_reference: '8273645',
  payment_account: '476173xxxxxx0010',
  account_number: null,
  error: { error_type: null, code: null, message: null },
  status: '200',
};

/** The recurring order SUB with account number ACC-7, and a charge of it that was notified; `other` is there before. */
async function start(own: Partial<Order> = {}, other?: Order) {
  const rig = await startRig();
  const { clock, orders, store } = rig;
  const service = await startScriptedService(clock.now);
  onTestFinished(() => service.close());
  const client = createProviderClient({
    baseUrl: service.baseUrl,
    consumerKey: 'key',
    consumerSecret: 'secret',
    clock,
    keyValues: store.keyValues('provider'),
    leases: store.leases,
  });
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
    state: 'paid',
    service: { trackingId: 'first' },
  });
  if (other) await rig.put(other.reference, other);
  const notify = () =>
    notifications.receiveNotification({ trackingId: TRACKING_ID, merchantReference: 'ACC-7' });
  await notify();
  if (Object.keys(own).length > 0) await orders.save({ ...(await rig.kept(CHARGE)), ...own });
  return {
    clock,
    notify,
    async check(record: object) {
      service.on(STATUS, { json: { ...RECORD, ...record } });
      return checkOrder(await rig.kept(CHARGE));
    },
  };
}

test('a charge whose record names no account yet is not given up: it is told when a later record names ours', async () => {
  const { clock, check } = await start();
  expect(await check({})).toMatchObject({
    state: 'sending',
    checkedAt: expect.any(Number),
    announcements: [],
  });
  clock.advance(10 * 60_000);
  expect(await check({})).toMatchObject({ state: 'sending', announcements: [] });
  clock.advance(50 * 60_000);
  const found = await check({ subscription_transaction_info: { account_reference: 'ACC-7' } });
  expect(found).toMatchObject({ state: 'paid', announcements: [{ news: { kind: 'paid' } }] });
});

test('a charge whose account number is the reference of another recurring order is not that order’s', async () => {
  const service = { trackingId: 'first-of-other' };
  const other: Order = { ...recurringOrder('ACC-7', 'ACC-8', 0), state: 'pending', service };
  const { check } = await start({}, other);
  expect(await check({ account_number: 'ACC-7' })).toMatchObject({ state: 'paid', chargeOf: 'SUB' });
});

test('a charge whose record never names an account is given up after a day, and checked again when it is notified again', async () => {
  const { clock, check, notify } = await start();
  clock.advance(DAY);
  expect(await check({})).toMatchObject({
    state: 'not_sent',
    failure: { reason: 'not_ours' },
    announcements: [],
  });
  expect(await notify()).toBe('recorded');
  expect(await check({ account_number: 'ACC-7' })).toMatchObject({ state: 'paid' });
});

test('a charge whose record names another account belongs to somebody else', async () => {
  const { check, notify } = await start();
  expect(await check({ account_number: 'ACC-8' })).toMatchObject({
    state: 'not_sent',
    failure: { reason: 'not_ours' },
  });
  expect(await notify()).toBe('not_ours');
});

test('a charge that was found to be ours stays ours: its reversal is told though the record of that names no account', async () => {
  const { check, notify } = await start();
  expect(await check({ account_number: 'ACC-7' })).toMatchObject({ state: 'paid' });
  const reversed = await check({ status_code: 3, amount: null, currency: null });
  expect(reversed).toMatchObject({
    state: 'reversed',
    payments: [{ confirmationCode: RECORD.confirmation_code }],
  });
  expect(reversed.announcements.map(({ news }) => news.kind)).toEqual(['paid', 'reversed']);
  expect(reversed.checksEndedAt).toBeUndefined();
  expect(await notify()).toBe('recorded');
});

test.each<[string, Partial<Order>, boolean]>([
  ['that the service has answered is a charge', { service: { trackingId: 'own' } }, true],
  ['that was not sent is a charge', { state: 'not_sent' }, true],
  ['that waits for approval is a charge', { state: 'waiting' }, true],
  ['that it has not answered may be of that order', {}, false],
])(
  'a notification that names an account number which is the reference of another order %s',
  async (_, own, isCharge) => {
    const { clock, orders, put } = await startRig();
    const saves = savesOf(orders);
    const notifications = createNotifications({ orders, saves, clock, triggerChecks: () => {} });
    await put('SUB', { ...recurringOrder('SUB', 'ACC-7', 0), service: { trackingId: 'first' } });
    await put('ACC-7', { state: 'pending', service: {}, ...own });
    await notifications.receiveNotification({ trackingId: TRACKING_ID, merchantReference: 'ACC-7' });
    expect((await orders.get(CHARGE))?.chargeOf).toBe(isCharge ? 'SUB' : undefined);
    const due = await orders.claim('check', { now: clock.now(), leaseMs: 1, limit: 9 });
    expect(due.map(({ reference }) => reference)).toEqual([isCharge ? CHARGE : 'ACC-7']);
  },
);

// Notifications: which order they are about, and that they only make a check due.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { recurringOrder, referenceOf } from '#test/store/sample-order.ts';
import { type Rig, savesOf, startRig } from './rig.ts';

async function start() {
  const rig = await startRig();
  let triggers = 0;
  const notifications = createNotifications({
    orders: rig.orders,
    saves: savesOf(rig.orders),
    clock: rig.clock,
    triggerChecks: () => {
      triggers += 1;
    },
  });
  return { ...rig, notifications, triggers: () => triggers };
}

/** The references of the orders whose check is due now. */
async function due({ orders, clock }: Rig): Promise<string[]> {
  const claims = await orders.claim('check', { now: clock.now(), leaseMs: 60_000, limit: 99 });
  return claims.map(({ reference }) => reference);
}

const subscription = (own: Partial<Order> = {}): Partial<Order> => ({
  ...recurringOrder('SUB', 'ACC-7', 0),
  state: 'pending',
  service: { trackingId: 'first' },
  ...own,
});

describe('a notification of an order that is known', () => {
  // SPEC.md: tracking-id-triggers-check
  test('a notification with a known tracking id makes a check due and triggers the worker', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'anything' }),
    ).toBe('recorded');
    expect(await due(rig)).toEqual(['INV-1']);
    expect(rig.triggers()).toBe(1);
  });

  test('a notification with the tracking id in another casing is of the same order, and of no new charge', async () => {
    const rig = await start();
    const trackingId = '7e6b62d9-883e-440f-a63e-e1105bbfadc3';
    await rig.put('SUB', subscription({ service: { trackingId } }));
    const notification = { trackingId: trackingId.toUpperCase(), merchantReference: 'SUB' };
    expect(await rig.notifications.receiveNotification(notification)).toBe('recorded');
    expect(await rig.notifications.customerReturned(trackingId.toUpperCase())).toBe('recorded');
    expect(await due(rig)).toEqual(['SUB']);
  });

  test('a notification does not change the order by itself', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    const before = await rig.kept('INV-1');
    await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' });
    expect(await rig.kept('INV-1')).toEqual(before);
  });

  // SPEC.md: reference-recorded-before-answer
  test('a notification with a known reference makes a check due even before the service has answered the order', async () => {
    const rig = await start();
    await rig.put('INV-1');
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' }),
    ).toBe('recorded');
    expect(await due(rig)).toEqual(['INV-1']);
  });

  test('a notification that names an order which is no recurring one is about the order, whatever its tracking id', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    await rig.notifications.receiveNotification({ trackingId: 't-9', merchantReference: 'INV-1' });
    expect(await due(rig)).toEqual(['INV-1']);
  });

  test('a notification of an order that counts as not sent makes a check due, because its customer may have paid', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'not_sent', checksEndedAt: 5, service: { trackingId: 't-1' } });
    const notification = { trackingId: 't-1', merchantReference: 'INV-1' };
    expect(await rig.notifications.receiveNotification(notification)).toBe('recorded');
    expect(await due(rig)).toEqual(['INV-1']);
  });

  test('a hundred notifications of an order that was just found paid make one check due, ten seconds after that', async () => {
    const rig = await start();
    const checkedAt = rig.clock.now();
    await rig.put('INV-1', { state: 'paid', service: { trackingId: 't-1' }, checkedAt });
    for (let copy = 0; copy < 100; copy += 1)
      expect(
        await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' }),
      ).toBe('recorded');
    expect(await due(rig)).toEqual([]);
    expect(await rig.orders.nextDue('check')).toBe(checkedAt + 10_000);
    rig.clock.advance(10_000);
    expect(await due(rig)).toEqual(['INV-1']);
    expect(await due(rig)).toEqual([]);
  });

  test('a hundred notifications of one order make one check due', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    for (let copy = 0; copy < 100; copy += 1)
      await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' });
    expect(await due(rig)).toEqual(['INV-1']);
    expect(await due(rig)).toEqual([]);
  });
});

describe('a notification of nobody’s order', () => {
  test('a notification of an unknown order is not ours and saves nothing', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-9', merchantReference: 'INV-9' }),
    ).toBe('not_ours');
    expect([await due(rig), rig.triggers()]).toEqual([[], 0]);
    expect(await rig.orders.findByTrackingId('t-9')).toBeUndefined();
  });

  test('a notification that names the account number of a prompt is not ours', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1', accountNumber: 'ACC-7' } });
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-9', merchantReference: 'ACC-7' }),
    ).toBe('not_ours');
  });
});

describe('a notification of a recurring order', () => {
  test.each(['ACC-7', 'SUB'])(
    'a notification with a new tracking id that names %s creates a charge of that recurring order',
    async (merchantReference) => {
      const rig = await start();
      const parent = await rig.put('SUB', subscription());
      expect(await rig.notifications.receiveNotification({ trackingId: 'second', merchantReference })).toBe(
        'recorded',
      );
      const [reference = ''] = await due(rig);
      expect(await rig.kept(reference)).toMatchObject({
        kind: 'charge',
        state: 'sending',
        chargeOf: 'SUB',
        amount: parent.amount,
        channel: parent.channel,
        agent: parent.agent,
        service: { trackingId: 'second' },
        announcements: [],
      });
      expect(rig.triggers()).toBe(1);
    },
  );

  test('a charge speaks to its customer as the recurring order does, and what was erased there stays erased', async () => {
    const rig = await start();
    await rig.put('SUB', subscription({ language: 'sw' }));
    await rig.put('OLD', {
      ...subscription({ erasedAt: 7, erasedBy: 'U9' }),
      ...{ reference: referenceOf('OLD'), service: { trackingId: 'first-of-old' } },
    });
    for (const merchantReference of ['SUB', 'OLD'])
      await rig.notifications.receiveNotification({
        trackingId: `second-${merchantReference}`,
        merchantReference,
      });
    const charges = await Promise.all((await due(rig)).map((reference) => rig.kept(reference)));
    const [charge, ofOld] = ['SUB', 'OLD'].map((name) => charges.find(({ chargeOf }) => chargeOf === name));
    expect(charge).toMatchObject({ language: 'sw', formId: '', typedReference: false });
    expect(charge).not.toHaveProperty('erasedAt');
    expect(ofOld).toMatchObject({ erasedAt: 7, erasedBy: 'U9' });
    expect(ofOld).not.toHaveProperty('language');
  });

  test('a notification of a charge that was paid makes a check due, because it may have been reversed', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    const notification = { trackingId: 'second', merchantReference: 'ACC-7' };
    await rig.notifications.receiveNotification(notification);
    const [reference = ''] = await due(rig);
    const { reference: charge } = await rig.kept(reference);
    await rig.orders.save({ ...(await rig.kept(charge)), state: 'paid', checksEndedAt: 5 });
    expect(await rig.notifications.receiveNotification(notification)).toBe('recorded');
  });

  test('many notifications of one charge, also at the same time, create it once', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    const notification = { trackingId: 'second', merchantReference: 'ACC-7' };
    await Promise.all(Array.from({ length: 20 }, () => rig.notifications.receiveNotification(notification)));
    await rig.notifications.receiveNotification({ ...notification, merchantReference: 'SUB' });
    expect(await due(rig)).toHaveLength(1);
  });

  test('each new tracking id of a recurring order creates a charge', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    for (const trackingId of ['second', 'third'])
      await rig.notifications.receiveNotification({ trackingId, merchantReference: 'ACC-7' });
    expect(new Set(await due(rig)).size).toBe(2);
  });

  test('a notification with the recurring order’s own tracking id is about the order itself', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    await rig.notifications.receiveNotification({ trackingId: 'first', merchantReference: 'ACC-7' });
    expect(await due(rig)).toEqual(['SUB']);
  });

  test('a notification of a recurring order whose tracking id is not known yet is about the order itself', async () => {
    const rig = await start();
    await rig.put('SUB', subscription({ service: {} }));
    await rig.notifications.receiveNotification({ trackingId: 'first', merchantReference: 'SUB' });
    expect(await due(rig)).toEqual(['SUB']);
  });

  test('a notification with an unknown account number is not ours', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    expect(
      await rig.notifications.receiveNotification({ trackingId: 'second', merchantReference: 'ACC-8' }),
    ).toBe('not_ours');
    expect(await due(rig)).toEqual([]);
  });
});

describe('a customer who comes back', () => {
  test('a returning customer makes a check of a known order due, and cannot create anything', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    expect(await rig.notifications.customerReturned('first')).toBe('recorded');
    expect(await rig.notifications.customerReturned('second')).toBe('not_ours');
    expect(await rig.notifications.customerReturned('SUB')).toBe('not_ours');
    expect(await due(rig)).toEqual(['SUB']);
  });
});

test('a notification that cannot be saved is rejected', async () => {
  const rig = await start();
  await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
  await rig.store.close();
  await expect(
    rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' }),
  ).rejects.toThrow();
  await expect(rig.notifications.customerReturned('t-1')).rejects.toThrow();
});

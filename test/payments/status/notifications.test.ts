// A notification: whose order it means, and that it only ever makes us look.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { recurringOrder } from '#test/store/sample-order.ts';
import { type Rig, startRig } from './rig.ts';

async function start() {
  const rig = await startRig();
  let triggers = 0;
  const notifications = createNotifications({
    orders: rig.orders,
    clock: rig.clock,
    triggerChecks: () => {
      triggers += 1;
    },
  });
  return { ...rig, notifications, triggers: () => triggers };
}

/** The orders that wait for a look now. */
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
  test('by its tracking id puts a look down and triggers whoever looks', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'anything' }),
    ).toBe('recorded');
    expect(await due(rig)).toEqual(['INV-1']);
    expect(rig.triggers()).toBe(1);
  });

  test('changes nothing by itself: the state is for the service to say', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    const before = await rig.kept('INV-1');
    await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' });
    expect(await rig.kept('INV-1')).toEqual(before);
  });

  // SPEC.md: reference-recorded-before-answer
  test('by its reference is heard even before the service has answered the order', async () => {
    const rig = await start();
    await rig.put('INV-1');
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' }),
    ).toBe('recorded');
    expect(await due(rig)).toEqual(['INV-1']);
  });

  test('that was just seen paid is a copy and costs nothing', async () => {
    const rig = await start();
    const checkedAt = rig.clock.now();
    await rig.put('INV-1', { state: 'paid', service: { trackingId: 't-1' }, checkedAt });
    for (let copy = 0; copy < 100; copy += 1)
      expect(
        await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' }),
      ).toBe('duplicate');
    expect(await due(rig)).toEqual([]);
    expect(rig.triggers()).toBe(0);
  });

  test('a hundred times is one look', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    for (let copy = 0; copy < 100; copy += 1)
      await rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' });
    expect(await due(rig)).toEqual(['INV-1']);
    expect(await due(rig)).toEqual([]);
  });
});

describe('a notification of nobody’s order', () => {
  test('is answered, and leaves nothing behind', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-9', merchantReference: 'INV-9' }),
    ).toBe('not_ours');
    expect([await due(rig), rig.triggers()]).toEqual([[], 0]);
    expect(await rig.orders.findByTrackingId('t-9')).toBeUndefined();
  });

  test('is not ours either when it names the number at the till of a prompt', async () => {
    const rig = await start();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1', accountNumber: 'ACC-7' } });
    expect(
      await rig.notifications.receiveNotification({ trackingId: 't-9', merchantReference: 'ACC-7' }),
    ).toBe('not_ours');
  });
});

describe('a notification of a recurring order', () => {
  test.each(['ACC-7', 'SUB'])(
    'with a new tracking id, naming %s, is a charge under that order',
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

  test('makes one charge however often and at once it is told', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    const notification = { trackingId: 'second', merchantReference: 'ACC-7' };
    await Promise.all(Array.from({ length: 20 }, () => rig.notifications.receiveNotification(notification)));
    await rig.notifications.receiveNotification({ ...notification, merchantReference: 'SUB' });
    expect(await due(rig)).toHaveLength(1);
  });

  test('makes a charge for each new tracking id', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    for (const trackingId of ['second', 'third'])
      await rig.notifications.receiveNotification({ trackingId, merchantReference: 'ACC-7' });
    expect(new Set(await due(rig)).size).toBe(2);
  });

  test('with the order’s own tracking id is about the order itself', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    await rig.notifications.receiveNotification({ trackingId: 'first', merchantReference: 'ACC-7' });
    expect(await due(rig)).toEqual(['SUB']);
  });

  test('by its reference, before its own tracking id is known, is about the order itself', async () => {
    const rig = await start();
    await rig.put('SUB', subscription({ service: {} }));
    await rig.notifications.receiveNotification({ trackingId: 'first', merchantReference: 'SUB' });
    expect(await due(rig)).toEqual(['SUB']);
  });

  test('for an account number that nobody has is not ours', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    expect(
      await rig.notifications.receiveNotification({ trackingId: 'second', merchantReference: 'ACC-8' }),
    ).toBe('not_ours');
    expect(await due(rig)).toEqual([]);
  });
});

describe('a customer who comes back', () => {
  test('has a known order looked at, and can make nothing up', async () => {
    const rig = await start();
    await rig.put('SUB', subscription());
    expect(await rig.notifications.customerReturned('first')).toBe('recorded');
    expect(await rig.notifications.customerReturned('second')).toBe('not_ours');
    expect(await rig.notifications.customerReturned('SUB')).toBe('not_ours');
    expect(await due(rig)).toEqual(['SUB']);
  });
});

test('what cannot be kept is rejected, never answered as if it were', async () => {
  const rig = await start();
  await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
  await rig.store.close();
  await expect(
    rig.notifications.receiveNotification({ trackingId: 't-1', merchantReference: 'INV-1' }),
  ).rejects.toThrow();
  await expect(rig.notifications.customerReturned('t-1')).rejects.toThrow();
});

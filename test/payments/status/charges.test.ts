// Charges are counted in their parent once, whatever dies in between and however many processes count at the same time.
import { describe, expect, test } from 'vitest';
import { NO_CHARGES, progressOf } from '#orders/charges.ts';
import { nextCheck } from '#orders/check-schedule.ts';
import type { Order } from '#orders/order.ts';
import { createCountCharge } from '#payments/status/charges.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import type { OrderStore } from '#store/store.ts';
import { PAYMENT } from '#test/slack/every-order.ts';
import { recurringOrder, referenceOf } from '#test/store/sample-order.ts';
import { type Rig, savesOf, startRig } from './rig.ts';

const KES_1500 = { amount: '1500', currency: 'KES' };

function countingOf(rig: Rig, orders: OrderStore = rig.orders) {
  const changed: Order[] = [];
  const { clock } = rig;
  const updates = createOrderUpdates({
    orders,
    saves: savesOf(orders),
    clock,
    orderChanged: (order) => changed.push(order),
  });
  return { changed, countCharge: createCountCharge({ orders, updates, clock }) };
}

/** The recurring order SUB, paid, as it was stored before charges were counted if `charges` is undefined. */
function putParent(rig: Rig, charges?: Order['charges']): Promise<Order> {
  return rig.put('SUB', {
    ...recurringOrder('SUB', 'ACC-7', rig.clock.now() - 1_000),
    state: 'paid',
    payments: [{ ...PAYMENT, paid: KES_1500, paidAt: rig.clock.now() - 1_000 }],
    ...(charges ? { charges } : {}),
  });
}

function putCharge(rig: Rig, name: string, own: Partial<Order> = {}): Promise<Order> {
  return rig.put(`SUB/${name}`, {
    kind: 'charge',
    state: 'paid',
    chargeOf: referenceOf('SUB'),
    payments: [{ ...PAYMENT, paid: KES_1500, paidAt: rig.clock.now() }],
    ...own,
  });
}

async function dueForDelivery({ orders, clock }: Rig): Promise<string[]> {
  const claims = await orders.claim('deliver', { now: clock.now(), leaseMs: 1, limit: 99 });
  return claims.map(({ reference }) => reference).sort();
}

describe('a charge', () => {
  test('a charge is counted in the same step in which it says so, and its parent’s card is due', async () => {
    const rig = await startRig();
    await putParent(rig, NO_CHARGES);
    const { countCharge, changed } = countingOf(rig);
    await countCharge(await putCharge(rig, 'a'));
    expect(await rig.kept('SUB')).toMatchObject({ version: 1, charges: { paid: 1, total: '1500' } });
    expect(await rig.kept('SUB/a')).toMatchObject({ version: 1, countedAs: KES_1500 });
    expect(await dueForDelivery(rig)).toEqual(['SUB']);
    expect(changed).toEqual([await rig.kept('SUB')]);
  });

  test('a charge that is counted again, also from an old version, changes nothing', async () => {
    const rig = await startRig();
    await putParent(rig, NO_CHARGES);
    const { countCharge } = countingOf(rig);
    const old = await putCharge(rig, 'a');
    for (let times = 0; times < 3; times += 1) await countCharge(old);
    await countCharge(await rig.kept('SUB/a'));
    expect(await rig.kept('SUB')).toMatchObject({ version: 1, charges: { paid: 1 } });
    expect((await rig.kept('SUB/a')).version).toBe(1);
  });

  test('charges that many processes count at the same time are each counted once', async () => {
    const rig = await startRig();
    await putParent(rig, NO_CHARGES);
    const charges = await Promise.all(['a', 'b', 'c', 'd'].map((name) => putCharge(rig, name)));
    await Promise.all([...charges, ...charges].map((charge) => countingOf(rig).countCharge(charge)));
    expect((await rig.kept('SUB')).charges).toMatchObject({ paid: 4, total: '6000' });
  });

  test('a charge is counted after a crash: before the step nothing is saved, and after it all is', async () => {
    for (const isSaved of [false, true]) {
      const rig = await startRig();
      await putParent(rig, NO_CHARGES);
      const charge = await putCharge(rig, 'a');
      const dying: OrderStore = {
        ...rig.orders,
        async saveTogether(changes) {
          if (isSaved) await rig.orders.saveTogether(changes);
          throw new Error('the process died');
        },
      };
      await expect(countingOf(rig, dying).countCharge(charge)).rejects.toThrow('the process died');
      expect((await rig.kept('SUB')).charges?.paid).toBe(isSaved ? 1 : 0);
      await countingOf(rig).countCharge(await rig.kept('SUB/a'));
      expect((await rig.kept('SUB')).charges).toMatchObject({ paid: 1, total: '1500' });
      expect((await rig.kept('SUB/a')).countedAs).toEqual(KES_1500);
    }
  });

  test('a charge that is paid back is no longer counted', async () => {
    const rig = await startRig();
    await putParent(rig, NO_CHARGES);
    const { countCharge } = countingOf(rig);
    await countCharge(await putCharge(rig, 'a'));
    await countCharge(await putCharge(rig, 'b'));
    const { payments = [], ...charge } = await rig.kept('SUB/a');
    const back = payments.map((one) => ({ ...one, reversedAt: 1 }));
    const reversed = await rig.orders.save({ ...charge, payments: back, state: 'reversed' });
    if (reversed) await countCharge(reversed);
    expect((await rig.kept('SUB')).charges).toMatchObject({ paid: 1, total: '1500' });
    expect(await rig.kept('SUB/a')).not.toHaveProperty('countedAs');
  });

  test('an order that is no charge, and a charge that may be somebody else’s, are not counted', async () => {
    const rig = await startRig();
    const parent = await putParent(rig, NO_CHARGES);
    const { countCharge } = countingOf(rig);
    await countCharge(parent);
    await countCharge(await rig.put('INV-1', { state: 'paid' }));
    await countCharge(await putCharge(rig, 'a', { state: 'not_sent' }));
    expect(await rig.kept('SUB')).toEqual(parent);
  });
});

describe('a recurring order that was stored before charges were counted', () => {
  test('all its earlier charges are counted when the next one comes, and from then on missed ones are looked for', async () => {
    const rig = await startRig();
    const parent = await putParent(rig);
    expect(progressOf(parent)).toBeUndefined();
    for (const name of ['a', 'b', 'c']) await putCharge(rig, name);
    await putCharge(rig, 'd', { state: 'reversed' });
    await rig.put('INV-1', { state: 'paid' });
    const { countCharge } = countingOf(rig);
    await countCharge(await putCharge(rig, 'e'));
    const due = await dueForDelivery(rig);
    expect(due).toEqual(['SUB', 'SUB/a', 'SUB/b', 'SUB/c', 'SUB/d', 'SUB/e']);
    for (const reference of due) await countCharge(await rig.kept(reference));
    expect((await rig.kept('SUB')).charges).toMatchObject({ paid: 4, total: '6000' });
    const check = nextCheck({ ...parent, charges: NO_CHARGES }, rig.clock.now());
    expect(check).toBeDefined();
    expect(await rig.orders.nextDue('check')).toBe(check);
  });

  test('earlier charges are found also when the process dies before the first of them is counted', async () => {
    const rig = await startRig();
    await putParent(rig);
    await putCharge(rig, 'a');
    const charge = await putCharge(rig, 'b');
    const dying: OrderStore = {
      ...rig.orders,
      trigger: () => Promise.reject(new Error('the process died')),
    };
    await expect(countingOf(rig, dying).countCharge(charge)).rejects.toThrow('the process died');
    expect((await rig.kept('SUB')).charges).toBeUndefined();
    await countingOf(rig).countCharge(charge);
    expect(await dueForDelivery(rig)).toContain('SUB/a');
  });
});

// The one door for state changes: nobody's change is lost, and nothing is told twice.
import { describe, expect, test } from 'vitest';
import type { Happening } from '#orders/change.ts';
import type { Order } from '#orders/order.ts';
import { createSettle } from '#payments/settle.ts';
import type { Ledger } from '#store/store.ts';
import { type Rig, startRig } from './rig.ts';

const PAID: Happening = {
  event: 'completed',
  trackingId: 't-1',
  payment: {
    paid: { amount: '1500', currency: 'KES' },
    method: 'MpesaKE',
    confirmationCode: 'SCJ8JQ26SW',
    payer: '2547xxx56689',
  },
};

function settleOver(rig: Rig, ledger: Ledger = rig.ledger) {
  const changed: Order[] = [];
  const settle = createSettle({ ledger, clock: rig.clock, changed: (order) => changed.push(order) });
  return { settle, changed };
}

/** A ledger in which a rival saves first, `times` times. */
function withRivals({ ledger }: Rig, times: number, edit: (order: Order) => Order): Ledger {
  let left = times;
  return {
    ...ledger,
    async save(order, wake) {
      if (left > 0) {
        left -= 1;
        const newest = await ledger.get(order.reference);
        if (newest) await ledger.save(edit(newest));
      }
      return ledger.save(order, wake);
    },
  };
}

describe('a happening', () => {
  test('is saved in one step with what it tells, and the announcer is woken', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { settle, changed } = settleOver(rig);
    const kept = await settle.happen('INV-1', PAID, { lookedAt: 7 });
    expect(kept).toMatchObject({ state: 'paid', version: 1, lookedAt: 7 });
    expect(kept.announcements.map(({ id }) => id)).toEqual(['paid-1']);
    expect(await rig.kept('INV-1')).toEqual(kept);
    expect(await rig.ledger.nextDue('announce')).toBeLessThanOrEqual(rig.clock.now());
    expect(changed).toEqual([kept]);
  });

  test('that many hear at once takes effect once', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { settle, changed } = settleOver(rig);
    await Promise.all(Array.from({ length: 10 }, () => settle.happen('INV-1', PAID)));
    expect((await rig.kept('INV-1')).announcements).toHaveLength(1);
    expect(changed).toHaveLength(1);
  });

  test('that is no news is not saved and wakes nobody', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'paid', service: { trackingId: 't-1' } });
    const { settle, changed } = settleOver(rig);
    expect((await settle.happen('INV-1', { event: 'pending', trackingId: 't-1' })).version).toBe(0);
    expect([await rig.ledger.nextDue('announce'), changed]).toEqual([undefined, []]);
  });

  test('that only tells when it was looked at is kept in silence', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending', service: { trackingId: 't-1' } });
    const { settle, changed } = settleOver(rig);
    const kept = await settle.happen('INV-1', { event: 'pending', trackingId: 't-1' }, { lookedAt: 9 });
    expect([kept.lookedAt, await rig.ledger.nextDue('announce'), changed]).toEqual([9, undefined, []]);
  });
});

describe('a conflict', () => {
  test('is settled on the newest version: both changes are there afterwards', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const rivals = withRivals(rig, 3, (order) => ({ ...order, unwatchedAt: (order.unwatchedAt ?? 0) + 1 }));
    const { settle, changed } = settleOver(rig, rivals);
    expect(await settle.happen('INV-1', PAID)).toMatchObject({ state: 'paid', unwatchedAt: 3, version: 4 });
    expect(changed).toHaveLength(1);
  });

  test('in which the rival brought the same news leaves it told once', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const other = settleOver(rig).settle;
    let first = true;
    const racing: Ledger = {
      ...rig.ledger,
      async save(order, wake) {
        if (first) {
          first = false;
          await other.happen('INV-1', PAID);
        }
        return rig.ledger.save(order, wake);
      },
    };
    const { settle, changed } = settleOver(rig, racing);
    expect((await settle.happen('INV-1', PAID)).announcements).toHaveLength(1);
    expect(changed).toEqual([]);
  });

  test('without end is given up, and says so', async () => {
    const rig = await startRig();
    await rig.put('INV-1', { state: 'pending' });
    const { settle } = settleOver(
      rig,
      withRivals(rig, Number.POSITIVE_INFINITY, (order) => order),
    );
    await expect(settle.happen('INV-1', PAID)).rejects.toThrow(
      'order INV-1 was changed by others 20 times in a row',
    );
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });
});

describe('an edit', () => {
  test('that answers nothing, or the same order, saves nothing', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    const { settle } = settleOver(rig);
    expect((await settle.edit('INV-1', () => undefined)).version).toBe(0);
    expect((await settle.edit('INV-1', (order) => order)).version).toBe(0);
  });

  test('of an order that is not there is an error that names it', async () => {
    const rig = await startRig();
    const { settle } = settleOver(rig);
    await expect(settle.edit('INV-9', (order) => order)).rejects.toThrow('no order INV-9 in the ledger');
  });

  test('is rejected while the store is down', async () => {
    const rig = await startRig();
    await rig.put('INV-1');
    await rig.store.close();
    await expect(settleOver(rig).settle.happen('INV-1', PAID)).rejects.toThrow();
  });
});

// What the store promises of claims that are renewed (the holder keeps the order, and learns when it has lost it), and
// of claims of one order by its reference.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderStore } from '#store/store.ts';
import { claimOne, LEASE_MS, NO_TURN, take } from './contract-queue.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function renewContract(open: OpenSubject): void {
  async function opened() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return subject;
  }

  /** An order `A-1` due from 100 on in `check`, and claimed at 100. */
  async function claimed() {
    const subject = await opened();
    const { orders } = subject.store;
    await orders.insert(sampleOrder('A-1'), { check: 100 });
    return { subject, orders, claim: await claimOne(orders, 100) };
  }

  describe('renewed claims', () => {
    test('a renewed claim keeps others away for the whole lease anew, and still notes triggers', async () => {
      const { orders, claim } = await claimed();
      expect(await orders.renew(claim, { now: 100 + LEASE_MS - 1, leaseMs: LEASE_MS })).toBe(true);
      expect(await orders.nextDue('check')).toBe(100 + 2 * LEASE_MS - 1);
      await orders.trigger('check', referenceOf('A-1'), 120);
      expect(await orders.renew(claim, { now: 100 + LEASE_MS, leaseMs: LEASE_MS })).toBe(true);
      expect(await take(orders, 99 + 2 * LEASE_MS)).toEqual([]);
      await orders.complete(claim, { at: 900, atIfTriggered: 500 });
      expect(await orders.nextDue('check')).toBe(500);
    });

    test('a claim that has run out is renewed as long as nobody else has taken the order', async () => {
      const { orders, claim } = await claimed();
      expect(await orders.renew(claim, { now: 100 + 2 * LEASE_MS, leaseMs: LEASE_MS })).toBe(true);
      expect(await take(orders, 99 + 3 * LEASE_MS)).toEqual([]);
    });

    test('a claim that went to another, or was completed, is not renewed, and that changes nothing', async () => {
      const { subject, orders, claim } = await claimed();
      const other = (await subject.another()).orders;
      const second = await claimOne(other, 100 + LEASE_MS);
      expect(await orders.renew(claim, { now: 900_000, leaseMs: LEASE_MS })).toBe(false);
      expect(await orders.nextDue('check')).toBe(100 + 2 * LEASE_MS);
      await other.complete(second, { at: 150, atIfTriggered: undefined });
      for (const over of [claim, second])
        expect(await other.renew(over, { now: 900_000, leaseMs: LEASE_MS })).toBe(false);
      expect(await orders.nextDue('check')).toBe(150);
      await orders.complete(await claimOne(orders, 150), NO_TURN);
      expect(await orders.renew(second, { now: 900_000, leaseMs: LEASE_MS })).toBe(false);
      expect(await orders.nextDue('check')).toBeUndefined();
    });
  });

  describe('claims of one order', () => {
    const claimIt = (orders: OrderStore, now: number, reference = 'A-1') =>
      orders.claimOne('check', referenceOf(reference), { now, leaseMs: LEASE_MS });

    test('one order is claimed by its reference before it is due, and is completed like any other', async () => {
      const { orders } = (await opened()).store;
      await orders.insert(sampleOrder('A-1'), { check: 900_000 });
      const claim = await claimIt(orders, 100);
      expect(claim).toEqual({
        queue: 'check',
        reference: 'A-1',
        token: expect.stringMatching(/./),
        attempt: 1,
      });
      expect(await take(orders, 99 + LEASE_MS)).toEqual([]);
      if (!claim) return;
      await orders.trigger('check', referenceOf('A-1'), 120);
      await orders.complete(claim, { at: 500, atIfTriggered: 300 });
      expect(await claimOne(orders, 300)).toMatchObject({ reference: 'A-1', attempt: 1 });
    });

    test('an order that is claimed is not given again until that claim has run out, and then as a further attempt', async () => {
      const { orders } = await claimed();
      expect(await claimIt(orders, 99 + LEASE_MS)).toBeUndefined();
      expect(await claimIt(orders, 100 + LEASE_MS)).toMatchObject({ attempt: 2 });
      expect(await take(orders, 100 + LEASE_MS)).toEqual([]);
    });

    test('an order whose work may be half done is claimed by its reference as a further attempt', async () => {
      const { orders, claim } = await claimed();
      await orders.complete(claim, { at: 900, atIfTriggered: undefined, mayBeHalfDone: true });
      expect(await claimIt(orders, 200)).toMatchObject({ attempt: 2 });
    });

    test('an order that waits for nothing, or is not there, is not claimed', async () => {
      const { orders } = (await opened()).store;
      await orders.insert(sampleOrder('A-1'), { deliver: 1 });
      expect(await claimIt(orders, 100)).toBeUndefined();
      expect(await claimIt(orders, 100, 'NOBODY')).toBeUndefined();
      expect(await orders.nextDue('check')).toBeUndefined();
    });

    test('of many that claim one order at once, one gets it', async () => {
      const subject = await opened();
      const { orders } = subject.store;
      const other = (await subject.another()).orders;
      await orders.insert(sampleOrder('A-1'), { check: 900 });
      const claims = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => claimIt(n % 2 ? orders : other, 100)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    });
  });
}

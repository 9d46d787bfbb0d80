// What the store promises of claims that are renewed: the holder keeps the order, and learns when it has lost it.
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimOne, LEASE_MS, NO_TURN, take } from './contract-queue.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function renewContract(open: OpenSubject): void {
  /** An order `A-1` due from 100 on in `check`, and claimed at 100. */
  async function claimed() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
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
}

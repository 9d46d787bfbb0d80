// What the store promises of queues: every due order is given to one worker at a time, and no trigger is lost.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Claim, Reschedule } from '#store/queue.ts';
import type { OrderStore } from '#store/store.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export const NO_TURN: Reschedule = { at: undefined, atIfTriggered: undefined };
export const LEASE_MS = 60_000;

export function queueContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, orders: subject.store.orders };
  }

  /** An order `A-1` due from 100 on in `check`, and claimed at 100. */
  async function claimed() {
    const { subject, orders } = await fresh();
    await orders.insert(sampleOrder('A-1'), { check: 100 });
    return { subject, orders, claim: await claimOne(orders, 100) };
  }

  describe('queues', () => {
    test('an order is due from the time of its trigger on, in the queues that were triggered', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'), { check: 100 });
      expect(await take(orders, 99)).toEqual([]);
      expect(await orders.claim('deliver', { now: 100, leaseMs: LEASE_MS, limit: 9 })).toEqual([]);
      expect(await orders.claim('check', { now: 100, leaseMs: LEASE_MS, limit: 9 })).toEqual([
        { queue: 'check', reference: 'A-1', token: expect.stringMatching(/./), attempt: 1 },
      ]);
    });

    test('a save triggers both queues, and each goes its own way', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'));
      await orders.save(sampleOrder('A-1'), { check: 10, deliver: 20 });
      expect(await orders.nextDue('check')).toBe(10);
      expect(await orders.nextDue('deliver')).toBe(20);
      await orders.complete(await claimOne(orders, 10), NO_TURN);
      expect(await orders.nextDue('check')).toBeUndefined();
      expect(await orders.nextDue('deliver')).toBe(20);
    });

    test('triggers outlive a restart', async () => {
      const { subject, orders } = await fresh();
      await orders.insert(sampleOrder('A-1'), { check: 100 });
      const reopened = await subject.reopen();
      expect(await take(reopened.orders, 100)).toEqual(['A-1']);
    });

    test('a trigger brings a turn forward and never puts it off', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('A-1'), { check: 100 });
      await orders.trigger('check', referenceOf('A-1'), 200);
      expect(await orders.nextDue('check')).toBe(100);
      await orders.trigger('check', referenceOf('A-1'), 50);
      expect(await orders.nextDue('check')).toBe(50);
      expect(await take(orders, 50)).toEqual(['A-1']);
    });

    test('a trigger for a reference that is not in the store is left alone', async () => {
      const { orders } = await fresh();
      await orders.trigger('check', referenceOf('NOBODY'), 1);
      expect(await take(orders, 100)).toEqual([]);
      expect(await orders.nextDue('check')).toBeUndefined();
    });

    test('the oldest are given first, up to the limit', async () => {
      const { orders } = await fresh();
      for (const at of [30, 10, 50, 20, 40]) await orders.insert(sampleOrder(`A-${at}`), { check: at });
      expect(await take(orders, 45, 0)).toEqual([]);
      expect(await take(orders, 45, 2)).toEqual(['A-10', 'A-20']);
      expect(await take(orders, 45, 9)).toEqual(['A-30', 'A-40']);
      expect(await take(orders, 45, 9)).toEqual([]);
      expect(await take(orders, 50, 9)).toEqual(['A-50']);
    });

    test('nextDue is the earliest turn; a claimed order is due again when its claim runs out', async () => {
      const { orders } = await fresh();
      expect(await orders.nextDue('check')).toBeUndefined();
      await orders.insert(sampleOrder('A-1'), { check: 200 });
      await orders.insert(sampleOrder('A-2'), { check: 100 });
      expect(await orders.nextDue('check')).toBe(100);
      await claimOne(orders, 100);
      expect(await orders.nextDue('check')).toBe(200);
      await orders.claim('check', { now: 200, leaseMs: 5, limit: 1 });
      expect(await orders.nextDue('check')).toBe(205);
    });

    test('many workers of two replicas at once get each due order once', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      const names = Array.from({ length: 30 }, (_, index) => `A-${index}`);
      for (const name of names) await orders.insert(sampleOrder(name), { check: 1 });
      const workers = Array.from({ length: 10 }, (_, index) => take(index % 2 ? orders : other, 1, 4));
      expect((await Promise.all(workers)).flat().sort()).toEqual(names.sort());
    });

    test('a claim keeps others away until it has run out, and then counts as a second attempt', async () => {
      const { orders, claim } = await claimed();
      expect(await take(orders, 100 + LEASE_MS - 1)).toEqual([]);
      const second = await claimOne(orders, 100 + LEASE_MS);
      expect(second).toMatchObject({ reference: 'A-1', attempt: 2 });
      expect(second.token).not.toBe(claim.token);
      expect(await claimOne(orders, 100 + 2 * LEASE_MS)).toMatchObject({ attempt: 3 });
    });

    test('a completion without a next turn ends the waiting, until somebody triggers the order again', async () => {
      const { orders, claim } = await claimed();
      await orders.complete(claim, NO_TURN);
      expect(await take(orders, Number.MAX_SAFE_INTEGER)).toEqual([]);
      await orders.trigger('check', referenceOf('A-1'), 300);
      expect(await claimOne(orders, 300)).toMatchObject({ attempt: 1 });
    });

    test('a completion with a next turn frees the order for that time, even if it is before the claim runs out', async () => {
      const { orders, claim } = await claimed();
      await orders.complete(claim, { at: 150, atIfTriggered: undefined });
      expect(await take(orders, 149)).toEqual([]);
      expect(await claimOne(orders, 150)).toMatchObject({ attempt: 1 });
    });

    test.each<[string, Reschedule, boolean, number | undefined]>([
      ['triggered, with a turn for that: that turn', { at: 900, atIfTriggered: 500 }, true, 500],
      ['triggered, with a turn only for that: that turn', { at: undefined, atIfTriggered: 500 }, true, 500],
      ['triggered, with no turn for that: the planned one', { at: 900, atIfTriggered: undefined }, true, 900],
      ['triggered, with no turn at all: none', NO_TURN, true, undefined],
      [
        'not triggered, with a turn for triggers: the planned one',
        { at: 900, atIfTriggered: 500 },
        false,
        900,
      ],
      [
        'not triggered, with a turn only for triggers: none',
        { at: undefined, atIfTriggered: 500 },
        false,
        undefined,
      ],
    ])('during a claim %s', async (_, next, triggered, due) => {
      const { orders, claim } = await claimed();
      if (triggered) await orders.trigger('check', referenceOf('A-1'), 120);
      expect(await take(orders, 130)).toEqual([]);
      await orders.complete(claim, next);
      expect(await orders.nextDue('check')).toBe(due);
    });

    test('a save during a claim triggers like any other', async () => {
      const { orders, claim } = await claimed();
      await orders.save(sampleOrder('A-1'), { check: 120 });
      await orders.complete(claim, { at: undefined, atIfTriggered: 500 });
      expect(await orders.nextDue('check')).toBe(500);
    });

    test('a trigger counts once: the claim after it begins untriggered', async () => {
      const { orders, claim } = await claimed();
      await orders.trigger('check', referenceOf('A-1'), 120);
      await orders.complete(claim, { at: undefined, atIfTriggered: 500 });
      await orders.complete(await claimOne(orders, 500), { at: undefined, atIfTriggered: 600 });
      expect(await orders.nextDue('check')).toBeUndefined();
    });

    test('a trigger during a claim that was never completed is answered by the claim after it', async () => {
      const { orders } = await claimed();
      await orders.trigger('check', referenceOf('A-1'), 120);
      const second = await claimOne(orders, 100 + LEASE_MS);
      await orders.complete(second, { at: undefined, atIfTriggered: 200 + LEASE_MS });
      expect(await orders.nextDue('check')).toBeUndefined();
    });

    test('a trigger after a claim has run out is heard by a slow worker that still completes it first', async () => {
      const { orders, claim } = await claimed();
      await orders.trigger('check', referenceOf('A-1'), 100 + LEASE_MS + 1);
      await orders.complete(claim, { at: undefined, atIfTriggered: 100 + LEASE_MS + 2 });
      expect(await orders.nextDue('check')).toBe(100 + LEASE_MS + 2);
    });

    test('the completion of a claim that went to another changes nothing', async () => {
      const { orders, claim } = await claimed();
      const second = await claimOne(orders, 100 + LEASE_MS);
      await orders.complete(claim, { at: 1, atIfTriggered: 1 });
      expect(await take(orders, 100 + LEASE_MS)).toEqual([]);
      await orders.complete(second, { at: 900, atIfTriggered: undefined });
      await orders.complete(second, NO_TURN);
      expect(await orders.nextDue('check')).toBe(900);
    });

    test('the completion of a claim whose order has since been completed and triggered changes nothing', async () => {
      const { orders, claim } = await claimed();
      await orders.complete(await claimOne(orders, 100 + LEASE_MS), NO_TURN);
      await orders.trigger('check', referenceOf('A-1'), 700);
      await orders.complete(claim, NO_TURN);
      expect(await orders.nextDue('check')).toBe(700);
    });

    test('attempts go on counting while it is uncertain whether the work was done, and begin anew when it was', async () => {
      const { orders, claim } = await claimed();
      await orders.complete(claim, { at: 200, atIfTriggered: undefined, mayBeHalfDone: true });
      const second = await claimOne(orders, 200);
      expect(second.attempt).toBe(2);
      await orders.complete(second, { at: 300, atIfTriggered: undefined, mayBeHalfDone: true });
      const third = await claimOne(orders, 300);
      expect(third.attempt).toBe(3);
      await orders.complete(third, { at: 400, atIfTriggered: undefined });
      expect(await claimOne(orders, 400)).toMatchObject({ attempt: 1 });
    });
  });
}

export async function take(orders: OrderStore, now: number, limit = 100): Promise<string[]> {
  const claims = await orders.claim('check', { now, leaseMs: LEASE_MS, limit });
  return claims.map((claim) => claim.reference);
}

export async function claimOne(orders: OrderStore, now: number): Promise<Claim> {
  const [claim] = await orders.claim('check', { now, leaseMs: LEASE_MS, limit: 1 });
  if (!claim) throw new Error(`nothing is due at ${now}`);
  return claim;
}

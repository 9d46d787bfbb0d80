// The queues' promises: every due order is given to one worker at a time, and no wake is lost.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Claim, Ledger, NextTurn } from '#store/store.ts';
import { sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

const NO_TURN: NextTurn = { at: undefined, againAt: undefined };
const LEASE_MS = 60_000;

export function queueContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, ledger: subject.store.ledger };
  }

  /** An order `A-1` due from 100 on in `look`, and claimed at 100. */
  async function claimed() {
    const { subject, ledger } = await fresh();
    await ledger.insert(sampleOrder('A-1'), { look: 100 });
    return { subject, ledger, claim: await claimOne(ledger, 100) };
  }

  describe('queues', () => {
    test('an order is due from the time of its wake on, in the queues that were woken', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'), { look: 100 });
      expect(await take(ledger, 99)).toEqual([]);
      expect(await ledger.claim('announce', { now: 100, leaseMs: LEASE_MS, limit: 9 })).toEqual([]);
      expect(await ledger.claim('look', { now: 100, leaseMs: LEASE_MS, limit: 9 })).toEqual([
        { queue: 'look', reference: 'A-1', token: expect.stringMatching(/./), attempt: 1 },
      ]);
    });

    test('a save wakes both queues, and each goes its own way', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'));
      await ledger.save(sampleOrder('A-1'), { look: 10, announce: 20 });
      expect(await ledger.nextDue('look')).toBe(10);
      expect(await ledger.nextDue('announce')).toBe(20);
      await ledger.finish(await claimOne(ledger, 10), NO_TURN);
      expect(await ledger.nextDue('look')).toBeUndefined();
      expect(await ledger.nextDue('announce')).toBe(20);
    });

    test('wakes outlive a restart', async () => {
      const { subject, ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'), { look: 100 });
      const reopened = await subject.reopen();
      expect(await take(reopened.ledger, 100)).toEqual(['A-1']);
    });

    test('a wake brings a turn forward and never puts it off', async () => {
      const { ledger } = await fresh();
      await ledger.insert(sampleOrder('A-1'), { look: 100 });
      await ledger.wake('look', 'A-1', 200);
      expect(await ledger.nextDue('look')).toBe(100);
      await ledger.wake('look', 'A-1', 50);
      expect(await ledger.nextDue('look')).toBe(50);
      expect(await take(ledger, 50)).toEqual(['A-1']);
    });

    test('a wake for a reference that is not in the ledger is left alone', async () => {
      const { ledger } = await fresh();
      await ledger.wake('look', 'NOBODY', 1);
      expect(await take(ledger, 100)).toEqual([]);
      expect(await ledger.nextDue('look')).toBeUndefined();
    });

    test('the oldest are given first, up to the limit', async () => {
      const { ledger } = await fresh();
      for (const at of [30, 10, 50, 20, 40]) await ledger.insert(sampleOrder(`A-${at}`), { look: at });
      expect(await take(ledger, 45, 0)).toEqual([]);
      expect(await take(ledger, 45, 2)).toEqual(['A-10', 'A-20']);
      expect(await take(ledger, 45, 9)).toEqual(['A-30', 'A-40']);
      expect(await take(ledger, 45, 9)).toEqual([]);
      expect(await take(ledger, 50, 9)).toEqual(['A-50']);
    });

    test('nextDue is the earliest turn; a claimed order is due again when its claim runs out', async () => {
      const { ledger } = await fresh();
      expect(await ledger.nextDue('look')).toBeUndefined();
      await ledger.insert(sampleOrder('A-1'), { look: 200 });
      await ledger.insert(sampleOrder('A-2'), { look: 100 });
      expect(await ledger.nextDue('look')).toBe(100);
      await claimOne(ledger, 100);
      expect(await ledger.nextDue('look')).toBe(200);
      await ledger.claim('look', { now: 200, leaseMs: 5, limit: 1 });
      expect(await ledger.nextDue('look')).toBe(205);
    });

    test('many workers of two replicas at once get each due order once', async () => {
      const { subject, ledger } = await fresh();
      const other = (await subject.another()).ledger;
      const names = Array.from({ length: 30 }, (_, index) => `A-${index}`);
      for (const name of names) await ledger.insert(sampleOrder(name), { look: 1 });
      const workers = Array.from({ length: 10 }, (_, index) => take(index % 2 ? ledger : other, 1, 4));
      expect((await Promise.all(workers)).flat().sort()).toEqual(names.sort());
    });

    test('a claim keeps others away until it has run out, and then counts as a second attempt', async () => {
      const { ledger, claim } = await claimed();
      expect(await take(ledger, 100 + LEASE_MS - 1)).toEqual([]);
      const second = await claimOne(ledger, 100 + LEASE_MS);
      expect(second).toMatchObject({ reference: 'A-1', attempt: 2 });
      expect(second.token).not.toBe(claim.token);
      expect(await claimOne(ledger, 100 + 2 * LEASE_MS)).toMatchObject({ attempt: 3 });
    });

    test('a finish without a next turn ends the waiting, until somebody wakes the order again', async () => {
      const { ledger, claim } = await claimed();
      await ledger.finish(claim, NO_TURN);
      expect(await take(ledger, Number.MAX_SAFE_INTEGER)).toEqual([]);
      await ledger.wake('look', 'A-1', 300);
      expect(await claimOne(ledger, 300)).toMatchObject({ attempt: 1 });
    });

    test('a finish with a next turn frees the order for that time, even if it is before the claim runs out', async () => {
      const { ledger, claim } = await claimed();
      await ledger.finish(claim, { at: 150, againAt: undefined });
      expect(await take(ledger, 149)).toEqual([]);
      expect(await claimOne(ledger, 150)).toMatchObject({ attempt: 1 });
    });

    test.each<[string, NextTurn, boolean, number | undefined]>([
      ['woken, with a turn for that: that turn', { at: 900, againAt: 500 }, true, 500],
      ['woken, with a turn only for that: that turn', { at: undefined, againAt: 500 }, true, 500],
      ['woken, with no turn for that: the planned one', { at: 900, againAt: undefined }, true, 900],
      ['woken, with no turn at all: none', NO_TURN, true, undefined],
      ['not woken, with a turn for waking: the planned one', { at: 900, againAt: 500 }, false, 900],
      ['not woken, with a turn only for waking: none', { at: undefined, againAt: 500 }, false, undefined],
    ])('during a claim %s', async (_, next, woken, due) => {
      const { ledger, claim } = await claimed();
      if (woken) await ledger.wake('look', 'A-1', 120);
      expect(await take(ledger, 130)).toEqual([]);
      await ledger.finish(claim, next);
      expect(await ledger.nextDue('look')).toBe(due);
    });

    test('a save during a claim wakes like any other', async () => {
      const { ledger, claim } = await claimed();
      await ledger.save(sampleOrder('A-1'), { look: 120 });
      await ledger.finish(claim, { at: undefined, againAt: 500 });
      expect(await ledger.nextDue('look')).toBe(500);
    });

    test('a wake is heard once: the claim after it begins unwoken', async () => {
      const { ledger, claim } = await claimed();
      await ledger.wake('look', 'A-1', 120);
      await ledger.finish(claim, { at: undefined, againAt: 500 });
      await ledger.finish(await claimOne(ledger, 500), { at: undefined, againAt: 600 });
      expect(await ledger.nextDue('look')).toBeUndefined();
    });

    test('a wake during a claim that was never finished is answered by the claim after it', async () => {
      const { ledger } = await claimed();
      await ledger.wake('look', 'A-1', 120);
      const second = await claimOne(ledger, 100 + LEASE_MS);
      await ledger.finish(second, { at: undefined, againAt: 200 + LEASE_MS });
      expect(await ledger.nextDue('look')).toBeUndefined();
    });

    test('a wake after a claim has run out is heard by a slow worker that still finishes first', async () => {
      const { ledger, claim } = await claimed();
      await ledger.wake('look', 'A-1', 100 + LEASE_MS + 1);
      await ledger.finish(claim, { at: undefined, againAt: 100 + LEASE_MS + 2 });
      expect(await ledger.nextDue('look')).toBe(100 + LEASE_MS + 2);
    });

    test('the finish of a claim that went to another changes nothing', async () => {
      const { ledger, claim } = await claimed();
      const second = await claimOne(ledger, 100 + LEASE_MS);
      await ledger.finish(claim, { at: 1, againAt: 1 });
      expect(await take(ledger, 100 + LEASE_MS)).toEqual([]);
      await ledger.finish(second, { at: 900, againAt: undefined });
      await ledger.finish(second, NO_TURN);
      expect(await ledger.nextDue('look')).toBe(900);
    });

    test('the finish of a claim whose order has since been finished and woken changes nothing', async () => {
      const { ledger, claim } = await claimed();
      await ledger.finish(await claimOne(ledger, 100 + LEASE_MS), NO_TURN);
      await ledger.wake('look', 'A-1', 700);
      await ledger.finish(claim, NO_TURN);
      expect(await ledger.nextDue('look')).toBe(700);
    });

    test('attempts go on counting while it is unsure whether the work was done, and begin anew when it was', async () => {
      const { ledger, claim } = await claimed();
      await ledger.finish(claim, { at: 200, againAt: undefined, unsure: true });
      const second = await claimOne(ledger, 200);
      expect(second.attempt).toBe(2);
      await ledger.finish(second, { at: 300, againAt: undefined, unsure: true });
      const third = await claimOne(ledger, 300);
      expect(third.attempt).toBe(3);
      await ledger.finish(third, { at: 400, againAt: undefined });
      expect(await claimOne(ledger, 400)).toMatchObject({ attempt: 1 });
    });
  });
}

async function take(ledger: Ledger, now: number, limit = 100): Promise<string[]> {
  const claims = await ledger.claim('look', { now, leaseMs: LEASE_MS, limit });
  return claims.map((claim) => claim.reference);
}

async function claimOne(ledger: Ledger, now: number): Promise<Claim> {
  const [claim] = await ledger.claim('look', { now, leaseMs: LEASE_MS, limit: 1 });
  if (!claim) throw new Error(`nothing is due at ${now}`);
  return claim;
}

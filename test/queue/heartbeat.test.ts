// Claims are short and renewed: others get an order soon after its process has died, and never while it is being worked on.
import { describe, expect, onTestFinished, test } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import { ClaimLost, holdClaim } from '#queue/held-claim.ts';
import { type Rig, startRig } from '#test/payments/status/rig.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { DONE, gate, startWorker } from './worker-rig.ts';

/** What another process would get now. */
async function takenByOthers({ orders, clock }: Rig) {
  const claims = await orders.claim('check', { now: clock.now(), leaseMs: LEASE_MS, limit: 9 });
  return claims.map(({ reference, attempt }) => [reference, attempt]);
}

/** An order that a worker works on until the test opens the gate. `isFrozen`: its process stands still. */
async function underWay() {
  const rig = await startRig();
  rig.clock.hold();
  await rig.put('INV-1', {}, 'check');
  const { open, opened } = gate();
  const frozen = { now: rig.clock.now, after: () => () => {} };
  return { rig, open, opened, frozen };
}

describe('a worker’s claims', () => {
  test('a claim is renewed while its work runs, however long that takes', async () => {
    const { rig, open, opened } = await underWay();
    const { claims } = startWorker(rig, () => opened.then(() => DONE));
    await expect.poll(() => claims).toHaveLength(1);
    for (let seconds = 0; seconds < 120; seconds += 3) {
      const renewedUntil = rig.clock.now() + LEASE_MS;
      rig.clock.advance(3_000);
      await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > renewedUntil).toBe(true);
      expect(await takenByOthers(rig)).toEqual([]);
    }
    open();
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
    expect(claims).toHaveLength(1);
  });

  test('a process that stood still for an hour, with nobody else there, goes on and claims nothing twice', async () => {
    const { rig, open, opened } = await underWay();
    const { claims, logged } = startWorker(rig, async (claim) => {
      await opened;
      await claim.confirm();
      return DONE;
    });
    await expect.poll(() => claims).toHaveLength(1);
    rig.clock.advance(3_600_000);
    await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > rig.clock.now()).toBe(true);
    open();
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
    expect(claims).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  test('others get the order of a process that stands still within eight seconds, as a second attempt', async () => {
    const { rig, opened, open, frozen } = await underWay();
    const { claims } = startWorker(rig, () => opened.then(() => DONE), { clock: frozen });
    onTestFinished(open);
    await expect.poll(() => claims).toHaveLength(1);
    rig.clock.advance(7_999);
    expect(await takenByOthers(rig)).toEqual([]);
    rig.clock.advance(1);
    expect(await takenByOthers(rig)).toEqual([['INV-1', 2]]);
  });

  test('a process that wakes after another has its order stops before its next call, and changes nothing in the queue', async () => {
    const { rig, open, opened, frozen } = await underWay();
    let calls = 0;
    const work = async (claim: Parameters<Parameters<typeof startWorker>[1]>[0]) => {
      await claim.confirm();
      calls += 1;
      await opened;
      await claim.confirm();
      calls += 1;
      return DONE;
    };
    const { claims, logged, about } = startWorker(rig, work, { clock: frozen });
    await expect.poll(() => calls).toBe(1);
    rig.clock.advance(10_000);
    expect(await takenByOthers(rig)).toEqual([['INV-1', 2]]);
    const due = await rig.orders.nextDue('check');
    open();
    await expect.poll(() => logged).toEqual(['a claim ran out before its work was done']);
    expect(about).toEqual([{ queue: 'check', reference: 'INV-1', attempt: 1 }]);
    expect([calls, claims.length]).toEqual([1, 1]);
    expect(await rig.orders.nextDue('check')).toBe(due);
  });

  test('a worker that is being stopped goes on renewing until its work has ended', async () => {
    const { rig, open, opened } = await underWay();
    const { worker, claims } = startWorker(rig, () => opened.then(() => DONE));
    await expect.poll(() => claims).toHaveLength(1);
    const stopping = worker.stop();
    for (let round = 0; round < 5; round += 1) {
      const renewedUntil = rig.clock.now() + LEASE_MS;
      rig.clock.advance(3_000);
      await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > renewedUntil).toBe(true);
    }
    expect(await takenByOthers(rig)).toEqual([]);
    open();
    await stopping;
    expect(await rig.orders.nextDue('check')).toBeUndefined();
  });

  test('a worker claims nothing while it cannot renew what it works on', async () => {
    const { rig, open, opened } = await underWay();
    let isDown = false;
    const renew: typeof rig.orders.renew = async (...about) => {
      if (isDown) throw new Error('the store is down');
      return rig.orders.renew(...about);
    };
    const orders = { ...rig.orders, renew };
    const { claims, logged } = startWorker(rig, () => opened.then(() => DONE), { orders });
    await expect.poll(() => claims).toHaveLength(1);
    isDown = true;
    rig.clock.advance(20_000);
    // Each round says so again, and a slow machine gets to a second one.
    await expect.poll(() => [...new Set(logged)]).toEqual(['the store did not answer; due orders wait']);
    expect(claims).toHaveLength(1);
    isDown = false;
    rig.clock.advance(2_000);
    await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > rig.clock.now()).toBe(true);
    open();
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
    expect(claims).toHaveLength(1);
  });
});

describe('an order that is held', () => {
  test('an order that is held is renewed and kept from the worker, takes none of its places, and is free after the end', async () => {
    const rig = await startRig();
    rig.clock.hold();
    const { worker, claims } = startWorker(rig, () => DONE, { limit: 1 });
    await rig.orders.insert(sampleOrder('INV-1'), { check: rig.clock.now() + 60_000 });
    const hold = await worker.hold(referenceOf('INV-1'));
    expect(hold?.claim).toMatchObject({ reference: 'INV-1', attempt: 1 });
    expect(await worker.hold(referenceOf('INV-1'))).toBeUndefined();
    for (let seconds = 0; seconds < 90; seconds += 3) {
      const renewedUntil = rig.clock.now() + LEASE_MS;
      rig.clock.advance(3_000);
      await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > renewedUntil).toBe(true);
    }
    expect(claims).toEqual([]);
    await rig.put('INV-2', {}, 'check');
    await expect.poll(() => claims.map(({ reference }) => reference)).toEqual(['INV-2']);
    hold?.end({ at: rig.clock.now(), atIfTriggered: undefined });
    await expect.poll(() => claims.map(({ reference }) => reference)).toEqual(['INV-2', 'INV-1']);
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
  });

  test('a worker that is stopped stores the end of what was held first', async () => {
    const rig = await startRig();
    const { worker } = startWorker(rig, () => DONE);
    await rig.orders.insert(sampleOrder('INV-1'), { check: rig.clock.now() + 60_000 });
    const hold = await worker.hold(referenceOf('INV-1'));
    hold?.end({ at: undefined, atIfTriggered: undefined });
    await worker.stop();
    expect(await rig.orders.nextDue('check')).toBeUndefined();
  });
});

describe('a claim', () => {
  async function claimed() {
    const rig = await startRig();
    rig.clock.hold();
    await rig.put('INV-1', {}, 'check');
    const [claim] = await rig.orders.claim('check', { now: rig.clock.now(), leaseMs: LEASE_MS, limit: 1 });
    if (!claim) throw new Error('nothing was due');
    let renewals = 0;
    const renew: typeof rig.orders.renew = async (...about) => {
      renewals += 1;
      return rig.orders.renew(...about);
    };
    const deps = { orders: { renew }, clock: rig.clock, leaseMs: LEASE_MS };
    const held = holdClaim(claim, rig.clock.now(), deps);
    return { rig, claim, deps, held, renewals: () => renewals };
  }

  test('confirming a fresh claim costs no call; an older one is renewed, so the clock of another process may be four seconds ahead', async () => {
    const { rig, held, renewals } = await claimed();
    await held.claim.confirm();
    rig.clock.advance(3_999);
    await held.claim.confirm();
    expect(renewals()).toBe(0);
    rig.clock.advance(1);
    await held.claim.confirm();
    expect(renewals()).toBe(1);
    expect(await rig.orders.nextDue('check')).toBe(rig.clock.now() + LEASE_MS);
  });

  test('a claim whose clock was set back is renewed before it is confirmed', async () => {
    const { rig, held, renewals } = await claimed();
    rig.clock.advance(-60_000);
    await held.claim.confirm();
    expect(renewals()).toBe(1);
  });

  test('a process that stands still while it renews does not trust the late answer', async () => {
    const { rig, claim, deps } = await claimed();
    const renew: typeof rig.orders.renew = async (...about) => {
      const answer = await rig.orders.renew(...about);
      if (await rig.orders.get(referenceOf('INV-1'))) rig.clock.advance(LEASE_MS + 1);
      await rig.orders.claim('check', { now: rig.clock.now(), leaseMs: LEASE_MS, limit: 1 });
      return answer;
    };
    const held = holdClaim(claim, rig.clock.now() - 5_000, { ...deps, orders: { renew } });
    const lost = await held.claim.confirm().catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ClaimLost);
    expect(String(lost)).toBe('ClaimLost: another process has claimed order INV-1');
  });

  test('a claim is kept by renewing it after a quarter of its time, and no more once another process has it', async () => {
    const { rig, held, renewals } = await claimed();
    await held.keep();
    expect(renewals()).toBe(0);
    rig.clock.advance(2_000);
    await held.keep();
    await held.keep();
    expect(renewals()).toBe(1);
    rig.clock.advance(LEASE_MS + 1);
    expect(await takenByOthers(rig)).toEqual([['INV-1', 2]]);
    await held.keep();
    await held.keep();
    expect(renewals()).toBe(2);
  });

  test('a claim that cannot be renewed is not confirmed', async () => {
    const { rig, claim, deps } = await claimed();
    const renew = () => Promise.reject(new Error('the store is down'));
    const held = holdClaim(claim, rig.clock.now() - 5_000, { ...deps, orders: { renew } });
    await expect(held.claim.confirm()).rejects.toThrow('the store is down');
  });
});

// The worker: each due order once, failed work again later, and no order forgotten.
import { describe, expect, test } from 'vitest';
import { backoff } from '#queue/worker.ts';
import { startRig } from '#test/payments/status/rig.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { DONE, gate, startWorker } from './worker-rig.ts';

describe('a worker', () => {
  test('a worker works once on each order that is due, and on no other', async () => {
    const rig = await startRig();
    await rig.put('due', {}, 'check');
    await rig.put('elsewhere', {}, 'deliver');
    await rig.put('idle');
    const { claims } = startWorker(rig, () => DONE);
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
    rig.clock.advance(3_600_000);
    await rig.put('later', {}, 'check');
    // The worker may just be between two rounds, and a round is a second.
    await expect.poll(() => claims.map(({ reference }) => reference)).toEqual(['due', 'later']);
  });

  test('a worker claims an order again when its work said so, as a first attempt', async () => {
    const rig = await startRig();
    await rig.put('INV-1', {}, 'check');
    const { claims } = startWorker(rig, () => ({
      at: rig.clock.now() + 3_600_000,
      atIfTriggered: undefined,
    }));
    await expect.poll(() => claims).toHaveLength(1);
    await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > rig.clock.now()).toBe(true);
    rig.clock.advance(3_600_000);
    await expect.poll(() => claims.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  test('a worker repeats failed work, later each time, and counts the attempts', async () => {
    const rig = await startRig();
    await rig.put('INV-1', {}, 'check');
    const failedAt: number[] = [];
    const { claims, logged } = startWorker(rig, () => {
      failedAt.push(rig.clock.now());
      if (failedAt.length < 4) throw new Error('the service is down');
      return DONE;
    });
    for (const tries of [1, 2, 3]) {
      await expect.poll(() => claims).toHaveLength(tries);
      const earliest = (failedAt.at(-1) ?? 0) + backoff(tries);
      // Until the failure is stored it is the claim that ends then.
      const isPlanned = (due = 0) => due >= earliest && due <= rig.clock.now() + backoff(tries);
      await expect.poll(async () => isPlanned(await rig.orders.nextDue('check'))).toBe(true);
      rig.clock.advance(backoff(tries));
    }
    await expect.poll(() => claims.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
    expect(logged).toEqual(Array.from({ length: 3 }, () => 'work on an order failed'));
  });

  test('a worker goes on with other orders while one always fails', async () => {
    const rig = await startRig();
    await rig.put('bad', {}, 'check');
    await rig.put('good', {}, 'check');
    const { claims } = startWorker(rig, ({ reference }) => {
      if (reference === 'bad') throw new Error('again');
      return DONE;
    });
    await expect.poll(() => claims.map(({ reference }) => reference)).toContain('good');
  });

  test('a worker works on its limit of orders at a time, until all are done', async () => {
    const rig = await startRig();
    for (let number = 0; number < 7; number += 1) await rig.put(`INV-${number}`, {}, 'check');
    let now = 0;
    let most = 0;
    const { claims } = startWorker(
      rig,
      async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return DONE;
      },
      { limit: 3 },
    );
    await expect.poll(() => claims).toHaveLength(7);
    expect(most).toBe(3);
    expect(new Set(claims.map(({ reference }) => reference)).size).toBe(7);
  });

  test('a worker that is triggered claims at once, without waiting for its next round', async () => {
    const rig = await startRig();
    const neverRings = { now: rig.clock.now, after: () => () => {} };
    const { worker, claims } = startWorker(rig, () => DONE, { clock: neverRings });
    await rig.put('INV-1', {}, 'check');
    worker.trigger();
    worker.trigger();
    await expect.poll(() => claims).toHaveLength(1);
  });

  test('an order that is triggered while a worker works on it is claimed again', async () => {
    const rig = await startRig();
    await rig.put('INV-1', {}, 'check');
    const { open, opened } = gate();
    const { claims } = startWorker(rig, async () => {
      await opened;
      return { at: undefined, atIfTriggered: rig.clock.now() };
    });
    await expect.poll(() => claims).toHaveLength(1);
    await rig.orders.trigger('check', referenceOf('INV-1'), rig.clock.now());
    open();
    await expect.poll(() => claims).toHaveLength(2);
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
  });
});

describe('an answered call', () => {
  test('failed work is tried again at once with an answered call, but what always fails no more than once a minute', async () => {
    const rig = await startRig();
    rig.clock.hold();
    await rig.put('INV-1', {}, 'check');
    const { worker, claims } = startWorker(rig, () => {
      throw new Error('the service is down');
    });
    const isWaiting = async (tries: number) => {
      const due = await rig.orders.nextDue('check');
      return claims.length === tries && due === rig.clock.now() + backoff(tries);
    };
    for (const tries of [1, 2, 3, 4, 5]) {
      await expect.poll(() => isWaiting(tries)).toBe(true);
      if (tries < 5) rig.clock.advance(backoff(tries));
    }
    worker.answered();
    worker.answered();
    await expect.poll(() => isWaiting(6)).toBe(true);
    for (let call = 0; call < 5; call += 1) {
      rig.clock.advance(10_000);
      worker.answered();
    }
    expect(claims).toHaveLength(6);
    rig.clock.advance(10_000);
    worker.answered();
    await expect.poll(() => claims.length).toBe(7);
  });
});

describe('a store that is down', () => {
  test('a worker claims again after the store was down', async () => {
    const rig = await startRig();
    await rig.put('INV-1', {}, 'check');
    let outages = 2;
    const claim: typeof rig.orders.claim = async (...about) => {
      outages -= 1;
      if (outages >= 0) throw new Error('the store is down');
      return rig.orders.claim(...about);
    };
    const { claims, logged } = startWorker(rig, () => DONE, { orders: { ...rig.orders, claim } });
    for (const times of [1, 2]) {
      await expect.poll(() => logged).toHaveLength(times);
      rig.clock.advance(1_000);
    }
    await expect.poll(() => claims).toHaveLength(1);
  });

  test('an order whose claim could not be completed is completed when the store is back, and not worked on again', async () => {
    const rig = await startRig();
    await rig.put('INV-1', {}, 'check');
    let outages = 3;
    const complete: typeof rig.orders.complete = async (...about) => {
      outages -= 1;
      if (outages >= 0) throw new Error('the store is down');
      return rig.orders.complete(...about);
    };
    const { claims, logged } = startWorker(rig, () => DONE, { orders: { ...rig.orders, complete } });
    for (const times of [1, 2, 3]) {
      await expect.poll(() => logged).toEqual(Array(times).fill('a claim could not be finished'));
      // Longer than a lease: the claim is renewed until it is completed.
      rig.clock.advance(10_000);
    }
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
    expect(claims).toHaveLength(1);
  });

  test('an order whose claim could not be completed for a minute and a half is claimed again as a second attempt', async () => {
    const rig = await startRig();
    await rig.put('INV-1', {}, 'check');
    let first: string | undefined;
    const complete: typeof rig.orders.complete = async (claim, next) => {
      first ??= claim.token;
      if (claim.token === first) throw new Error('the store refuses this one');
      return rig.orders.complete(claim, next);
    };
    const { claims, logged } = startWorker(rig, () => DONE, { orders: { ...rig.orders, complete } });
    await expect.poll(() => logged).toEqual(['a claim could not be finished']);
    rig.clock.advance(91_000);
    await expect.poll(() => logged).toHaveLength(2);
    rig.clock.advance(10_000);
    await expect.poll(() => claims.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
  });
});

test('the backoff doubles from two seconds to ten minutes, and stays there', () => {
  expect([1, 2, 3, 4, 5].map(backoff)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
  expect([9, 10, 11, 50, 10_000].map(backoff)).toEqual([512_000, 600_000, 600_000, 600_000, 600_000]);
});

// The rounds of a worker: what it asks the store in each, what it does without waiting for the next, and what it leaves behind.
import { expect, test } from 'vitest';
import { type Rig, startRig } from '#test/payments/status/rig.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { DONE, gate, startWorker } from './worker-rig.ts';

/** A clock whose timers ring only when the test says so. */
function silentClock(rig: Rig) {
  const timers = new Set<() => void>();
  return {
    now: rig.clock.now,
    after(_ms: number, ring: () => void) {
      timers.add(ring);
      return () => void timers.delete(ring);
    },
    waiting: () => timers.size,
    ring() {
      for (const one of [...timers]) {
        timers.delete(one);
        one();
      }
    },
  };
}

/** Some turns of the event loop, in which the embedded store answers. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a worker that was not started asks the store for nothing when it is triggered', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  let asked = 0;
  const claim: typeof rig.orders.claim = (...about) => {
    asked += 1;
    return rig.orders.claim(...about);
  };
  const clock = silentClock(rig);
  const { worker } = startWorker(rig, () => DONE, {
    isStarted: false,
    clock,
    orders: { ...rig.orders, claim },
  });
  worker.trigger();
  await someTurns();
  expect([asked, clock.waiting()]).toEqual([0, 0]);
});

test('a worker that is triggered in the middle of a round takes another one right after it', async () => {
  const rig = await startRig();
  const { open, opened } = gate();
  let rounds = 0;
  const nextDue: typeof rig.orders.nextDue = async (queue) => {
    rounds += 1;
    await opened;
    return rig.orders.nextDue(queue);
  };
  const clock = silentClock(rig);
  const { worker, claims } = startWorker(rig, () => DONE, { clock, orders: { ...rig.orders, nextDue } });
  await expect.poll(() => rounds).toBe(1);
  await rig.put('INV-1', {}, 'check');
  worker.trigger();
  open();
  await expect.poll(() => claims).toHaveLength(1);
});

test('a worker has one timer at a time, and none after it was stopped', async () => {
  const rig = await startRig();
  const clock = silentClock(rig);
  const { worker } = startWorker(rig, () => DONE, { clock });
  for (let round = 0; round < 3; round += 1) {
    await expect.poll(clock.waiting).toBe(1);
    worker.trigger();
    expect(clock.waiting()).toBe(0);
  }
  await worker.stop();
  expect(clock.waiting()).toBe(0);
  worker.trigger();
  await someTurns();
  expect(clock.waiting()).toBe(0);
});

test('a worker that waits for its next round when it is stopped leaves no timer', async () => {
  const rig = await startRig();
  const clock = silentClock(rig);
  const { worker } = startWorker(rig, () => DONE, { clock });
  await expect.poll(clock.waiting).toBe(1);
  await worker.stop();
  expect(clock.waiting()).toBe(0);
});

test('a worker claims as soon as one of its orders is done, and asks when the next is due only with hands free', async () => {
  const rig = await startRig();
  for (const name of ['INV-1', 'INV-2']) await rig.put(name, {}, 'check');
  const asked: string[] = [];
  const orders: typeof rig.orders = {
    ...rig.orders,
    claim: (...about) => {
      asked.push('claim');
      return rig.orders.claim(...about);
    },
    nextDue: (...about) => {
      asked.push('nextDue');
      return rig.orders.nextDue(...about);
    },
  };
  const { claims } = startWorker(rig, () => DONE, { limit: 1, clock: silentClock(rig), orders });
  await expect.poll(() => claims).toHaveLength(2);
  await expect.poll(() => asked).toEqual(['claim', 'claim', 'claim', 'nextDue']);
});

test('a worker sleeps until the next order is due', async () => {
  const rig = await startRig();
  rig.clock.hold();
  const waits: number[] = [];
  const clock = {
    now: rig.clock.now,
    after(ms: number) {
      waits.push(ms);
      return () => {};
    },
  };
  await rig.orders.insert(sampleOrder('INV-1'), { check: rig.clock.now() + 700 });
  const { claims } = startWorker(rig, () => DONE, { clock });
  await expect.poll(() => waits).toEqual([700]);
  expect(claims).toEqual([]);
});

test('what was done or held is not renewed any more, and what was held is claimed as soon as it is due', async () => {
  const rig = await startRig();
  let renewals = 0;
  const renew: typeof rig.orders.renew = (...about) => {
    renewals += 1;
    return rig.orders.renew(...about);
  };
  const clock = silentClock(rig);
  const { worker, claims } = startWorker(rig, () => DONE, { clock, orders: { ...rig.orders, renew } });
  await rig.put('INV-1', {}, 'check');
  worker.trigger();
  await expect.poll(() => claims).toHaveLength(1);
  await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();

  await rig.orders.insert(sampleOrder('INV-2'), { check: rig.clock.now() + 60_000 });
  const hold = await worker.hold(referenceOf('INV-2'));
  hold?.end({ at: rig.clock.now(), atIfTriggered: undefined });
  await expect.poll(() => claims).toHaveLength(2);
  await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();

  await expect.poll(clock.waiting).toBe(1);
  rig.clock.advance(5_000);
  clock.ring();
  await expect.poll(clock.waiting).toBe(1);
  expect(renewals).toBe(0);
});

test('a worker is stopped although the store never completes what it has in hand', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  let tries = 0;
  const complete = async () => {
    tries += 1;
    throw new Error('the store is down');
  };
  const clock = silentClock(rig);
  const { worker } = startWorker(rig, () => DONE, { clock, orders: { ...rig.orders, complete } });
  await expect.poll(() => tries).toBe(1);
  await expect.poll(clock.waiting).toBeGreaterThan(0);
  await worker.stop();
  expect(tries).toBe(2);
});

test('the end of work is not tried to be stored any more after a minute and a half', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  const tried: string[] = [];
  const complete: typeof rig.orders.complete = async ({ token }) => {
    tried.push(token);
    throw new Error('the store is down');
  };
  const { logged } = startWorker(rig, () => DONE, { orders: { ...rig.orders, complete } });
  await expect.poll(() => tried).toHaveLength(1);
  rig.clock.advance(91_000);
  await expect.poll(() => tried).toHaveLength(2);
  for (let second = 0; second < 12; second += 1) {
    rig.clock.advance(1_000);
    await someTurns();
  }
  expect(tried.filter((token) => token === tried[0])).toHaveLength(2);
  expect(logged).toContain('a claim could not be finished');
});

test('work that was done is not tried again with an answered call', async () => {
  const rig = await startRig();
  let retries = 0;
  const retryNow: typeof rig.orders.retryNow = (...about) => {
    retries += 1;
    return rig.orders.retryNow(...about);
  };
  const { worker, claims } = startWorker(rig, () => DONE, { orders: { ...rig.orders, retryNow } });
  // An earlier process may have left some.
  worker.answered();
  await rig.put('INV-1', {}, 'check');
  worker.trigger();
  await expect.poll(() => claims).toHaveLength(1);
  await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
  rig.clock.advance(120_000);
  worker.answered();
  expect(retries).toBe(1);
});

/** The clock moves by each step, then a call is answered. When it is tried again, in ms from the start; the store is down. */
async function retriedAfter(steps: readonly number[]) {
  const rig = await startRig();
  rig.clock.hold();
  const startedAt = rig.clock.now();
  const retried: number[] = [];
  const retryNow: typeof rig.orders.retryNow = async (_queue, now) => {
    retried.push(now - startedAt);
    throw new Error('the store is down');
  };
  const { worker, states } = startWorker(rig, () => DONE, { orders: { ...rig.orders, retryNow } });
  for (const step of steps) {
    rig.clock.advance(step);
    worker.answered();
    await someTurns();
  }
  return { retried, failures: states.filter((state) => state === 'store fails').length };
}

test('what waits for another try is tried again a minute after the last time, and not before', async () => {
  const { retried, failures } = await retriedAfter([0, 59_999, 1]);
  expect(retried).toEqual([0, 60_000]);
  expect(failures).toBe(2);
});

test('what waits for another try is tried again also after the clock was set back', async () => {
  const { retried } = await retriedAfter([0, -3 * 60 * 60_000]);
  expect(retried).toEqual([0, -3 * 60 * 60_000]);
});

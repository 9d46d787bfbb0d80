// What a worker says of the store and of failed work, and how it takes up again what waits for another try.
import { expect, test } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import { startRig } from '#test/payments/status/rig.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { DONE, gate, startWorker } from './worker-rig.ts';

const MINUTE = 60_000;

test('what a worker logs of failed work names the error, the queue, the order and the attempt', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  const err = new Error('the service is down');
  const { about } = startWorker(rig, () => Promise.reject(err));
  await expect.poll(() => about).toEqual([{ err, queue: 'check', reference: 'INV-1', attempt: 1 }]);
});

test('what a worker logs of a claim that it cannot complete names the error, the queue and the order', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  const err = new Error('the store is down');
  let isDown = true;
  const complete: typeof rig.orders.complete = (...given) =>
    isDown ? Promise.reject(err) : rig.orders.complete(...given);
  const { about } = startWorker(rig, () => DONE, { orders: { ...rig.orders, complete } });
  await expect.poll(() => about).toEqual([{ err, queue: 'check', reference: 'INV-1' }]);
  isDown = false;
  rig.clock.advance(1_000);
  await expect.poll(() => rig.orders.nextDue('check')).toBeUndefined();
});

test('a worker says that the store fails, with the error, and that it answers again', async () => {
  const rig = await startRig();
  const err = new Error('the store is down');
  let isDown = true;
  const claim: typeof rig.orders.claim = (...given) =>
    isDown ? Promise.reject(err) : rig.orders.claim(...given);
  const { states, about } = startWorker(rig, () => DONE, { orders: { ...rig.orders, claim } });
  await expect.poll(() => states).toEqual(['store fails']);
  expect(about).toEqual([err]);
  isDown = false;
  rig.clock.advance(1_000);
  await expect.poll(() => states.slice(1, 2)).toEqual(['store: The store answers']);
});

test('a worker claims its eight orders at a time for eight seconds, and only of its own queue', async () => {
  const rig = await startRig();
  const asked: unknown[] = [];
  const claim: typeof rig.orders.claim = (queue, options) => {
    asked.push([queue, options.leaseMs, options.limit]);
    return rig.orders.claim(queue, options);
  };
  const { claims } = startWorker(rig, () => DONE, { orders: { ...rig.orders, claim } });
  await expect.poll(() => asked[0]).toEqual(['check', 8_000, 8]);
  expect(claims).toEqual([]);
});

test('a worker that has its hands full claims nothing until one of its orders is done', async () => {
  const rig = await startRig();
  for (const name of ['INV-1', 'INV-2', 'INV-3']) await rig.put(name, {}, 'check');
  const limits: number[] = [];
  const claim: typeof rig.orders.claim = (queue, options) => {
    limits.push(options.limit);
    return rig.orders.claim(queue, options);
  };
  const { open, opened } = gate();
  const { worker, claims } = startWorker(rig, () => opened.then(() => DONE), {
    limit: 2,
    orders: { ...rig.orders, claim },
  });
  await expect.poll(() => claims).toHaveLength(2);
  for (let round = 0; round < 5; round += 1) {
    worker.trigger();
    rig.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(limits).toEqual([2]);
  open();
  await expect.poll(() => claims).toHaveLength(3);
  expect(limits.every((limit) => limit > 0)).toBe(true);
});

test('a worker wakes when the next order is due, and not only with its next round', async () => {
  const rig = await startRig();
  rig.clock.hold();
  const waits: number[] = [];
  const clock = {
    now: rig.clock.now,
    after(ms: number, fire: () => void) {
      waits.push(ms);
      return rig.clock.after(ms, fire);
    },
  };
  await rig.orders.insert(sampleOrder('INV-1'), { check: rig.clock.now() + 700 });
  const { claims } = startWorker(rig, () => DONE, { clock });
  await expect.poll(() => waits.length).toBeGreaterThan(0);
  expect(waits[0]).toBeGreaterThan(0);
  expect(waits[0]).toBeLessThanOrEqual(700);
  rig.clock.advance(700);
  await expect.poll(() => waits.at(-1)).toBe(1_000);
  expect(claims).toHaveLength(1);
});

test('an answered call tries nothing again before the start, or while nothing has failed', async () => {
  const rig = await startRig();
  let retries = 0;
  const retryNow: typeof rig.orders.retryNow = async (...given) => {
    retries += 1;
    return rig.orders.retryNow(...given);
  };
  const { worker } = startWorker(rig, () => DONE, { orders: { ...rig.orders, retryNow } });
  // An earlier process may have left some.
  worker.answered();
  await expect.poll(() => retries).toBe(1);
  rig.clock.advance(2 * MINUTE);
  worker.answered();
  rig.clock.advance(2 * MINUTE);
  worker.answered();
  expect(retries).toBe(1);
  await worker.stop();
  await rig.put('INV-1', {}, 'check');
  worker.answered();
  expect(retries).toBe(1);
});

test('what an answered call could not make due, because the store was down, is made due by one a minute later', async () => {
  const rig = await startRig();
  rig.clock.hold();
  const err = new Error('the store is down');
  let retries = 0;
  const retryNow: typeof rig.orders.retryNow = async (...given) => {
    retries += 1;
    if (retries === 1) throw err;
    return rig.orders.retryNow(...given);
  };
  const { worker, logged, about } = startWorker(rig, () => DONE, { orders: { ...rig.orders, retryNow } });
  worker.answered();
  await expect.poll(() => logged).toEqual(['the store did not answer; due orders wait']);
  expect(about).toEqual([err]);
  rig.clock.advance(MINUTE - 1_000);
  worker.answered();
  expect(retries).toBe(1);
  rig.clock.advance(2_000);
  worker.answered();
  expect(retries).toBe(2);
});

test('work that says of itself that it may be half done is tried again with an answered call', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  const { worker, claims } = startWorker(rig, () =>
    claims.length > 1
      ? DONE
      : { at: rig.clock.now() + 60 * MINUTE, atIfTriggered: undefined, mayBeHalfDone: true },
  );
  worker.answered();
  await expect
    .poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > rig.clock.now() + MINUTE)
    .toBe(true);
  rig.clock.advance(2 * MINUTE);
  worker.answered();
  await expect.poll(() => claims.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('a worker that was never started renews what is held, and claims nothing', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  const { worker, claims } = startWorker(rig, () => DONE, { isStarted: false });
  const hold = await worker.hold(referenceOf('INV-1'));
  worker.trigger();
  for (let seconds = 0; seconds < 12; seconds += 3) {
    const renewedUntil = rig.clock.now() + LEASE_MS;
    rig.clock.advance(3_000);
    await expect.poll(async () => ((await rig.orders.nextDue('check')) ?? 0) > renewedUntil).toBe(true);
  }
  await rig.put('INV-2', {}, 'check');
  worker.trigger();
  hold?.end(DONE);
  await worker.stop();
  expect(claims).toEqual([]);
  expect(await rig.orders.nextDue('check')).toBeLessThanOrEqual(rig.clock.now());
});

// How a worker stops: what it has in hand ends, and what it is handed meanwhile goes back.
import { expect, test } from 'vitest';
import { startRig } from '#test/payments/status/rig.ts';
import { DONE, gate, startWorker } from './worker-rig.ts';

test('a worker that is stopped waits for its running work and claims nothing more', async () => {
  const rig = await startRig();
  await rig.put('INV-1', {}, 'check');
  const { open, opened } = gate();
  const { worker, claims } = startWorker(rig, async () => {
    await opened;
    return DONE;
  });
  await expect.poll(() => claims).toHaveLength(1);
  let stopped = false;
  const stopping = worker.stop().then(() => {
    stopped = true;
  });
  await rig.put('INV-2', {}, 'check');
  worker.trigger();
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  open();
  await stopping;
  expect(claims.map(({ reference }) => reference)).toEqual(['INV-1']);
  // What was in hand is finished in the store as well, and the other still waits for the next start.
  const left = await rig.orders.claim('check', { now: rig.clock.now(), leaseMs: 1, limit: 9 });
  expect(left.map(({ reference, attempt }) => [reference, attempt])).toEqual([['INV-2', 1]]);
});

test('orders whose claim is answered while a worker stops are not worked on, and are due again at once', async () => {
  const rig = await startRig();
  await rig.put('first', {}, 'check');
  await rig.put('failed-before', {}, 'check');
  const [before] = await rig.orders.claim('check', { now: rig.clock.now(), leaseMs: 1_000, limit: 1 });
  if (!before) throw new Error('nothing was claimed');
  const due = { at: rig.clock.now(), atIfTriggered: undefined };
  await rig.orders.complete(before, { ...due, mayBeHalfDone: true });
  const { open, opened } = gate();
  let hasAsked = false;
  const claim: typeof rig.orders.claim = async (...about) => {
    const claimed = await rig.orders.claim(...about);
    hasAsked = true;
    await opened;
    return claimed;
  };
  const { worker, claims } = startWorker(rig, () => DONE, { orders: { ...rig.orders, claim } });
  await expect.poll(() => hasAsked).toBe(true);
  const stopping = worker.stop();
  open();
  await stopping;
  expect(claims).toEqual([]);
  const left = await rig.orders.claim('check', { now: rig.clock.now(), leaseMs: 1, limit: 9 });
  // That a try may be half done is still known, so that nothing is told twice.
  const attempts = Object.fromEntries(left.map(({ reference, attempt }) => [reference, attempt]));
  const other = before.reference === 'first' ? 'failed-before' : 'first';
  expect(attempts).toEqual({ [before.reference]: 3, [other]: 1 });
});

test('a worker can be stopped before it was started, and twice', async () => {
  const rig = await startRig();
  const { worker } = startWorker(rig, () => DONE);
  await worker.stop();
  await worker.stop();
  worker.trigger();
});

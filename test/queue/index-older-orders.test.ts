// Orders of before come into the search index while Teller runs: gently, with words for whoever runs it.
import { expect, onTestFinished, test, vi } from 'vitest';
import { indexOlderOrders } from '#queue/index-older-orders.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import type { IndexProgress, Store } from '#store/store.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

/** A store with `count` orders of before, and the work on it. `wrap` stands between the two. */
async function begin(count: number, wrap: (store: Store) => Pick<Store, 'indexOlder' | 'indexProgress'>) {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  const orders = Array.from({ length: count }, (_, at) => sampleOrder(`A-${at}`, { createdAt: at }));
  await subject.store.orders.saveTogether(orders.map((order) => ({ order, isNew: true })));
  if (count > 0) await subject.unindex();
  const store = await subject.reopen();
  const clock = createMovingClock();
  clock.hold();
  const stopping = new AbortController();
  const logged: string[] = [];
  const failing: string[] = [];
  const left: number[] = [];
  const work = indexOlderOrders({
    store: wrap(store),
    clock,
    reporter: { failing: (what, sentence) => failing.push(`${what}: ${sentence}`), working: () => {} },
    signal: stopping.signal,
    log: (message) => logged.push(message),
    report: (orders) => left.push(orders),
  });
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  async function passUntil(condition: () => boolean, stepMs = 50) {
    await expect
      .poll(() => (condition() ? 'now' : clock.advance(stepMs)), { timeout: 30_000, interval: 1 })
      .toBe('now');
  }
  return { store, clock, stopping, logged, failing, left, work, isOver: () => isOver, passUntil };
}

test('older orders are indexed a few at a time with pauses, and the log says where it begins, each tenth and the end', async () => {
  const { store, logged, left, isOver, passUntil } = await begin(1_000, (store) => store);
  await passUntil(isOver);
  expect(left.length).toBe(21);
  expect(left[0]).toBe(1_000);
  expect(left.at(-1)).toBe(0);
  expect(logged).toHaveLength(11);
  expect(logged[0]).toBe('Older orders are being indexed for searches: 0 of 1000 (0 %)');
  expect(logged[1]).toContain('100 of 1000 (10 %)');
  expect(logged[10]).toContain('1000 of 1000 (100 %)');
  expect((await store.orders.search([], { limit: 9 })).orders).toHaveLength(9);
});

test('in a store without older orders nothing is logged', async () => {
  const { logged, work, left } = await begin(0, (store) => store);
  await work;
  expect(logged).toEqual([]);
  expect(left).toEqual([0]);
});

test('a store that goes down meanwhile is tried again, later each time, and said so', async () => {
  // The clock alone ends a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isDown = true;
  const failUnlessUp = async (read: () => Promise<IndexProgress>) =>
    isDown ? Promise.reject(new Error('down')) : read();
  const { clock, failing, logged, isOver, passUntil, left } = await begin(60, (store) => ({
    indexProgress: store.indexProgress,
    indexOlder: (limit) => failUnlessUp(() => store.indexOlder(limit)),
  }));
  await expect.poll(() => failing.length, { timeout: 30_000 }).toBe(1);
  clock.advance(1_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect(failing).toHaveLength(1);
  await passUntil(() => failing.length === 3, 1_000);
  isDown = false;
  await passUntil(isOver, 1_000);
  expect(new Set(failing)).toEqual(new Set(['index: Older orders cannot be indexed now; trying again']));
  expect(left.at(-1)).toBe(0);
  expect(logged.at(-1)).toContain('60 of 60 (100 %)');
});

test('it ends when Teller stops, and the next start says how far it was', async () => {
  const { store, stopping, left, work, passUntil } = await begin(200, (store) => store);
  await passUntil(() => left.length > 2);
  stopping.abort();
  await work;
  const { indexed, isComplete } = await store.indexProgress();
  expect(isComplete).toBe(false);
  expect(indexed).toBeGreaterThan(0);
  expect(left.at(-1)).toBe(200 - indexed);
});

// Orders of before come to their erasing when RETENTION_DAYS is set or changed, those that are overdue one after the other.
import { expect, onTestFinished, test } from 'vitest';
import { scheduleErasures } from '#queue/schedule-erasures.ts';
import type { Store } from '#store/store.ts';
import { type Rig, startRig } from '#test/payments/status/rig.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A store with orders that changed so many days ago (by name), and its work. `everyOrder` stands in for the store's. */
async function begin(ages: Readonly<Record<string, number>> = {}) {
  const rig = await startRig();
  rig.clock.hold();
  const now = rig.clock.now();
  for (const [name, days] of Object.entries(ages)) {
    const at = now - days * DAY_MS;
    await rig.put(name, { createdAt: at, changedAt: at });
  }
  /** When each order was made due, from now (ms). */
  const due: Record<string, number> = {};
  const trigger: Store['orders']['trigger'] = async (queue, reference, at) => {
    due[`${queue} ${reference}`] = at - now;
    return rig.orders.trigger(queue, reference, at);
  };
  const logged: string[] = [];
  const failing: unknown[] = [];
  function schedule(days: number | undefined, everyOrder: Store['everyOrder'] = rig.store.everyOrder) {
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    return scheduleErasures({
      store: { everyOrder, keyValues: rig.store.keyValues, orders: { trigger } },
      days,
      clock: rig.clock,
      reporter: { failing: (...about) => failing.push(about), working: () => {} },
      signal: stopping.signal,
      log: (message) => logged.push(message),
    });
  }
  return { ...rig, due, logged, failing, schedule };
}

const sentence = (count: number) =>
  `${count} orders will have their customers’ data erased, each in its time (RETENTION_DAYS)`;

async function erase({ orders, kept }: Rig, name: string): Promise<void> {
  await orders.save({ ...(await kept(name)), erasedAt: 1 });
}

test('with a time to keep data each order is due at its end, and overdue ones five seconds after each other', async () => {
  const rig = await begin({ young: 10, last: 30, old: 90, erased: 90 });
  await erase(rig, 'erased');
  await rig.schedule(30);
  expect(rig.due['check young']).toBe(20 * DAY_MS);
  expect(rig.due['check erased']).toBeUndefined();
  expect([rig.due['check last'], rig.due['check old']].sort()).toEqual([10_000, 5_000]);
  expect(rig.logged).toEqual([sentence(3)]);
});

const unread: Store['everyOrder'] = () => {
  throw new Error('orders were read');
};

test('while the setting stays as it is no order is read again; another setting counts from now on', async () => {
  const { schedule, clock, due, logged } = await begin({ young: 10 });
  await schedule(30);
  await clock.advance(DAY_MS);
  await schedule(30, unread);
  expect(logged).toEqual([sentence(1)]);
  await schedule(60);
  expect(due).toEqual({ 'check young': 50 * DAY_MS });
});

test('what another replica, not restarted yet, has ended without the setting is due once that one starts with it, within a day', async () => {
  const { schedule, clock, due, put, logged } = await begin();
  await schedule(30);
  const ended = async (name: string) =>
    put(name, { createdAt: clock.now() - DAY_MS, changedAt: clock.now() });
  await ended('a-minute-later');
  await schedule(30);
  expect(due).toEqual({ 'check a-minute-later': 30 * DAY_MS });
  await clock.advance(DAY_MS - 60_000);
  await ended('hours-later');
  await schedule(30);
  expect(due['check hours-later']).toBe(31 * DAY_MS - 60_000);
  await clock.advance(60_000);
  await schedule(30, unread);
  expect(logged).toHaveLength(3);
});

test('a setting that was kept as its number alone still counts as done', async () => {
  const { schedule, store, logged } = await begin({ young: 10 });
  await store.keyValues('retention').set('days', 30);
  await schedule(30, unread);
  expect(logged).toEqual([]);
  await schedule(31);
  expect(logged).toEqual([sentence(1)]);
});

test('without a setting nothing is due or said, and the one that comes then counts for all orders', async () => {
  const { schedule, due, logged } = await begin({ young: 10 });
  await schedule(undefined);
  expect([due, logged]).toEqual([{}, []]);
  await schedule(30);
  await schedule(undefined);
  await schedule(30);
  expect(logged).toEqual([sentence(1), sentence(1)]);
});

test('a store that goes down in the middle is read again from its beginning, and what is counted then is right', async () => {
  const { schedule, store, clock, due, logged, failing } = await begin({ young: 10, old: 90 });
  let isDown = true;
  const work = schedule(30, async function* () {
    yield* store.everyOrder();
    if (isDown) throw new Error('down');
  });
  await expect.poll(() => failing.length).toBe(1);
  expect(failing).toEqual([
    ['retention', 'Older orders cannot be made due for erasing now; trying again', new Error('down')],
  ]);
  isDown = false;
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  await expect.poll(() => (isOver ? 'over' : clock.advance(2_000))).toBe('over');
  expect(logged).toEqual([sentence(2)]);
  expect(due['check young']).toBe(20 * DAY_MS);
});

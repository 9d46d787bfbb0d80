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
    const work = scheduleErasures({
      store: { everyOrder, keyValues: rig.store.keyValues, orders: { trigger } },
      days,
      clock: rig.clock,
      reporter: { failing: (...about) => failing.push(about), working: () => {} },
      signal: stopping.signal,
      log: (message) => logged.push(message),
    });
    return { work, stop: () => stopping.abort() };
  }
  const walked = (times: number) => expect.poll(() => logged).toHaveLength(times);
  /** A process that stops once it has walked over all orders. */
  async function walk(days: number): Promise<void> {
    const { work, stop } = schedule(days);
    await walked(logged.length + 1);
    stop();
    await work;
  }
  return { ...rig, due, logged, failing, schedule, walked, walk };
}

const sentence = (count: number) =>
  `${count} orders will have their customers’ data erased, each in its time (RETENTION_DAYS)`;

async function erase({ orders, kept }: Rig, name: string): Promise<void> {
  await orders.save({ ...(await kept(name)), erasedAt: 1 });
}

test('with a time to keep data each order is due at its end, and overdue ones five seconds after each other', async () => {
  const rig = await begin({ young: 10, last: 30, old: 90, erased: 90 });
  await erase(rig, 'erased');
  await rig.walk(30);
  expect(rig.due['check young']).toBe(20 * DAY_MS);
  expect(rig.due['check erased']).toBeUndefined();
  expect([rig.due['check last'], rig.due['check old']].sort()).toEqual([10_000, 5_000]);
  expect(rig.logged).toEqual([sentence(3)]);
});

const unread: Store['everyOrder'] = () => {
  throw new Error('orders were read');
};

test('what an old replica ends without the setting after the last new one has started is due a day later', async () => {
  const { schedule, walked, clock, due, put } = await begin();
  const { work } = schedule(30);
  await walked(1);
  await put('ended-by-the-old-one', { createdAt: clock.now(), changedAt: clock.now() });
  clock.advance(DAY_MS);
  await work;
  expect(due).toEqual({ 'check ended-by-the-old-one': 30 * DAY_MS });
});

test('while the setting stays as it is orders are read twice, a day apart, also by another process; another one counts from now on', async () => {
  const { schedule, walk, walked, clock, due, put, logged } = await begin();
  await walk(30);
  clock.advance(DAY_MS / 2);
  const { work } = schedule(30);
  clock.advance(DAY_MS / 2 - 1);
  await put('hours-later', { createdAt: clock.now(), changedAt: clock.now() });
  clock.advance(1);
  await work;
  expect(due['check hours-later']).toBe(31 * DAY_MS - 1);
  await schedule(30, unread).work;
  await walked(2);
  await walk(60);
  expect(due['check hours-later']).toBe(61 * DAY_MS - 1);
  expect(logged).toEqual([sentence(0), sentence(1), sentence(1)]);
});

test.each([30, { days: 30, at: 0 }])(
  'orders that an earlier version has made due are read once more, because it left those that ended unsent without a time: %j',
  async (keptBefore) => {
    const { walk, store, clock, due, put } = await begin();
    await put('unsent', { state: 'not_sent', createdAt: clock.now(), changedAt: clock.now() });
    await store.keyValues('retention').set('days', keptBefore);
    await walk(30);
    expect(due).toEqual({ 'check unsent': 30 * DAY_MS });
  },
);

test('without a setting nothing is due or said, and the one that comes then counts for all orders', async () => {
  const { schedule, walk, due, logged } = await begin({ young: 10 });
  await schedule(undefined).work;
  expect([due, logged]).toEqual([{}, []]);
  await walk(30);
  await schedule(undefined).work;
  await walk(30);
  expect(logged).toEqual([sentence(1), sentence(1)]);
});

test('a store that goes down in the middle is read again from its beginning, and what is counted then is right', async () => {
  const { schedule, store, clock, due, logged, failing } = await begin({ young: 10, old: 90 });
  let isDown = true;
  schedule(30, async function* () {
    yield* store.everyOrder();
    if (isDown) throw new Error('down');
  });
  await expect.poll(() => failing.length).toBe(1);
  expect(failing).toEqual([
    ['retention', 'Older orders cannot be made due for erasing now; trying again', new Error('down')],
  ]);
  isDown = false;
  await expect.poll(() => logged.length || clock.advance(2_000)).toBe(1);
  expect(logged).toEqual([sentence(2)]);
  expect(due['check young']).toBe(20 * DAY_MS);
});

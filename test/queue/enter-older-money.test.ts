// Money that was stored before there were entries is entered while Teller runs, wherever the last start left off.
import { expect, onTestFinished, test } from 'vitest';
import { createEnterMoney } from '#payments/status/enter-money.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { enterOlderMoney } from '#queue/enter-older-money.ts';
import type { OrderStore } from '#store/store.ts';
import { savesOf, startRig } from '#test/payments/status/rig.ts';

const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER };
const DAY_MS = 24 * 60 * 60_000;
const DAYS = { firstDay: '2000-01-01', lastDay: '2100-01-01' };
const payment = {
  paid: { amount: '1500', currency: 'KES' },
  method: 'MpesaKE',
  confirmationCode: 'SCJ8JQ26SW',
  payer: '2547xxx56689',
};

/** A store with `count` paid orders of before, and the work on it. `wrap` stands between the two. */
async function begin(count: number, wrap: (orders: OrderStore) => OrderStore = (orders) => orders) {
  const rig = await startRig();
  const { clock, orders } = rig;
  // Asked for each, two payments would be on one day when a day ends meanwhile.
  const now = clock.now();
  for (let number = 0; number < count; number += 1)
    await rig.put(`A-${number}`, {
      state: 'paid',
      payments: [{ ...payment, paidAt: now - number * DAY_MS }],
    });
  const logged: string[] = [];
  const failing: string[] = [];
  const failed = new Set<string>();
  function start() {
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const updates = createOrderUpdates({ orders, saves: savesOf(orders), clock, orderChanged: () => {} });
    const work = enterOlderMoney({
      orders: wrap(orders),
      enter: createEnterMoney({ updates }),
      clock,
      reporter: {
        failing(what, sentence) {
          failed.add(what);
          failing.push(sentence);
        },
        working: () => {},
      },
      signal: stopping.signal,
      log: (message) => logged.push(message),
    });
    let isOver = false;
    void work.then(() => {
      isOver = true;
    });
    return { stopping, work, isOver: () => isOver };
  }
  async function passUntil(condition: () => boolean | Promise<boolean>, stepMs = 50) {
    await expect
      .poll(async () => ((await condition()) ? 'now' : clock.advance(stepMs)), {
        timeout: 30_000,
        interval: 1,
      })
      .toBe('now');
  }
  const left = async () => (await orders.unenteredBetween(ALWAYS, { limit: 999 })).orders.length;
  return { ...rig, start, logged, failing, failed, passUntil, left };
}

test('each payment of before is entered on its day, a few at a time, and the log says when it begins and ends', async () => {
  const { start, orders, logged, passUntil, left } = await begin(120);
  await passUntil(start().isOver);
  expect(await left()).toBe(0);
  const { entries } = await orders.entriesBetween(DAYS, { limit: 999 });
  expect(entries).toHaveLength(120);
  expect(new Set(entries.map(({ entry }) => entry.day)).size).toBe(120);
  expect(logged).toEqual([
    'Older payments are being entered in the books',
    'Older payments are entered in the books: 120',
  ]);
});

test('a store without older payments has nothing to log', async () => {
  const { start, logged } = await begin(0);
  await start().work;
  expect(logged).toEqual([]);
});

test('work that was cut off goes on with the next start, and enters nothing twice', async () => {
  const { start, orders, passUntil, left } = await begin(120);
  const first = start();
  await passUntil(async () => (await left()) < 120);
  first.stopping.abort();
  await first.work;
  expect(await left()).toBeGreaterThan(0);
  await passUntil(start().isOver);
  expect((await orders.entriesBetween(DAYS, { limit: 999 })).entries).toHaveLength(120);
});

test('while the store is away it is tried again, later each time, and said so once a sentence', async () => {
  let isDown = true;
  const { start, failing, failed, passUntil, left } = await begin(3, (orders) => ({
    ...orders,
    unenteredBetween: (...args) =>
      isDown ? Promise.reject(new Error('down')) : orders.unenteredBetween(...args),
  }));
  const { isOver } = start();
  await passUntil(() => failing.length === 3, 1_000);
  isDown = false;
  await passUntil(isOver, 1_000);
  expect(new Set(failing)).toEqual(
    new Set(['Older payments cannot be entered in the books now; trying again']),
  );
  expect(failed).toEqual(new Set(['older money']));
  expect(await left()).toBe(0);
});

test('an order that may not be saved as it is keeps no other from being entered', async () => {
  const { start, put, passUntil, left, orders } = await begin(60);
  const wrong = { reference: (await put('SELF', { state: 'paid', payments: [payment] })).reference };
  const self = await orders.get(wrong.reference);
  if (!self) throw new Error('not there');
  await orders.save({ ...self, resendOf: self.reference });
  await passUntil(start().isOver);
  expect(await left()).toBe(1);
  expect((await orders.entriesBetween(DAYS, { limit: 999 })).entries).toHaveLength(60);
});

test('each page begins behind the one before, so that a page of what cannot be entered does not come again', async () => {
  const asked: unknown[] = [];
  const { start, passUntil } = await begin(60, (orders) => ({
    ...orders,
    unenteredBetween(span, page) {
      asked.push(page);
      return orders.unenteredBetween(span, page);
    },
  }));
  await passUntil(start().isOver);
  expect(asked).toEqual([{ limit: 50 }, { limit: 50, after: expect.any(String) }]);
});

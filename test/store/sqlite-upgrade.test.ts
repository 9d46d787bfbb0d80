// Files written by an earlier version of Teller: nothing in them is lost, and the newer queries find it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { hasMoney, isOpen, ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { openStore } from '#store/open.ts';
import { sampleOrder } from './sample-order.ts';
import { SCHEMA_1 } from './sqlite-schema-1.ts';
import { withRawFile } from './sqlite-subject.ts';

const payment = { paid: { amount: '1', currency: 'KES' }, method: 'M', confirmationCode: 'C', payer: 'P' };
const OLD: readonly Order[] = [
  ...ORDER_STATES.map((state, index) =>
    sampleOrder(`S-${state}`, { state, createdAt: index, changedAt: 100 - index }),
  ),
  sampleOrder('P-1', { state: 'paid', payment: { ...payment, paidAt: 5 } }),
  sampleOrder('P-2', { state: 'review', payment, changedAt: 6 }),
  sampleOrder('C-1', { state: 'paid', kind: 'charge', payment: { ...payment, paidAt: 7 } }),
  sampleOrder('C-2', { state: 'pending', kind: 'charge' }),
];

/** A file as schema 1 left it: with `OLD` and two documents that were damaged then. */
async function openUpgraded() {
  const folder = await mkdtemp(join(tmpdir(), 'teller-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'teller.sqlite');
  withRawFile(file, (raw) => {
    raw.exec(SCHEMA_1);
    const insert = raw.prepare(
      'INSERT INTO orders (reference, version, doc, created_at) VALUES (?, 0, ?, ?)',
    );
    for (const order of OLD) insert.run(order.reference, JSON.stringify(order), order.createdAt);
    insert.run('BAD-1', '{"shape":1,"ver', 1);
    insert.run('BAD-2', '[]', 1);
    raw.exec("INSERT INTO work (queue, reference, due_at) VALUES ('look', 'S-pending', 3)");
  });
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  onTestFinished(() => store.close());
  return { file, orders: store.orders };
}

test('orders of schema 1 are all there, and found by every list', async () => {
  const { orders } = await openUpgraded();
  for (const order of OLD) expect(await orders.get(order.reference)).toEqual(order);
  const own = OLD.filter((order) => order.kind !== 'charge');
  const open = own.filter((order) => isOpen(order.state));
  const recent = own.filter((order) => !isOpen(order.state));
  expect(await orders.openOf('U1', 99)).toEqual(open.sort((a, b) => b.createdAt - a.createdAt));
  expect(await orders.recentOf('U1', 99)).toEqual(recent.sort((a, b) => b.changedAt - a.changedAt));
  const timeOf = (order: Order) => order.payment?.paidAt ?? order.changedAt;
  const money = OLD.filter((order) => hasMoney(order.state)).sort((a, b) => timeOf(a) - timeOf(b));
  expect(await orders.paidBetween({ from: 0, to: 2e12 }, { limit: 99 })).toEqual({
    orders: money,
    damaged: [],
    next: undefined,
  });
});

test('what waited in a file of schema 1 is still waiting, and its damaged orders still fail alone', async () => {
  const { orders } = await openUpgraded();
  expect(await orders.nextDue('check')).toBe(3);
  await expect(orders.get('BAD-1')).rejects.toThrow('BAD-1');
  await expect(orders.get('BAD-2')).rejects.toThrow('BAD-2');
});

test('an order of schema 1 moves between the lists with its next save', async () => {
  const { orders } = await openUpgraded();
  const pending = await orders.get('S-pending');
  if (!pending) throw new Error('not there');
  await orders.save({ ...pending, state: 'paid', changedAt: 1 });
  const open = await orders.openOf('U1', 99);
  expect(open.map((order) => order.reference)).not.toContain('S-pending');
  const page = await orders.paidBetween({ from: 1, to: 2 }, { limit: 9 });
  expect(page.orders.map((order) => order.reference)).toEqual(['S-pending']);
});

test('the lists are read from indexes of their own, so that no history is searched', async () => {
  const { file } = await openUpgraded();
  const plans = {
    orders_open: "agent = 'U1' AND open = 1 ORDER BY created_at DESC, reference DESC LIMIT 5",
    orders_recent: "agent = 'U1' AND open = 0 ORDER BY changed_at DESC, reference DESC LIMIT 5",
    orders_paid: "(paid_at, reference) > (1, '') AND paid_at < 5 ORDER BY paid_at, reference LIMIT 5",
  };
  for (const [index, where] of Object.entries(plans)) {
    const plan = withRawFile(file, (raw) =>
      raw.prepare(`EXPLAIN QUERY PLAN SELECT reference, doc FROM orders WHERE ${where}`).all(),
    );
    expect(plan.map((row) => row.detail)).toEqual([
      expect.stringMatching(`SEARCH orders USING INDEX ${index} `),
    ]);
  }
});

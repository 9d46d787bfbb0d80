// Files written by an earlier version of Teller: nothing in them is lost, and the newer queries find it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { moveAll } from '#test/maintenance/copy-contract.ts';
import { verified } from '#test/maintenance/verify-contract.ts';
import { paymentOf } from '#test/orders/any-event.ts';
import {
  expectIndexed,
  expectOldOrders,
  expectSavedAsToday,
  LINKED_OLD_ORDERS,
  OLD_ORDERS,
} from './old-orders.ts';
import { sampleDeed } from './sample-deed.ts';
import { referenceOf } from './sample-order.ts';
import { SCHEMA_1 } from './sqlite-schema-1.ts';
import { withRawFile } from './sqlite-subject.ts';

const BEFORE_THE_RECORD =
  'DROP TABLE audit; DROP TABLE audit_head; DROP TABLE moves; PRAGMA user_version = 7';

const WAITING = OLD_ORDERS.find(({ order }) => order.state === 'pending')?.order.reference ?? '';

/** A file as schema 1 left it: with orders of that time, one that waits, and two documents that were damaged then. */
async function openUpgraded(more: typeof OLD_ORDERS = []) {
  const folder = await mkdtemp(join(tmpdir(), 'teller-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'teller.sqlite');
  withRawFile(file, (raw) => {
    raw.exec(SCHEMA_1);
    const insert = raw.prepare(
      'INSERT INTO orders (reference, version, doc, tracking_id, account_number, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    for (const { text, order } of [...OLD_ORDERS, ...more]) {
      const { reference, version, service, recurring, createdAt } = order;
      const found = [service.trackingId ?? null, recurring?.accountNumber ?? null, createdAt];
      insert.run(reference, version, text, ...found);
    }
    insert.run('BAD-1', 0, '{"shape":1,"ver', null, null, 1);
    insert.run('BAD-2', 0, '[]', null, null, 1);
    const wait = raw.prepare('INSERT INTO work (queue, reference, due_at) VALUES (?, ?, ?)');
    wait.run('look', WAITING, 3);
    wait.run('announce', WAITING, 4);
  });
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  onTestFinished(() => store.close());
  return { file, store, orders: store.orders };
}

test('orders of schema 1 are all there, and found by every list', async () => {
  const { orders } = await openUpgraded();
  await expectOldOrders(orders, LINKED_OLD_ORDERS);
});

test('orders of schema 1 are searched by all of their terms once they have been indexed', async () => {
  const { store } = await openUpgraded();
  await expectIndexed(store, LINKED_OLD_ORDERS);
});

test('an order of schema 1 is written as orders are today with its next save, and not before', async () => {
  const { file, orders } = await openUpgraded();
  const select = 'SELECT doc FROM orders WHERE reference = ?';
  const documentOf = async (reference: string) =>
    withRawFile(file, (raw) => String(raw.prepare(select).get(reference)?.doc));
  await expectSavedAsToday(orders, documentOf, LINKED_OLD_ORDERS);
});

test('what waited in a file of schema 1 is still waiting, and its damaged orders still fail alone', async () => {
  const { orders } = await openUpgraded();
  const claim = (queue: 'check' | 'deliver') => orders.claim(queue, { now: 9, leaseMs: 1, limit: 9 });
  expect(await orders.nextDue('check')).toBe(3);
  expect(await orders.nextDue('deliver')).toBe(4);
  expect(await claim('check')).toMatchObject([{ reference: WAITING, attempt: 1 }]);
  expect(await claim('deliver')).toMatchObject([{ reference: WAITING, attempt: 1 }]);
  await expect(orders.get(referenceOf('BAD-1'))).rejects.toThrow('BAD-1');
  await expect(orders.get(referenceOf('BAD-2'))).rejects.toThrow('BAD-2');
});

test('an order of schema 1 that was sent again names the newest order that was made from it', async () => {
  const again = OLD_ORDERS.find(({ order }) => order.state === 'failed');
  if (!again) throw new Error('no failed order');
  const resent = (reference: string) => ({
    text: again.text
      .replace(again.order.reference, reference)
      .replace('{', `{"againOf":"${again.order.reference}",`),
    order: { ...again.order, reference: referenceOf(reference) },
  });
  const later = resent('AGAIN-2');
  const { orders } = await openUpgraded([
    resent('AGAIN-1'),
    { ...later, order: { ...later.order, createdAt: later.order.createdAt + 1 } },
  ]);
  const { successor } = (await orders.get(again.order.reference)) ?? {};
  expect(successor).toEqual({ reference: 'AGAIN-2', version: again.order.version, state: 'failed' });
  const open = (await orders.openOf('U1', 99)).map(({ reference }) => reference);
  expect(open).toContain('AGAIN-2');
  expect(open).not.toContain(again.order.reference);
});

test('a file of schema 1, or of the schema before the audit record, gets an empty record that goes on from then', async () => {
  const { file, store } = await openUpgraded();
  await store.close();
  withRawFile(file, (raw) => raw.exec(BEFORE_THE_RECORD));
  const reopened = await openStore(`sqlite:${file}`, { clock: systemClock });
  onTestFinished(() => reopened.close());
  expect(await reopened.audit.head()).toEqual({ count: 0, hash: '' });
  expect(await reopened.audit.linesOf(referenceOf(WAITING))).toEqual({ lines: [], damaged: [] });
  const pending = await reopened.orders.get(referenceOf(WAITING));
  if (!pending) throw new Error('not there');
  const cancelled = sampleDeed({ deed: 'cancelled', order: pending.reference, outcome: 'cancelled' });
  await reopened.orders.save({ ...pending, state: 'cancelled' }, {}, [cancelled]);
  expect((await reopened.audit.linesOf(pending.reference)).lines).toMatchObject([{ ...cancelled, seq: 1 }]);
  const everything = new Set<string>();
  for await (const { orders } of reopened.everyOrder())
    for (const { reference } of orders) everything.add(reference);
  expect(everything.size).toBe(OLD_ORDERS.length);
});

test('an order of schema 1 moves between the lists with its next save', async () => {
  const { orders } = await openUpgraded();
  const pending = await orders.get(referenceOf(WAITING));
  if (!pending) throw new Error('not there');
  await orders.save({ ...pending, state: 'paid', changedAt: 1, payments: [paymentOf(pending.amount)] });
  const open = await orders.openOf('U1', 99);
  expect(open.map((order) => order.reference)).not.toContain(WAITING);
  const page = await orders.unenteredBetween({ from: 1, to: 2 }, { limit: 9 });
  expect(page.orders.map((order) => order.reference)).toEqual([WAITING]);
});

test('an order of schema 1 with a typed reference is found in other spellings of it', async () => {
  const { orders } = await openUpgraded();
  const typed = OLD_ORDERS.filter(({ order }) => order.typedReference).map(({ order }) => order);
  expect(typed.length).toBeGreaterThan(5);
  for (const order of typed) {
    const quoted = order.reference.toLowerCase().replaceAll('-', '');
    expect(await orders.findByReference(quoted)).toEqual(order);
  }
  await expect(orders.findByReference('bad1')).resolves.toBeUndefined();
});

test('an open order of schema 1 whose checks had ended is listed by when they ended, and its number from its next save', async () => {
  const { file, orders } = await openUpgraded();
  const ended = OLD_ORDERS.find(({ order }) => order.checksEndedAt !== undefined)?.order;
  if (!ended?.checksEndedAt) throw new Error('there is none');
  expect(ended.state).toBe('pending');
  expect(await orders.openOf('U1', 99)).not.toContainEqual(ended);
  expect(await orders.closedOf('U1', 99)).toContainEqual(ended);
  const select = 'SELECT open, changed_at FROM orders WHERE reference = ?';
  const row = withRawFile(file, (raw) => raw.prepare(select).get(ended.reference));
  expect(row).toEqual({ open: 0, changed_at: ended.checksEndedAt });

  const prompt = OLD_ORDERS.find(({ order }) => order.prompt)?.order;
  if (!prompt?.prompt?.msisdn) throw new Error('there is no prompt');
  expect(await orders.promptsTo(prompt.prompt.msisdn, 0)).toEqual([]);
  const saved = await orders.save(prompt);
  expect(await orders.promptsTo(prompt.prompt.msisdn, 0)).toEqual([saved]);
});

test('the lists are read from indexes of their own, so that no history is searched', async () => {
  const { file } = await openUpgraded();
  const plans = {
    orders_open: "agent = 'U1' AND open = 1 ORDER BY created_at DESC, reference DESC LIMIT 5",
    orders_recent: "agent = 'U1' AND open = 0 ORDER BY changed_at DESC, reference DESC LIMIT 5",
    orders_folded: "folded = 'INV1' ORDER BY created_at DESC, reference DESC LIMIT 1",
    orders_prompted: "prompt_to = 'a' AND created_at >= 5 ORDER BY created_at DESC, reference DESC",
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

test('a file of schema 1 that has been upgraded can be moved, with what could not be read, and is then whole', async () => {
  const { file, store } = await openUpgraded();
  await store.close();
  const to = `sqlite:${file}-2`;
  expect(await moveAll({ from: `sqlite:${file}`, to })).toMatchObject({ orders: OLD_ORDERS.length + 2 });
  const { said } = await verified(to);
  expect(said[0]).toMatch(/: 2 of \d+ cannot be read: BAD-1, BAD-2\./);
  expect(said[1]).toBe('Indexes and queues: as the orders want them.');
  const moved = await openStore(to, { clock: systemClock });
  onTestFinished(() => moved.close());
  await expectOldOrders(moved.orders, LINKED_OLD_ORDERS);
  await expectIndexed(moved, LINKED_OLD_ORDERS);
});

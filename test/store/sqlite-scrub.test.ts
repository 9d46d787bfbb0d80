// That what was erased is not in the file any more: read byte by byte, after many saves that moved rows from page to page.
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { erased } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import { sampleOrder } from './sample-order.ts';
import { openSqliteSubject } from './sqlite-subject.ts';

const ORDERS = 600;
const GROUP = 30;

/** Of many lengths, now and then longer than a page of the file. */
function mixed(index: number, round: number): number {
  const n = (index * 7919 + round * 1301 + index * index * 31) % 100_003;
  return n % 10 === 0 ? n % 9000 : 600 + (n % 1500);
}

async function bytesOf(file: string): Promise<string> {
  const parts = ['', '-wal', '-shm'].map((end) => readFile(`${file}${end}`, 'latin1').catch(() => ''));
  return (await Promise.all(parts)).join('');
}

test('after erasing, no file of the store has a byte of what was erased, and the others are as they were', async () => {
  const { store, file, cleanUp, letTimePass } = await openSqliteSubject();
  onTestFinished(cleanUp);
  const { orders } = store;
  const name = (index: number) => `Person${index}Erased`;
  const reference = (index: number) => sampleOrder(`A${index}`).reference;
  const change = async (index: number, by: (order: Order) => Order) => {
    const order = await orders.get(reference(index));
    if (order) await orders.save(by(order));
  };
  // In groups, which share one transaction.
  for (let first = 0; first < ORDERS; first += GROUP) {
    const group = Array.from({ length: GROUP }, (_, index) => first + index);
    await Promise.all(
      group.map((index) =>
        orders.insert(
          sampleOrder(`A${index}`, { customer: { firstName: name(index) }, description: 'x'.repeat(600) }),
        ),
      ),
    );
    for (const [round, back] of [0, 7, 100].entries()) {
      const description = (index: number) => 'y'.repeat(mixed(index, round));
      await Promise.all(
        group.map((index) =>
          change(index - back, (order) => ({ ...order, description: description(index) })),
        ),
      );
    }
  }
  await store.keyValues('words').set('key', 'find PersonTyped', 50);
  const gone = Array.from({ length: ORDERS }, (_, index) => index).filter((index) => index % 10 !== 7);
  expect((await bytesOf(file)).includes(name(5))).toBe(true);
  const progress = await store.indexProgress();

  await Promise.all(
    gone.map((index) => change(index, (order) => erased({ ...order, state: 'paid' }, 'U1', 1))),
  );
  await letTimePass(60);
  await store.scrub(gone.map(reference));

  const bytes = await bytesOf(file);
  expect(gone.filter((index) => bytes.includes(name(index)))).toEqual([]);
  expect(bytes.includes('PersonTyped')).toBe(false);
  expect(await orders.get(reference(7))).toMatchObject({ customer: { firstName: name(7) } });
  expect(await store.indexProgress()).toEqual(progress);
  const found = await orders.search([], { limit: ORDERS + 1 });
  expect(found.orders).toHaveLength(ORDERS);
});

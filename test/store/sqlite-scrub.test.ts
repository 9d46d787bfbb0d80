// That what was erased is not in the file any more: read byte by byte, after many saves that moved rows from page to page.
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { erased } from '#orders/forgetting.ts';
import { sampleOrder } from './sample-order.ts';
import { openSqliteSubject } from './sqlite-subject.ts';

const ORDERS = 3_000;
const GROUP = 30;

async function bytesOf(file: string): Promise<string> {
  const parts = ['', '-wal', '-shm'].map((end) => readFile(`${file}${end}`, 'latin1').catch(() => ''));
  return (await Promise.all(parts)).join('');
}

/** The same lengths each time, from 1 to 100: of these some rows are left behind when SQLite moves them. */
function createLengths() {
  let seed = 5;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return 1 + Math.floor((seed / 0x7fffffff) * 100);
  };
}

test('after erasing, no file of the store has a byte of what was erased, also where a moved row was left behind, and the others are as they were', async () => {
  const { store, file, cleanUp, letTimePass } = await openSqliteSubject();
  const raw = new DatabaseSync(file);
  onTestFinished(async () => {
    raw.close();
    await cleanUp();
  });
  const { orders } = store;
  const name = (index: number) => `Person${index}Erased`;
  const reference = (index: number) => sampleOrder(`A${index}`).reference;
  const length = createLengths();
  // Saved past the driver, because that is faster; `secure_delete` is as the driver has it.
  raw.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = OFF');
  const lengthen = raw.prepare(
    `UPDATE orders SET doc = json_set(doc, '$.description', ?) WHERE reference = ?`,
  );
  const all = Array.from({ length: ORDERS }, (_, index) => index);
  for (let first = 0; first < ORDERS; first += GROUP) {
    const group = all.slice(first, first + GROUP);
    // In groups, which share one transaction.
    await Promise.all(
      group.map((index) =>
        orders.insert(
          sampleOrder(`A${index}`, {
            customer: { firstName: name(index) },
            description: 'x'.repeat(length()),
          }),
        ),
      ),
    );
    raw.exec('BEGIN');
    for (const back of [0, 7, 100])
      for (const index of group) lengthen.run('y'.repeat(length()), reference(Math.max(0, index - back)));
    raw.exec('COMMIT');
  }
  await store.keyValues('words').set('key', 'find PersonTyped', 50);
  const gone = all.filter((index) => index % 31 === 27);
  const leftOf = (bytes: string) => gone.filter((index) => bytes.includes(name(index)));
  expect(leftOf(await bytesOf(file))).toEqual(gone);

  await Promise.all(
    gone.map(async (index) => {
      const order = await orders.get(reference(index));
      if (order) await orders.save(erased({ ...order, state: 'paid' }, 'U1', 1));
    }),
  );
  await letTimePass(60);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  // When this becomes none, SQLite clears what it moves by itself, or the lengths above have to be others.
  expect(leftOf(await bytesOf(file)).length).toBeGreaterThan(0);
  await store.scrub(gone.map(reference));

  const bytes = await bytesOf(file);
  expect(leftOf(bytes)).toEqual([]);
  expect(bytes.includes('PersonTyped')).toBe(false);
  expect(await orders.get(reference(7))).toMatchObject({ customer: { firstName: name(7) } });
  const found = await orders.search([], { limit: ORDERS + 1 });
  expect(found.orders).toHaveLength(ORDERS);
});

describe('while another process reads the file', () => {
  async function eraseBesideReader() {
    const { store, file, cleanUp } = await openSqliteSubject();
    const other = new DatabaseSync(file);
    onTestFinished(async () => {
      other.close();
      await cleanUp();
    });
    const order = sampleOrder('A1', { customer: { firstName: 'PersonErased' } });
    await store.orders.insert(order);
    other.exec('BEGIN; SELECT count(*) FROM orders');
    await store.orders.save(erased({ ...order, state: 'paid' }, 'U1', 1));
    const isLeft = async () => (await bytesOf(file)).includes('PersonErased');
    expect(await isLeft()).toBe(true);
    return { store, order, isLeft, endReading: () => other.exec('COMMIT') };
  }

  test('erasing lets everything else go on, and empties the log of writes once that has ended', async () => {
    const { store, order, isLeft, endReading } = await eraseBesideReader();
    // Comes only if this process does not stand still meanwhile.
    setTimeout(endReading, 200);
    await store.scrub([order.reference]);
    expect(await isLeft()).toBe(false);
  });

  test('for long, erasing ends all the same, and the next one empties the log', async () => {
    const { store, order, isLeft, endReading } = await eraseBesideReader();
    await store.scrub([order.reference]);
    expect(await isLeft()).toBe(true);
    endReading();
    await store.scrub([]);
    expect(await isLeft()).toBe(false);
  });
});

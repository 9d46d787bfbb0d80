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

test('The files of the store keep no byte of what was erased, nor of moved rows', async () => {
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
    `UPDATE docs SET text = json_set(text, '$.description', ?) WHERE key = 'order:' || ?`,
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
  async function countNames() {
    const counts = new Map<string, number>();
    for (const [found] of (await bytesOf(file)).matchAll(/Person\d+Erased/g))
      counts.set(found, (counts.get(found) ?? 0) + 1);
    return counts;
  }
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  // Rows that SQLite has moved, whose old copies it left. When there are none, the lengths above have to be others.
  const before = await countNames();
  const gone = all.filter((index) => (before.get(name(index)) ?? 0) > 1);
  expect(gone.length).toBeGreaterThan(0);

  await Promise.all(
    gone.map(async (index) => {
      const order = await orders.get(reference(index));
      if (order) await orders.save(erased({ ...order, state: 'paid' }, 'U1', 1));
    }),
  );
  await letTimePass(60);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  async function namesLeft() {
    const left = await countNames();
    return gone.map(name).filter((one) => left.has(one));
  }
  expect((await namesLeft()).length).toBeGreaterThan(0);
  await store.scrub(gone.map(reference));

  expect(await namesLeft()).toEqual([]);
  expect(await bytesOf(file)).not.toContain('PersonTyped');
  const [kept = 0] = all.filter((index) => !gone.includes(index));
  expect(await orders.get(reference(kept))).toMatchObject({ customer: { firstName: name(kept) } });
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
    other.exec('BEGIN; SELECT count(*) FROM docs');
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

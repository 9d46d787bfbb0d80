// The embedded driver: the contract, and what is SQLite's own: the file, its tables, its locks.
import { statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { stateTerm } from '#orders/search-terms.ts';
import { openStore } from '#store/open.ts';
import { storeContract } from './contract.ts';
import { numberOf, promptOrder, referenceOf, sampleOrder } from './sample-order.ts';
import { openSqliteSubject, withRawFile } from './sqlite-subject.ts';

storeContract('SQLite', openSqliteSubject);

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  return subject;
}

function keysIn(file: string): unknown[] {
  const rows = withRawFile(file, (raw) => raw.prepare('SELECT key FROM docs ORDER BY key').all());
  return rows.map(({ key }) => key);
}

describe('the SQLite file', () => {
  test('is for its owner alone, because phone numbers and a token are in it', async () => {
    const { file } = await fresh();
    for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o077).toBe(0);
  });

  test('of another format is refused and left as it is', async () => {
    const { file, store } = await fresh();
    await store.orders.insert(sampleOrder('A-1'));
    await store.close();
    withRawFile(file, (raw) => raw.exec('PRAGMA user_version = 99'));
    await expect(openStore(`sqlite:${file}`, { clock: systemClock })).rejects.toThrow(
      `The file ${file} was written by another version of Teller (format 99; this version reads 1).`,
    );
    expect(withRawFile(file, (raw) => raw.prepare('PRAGMA user_version').get()?.user_version)).toBe(99);
    expect(keysIn(file)).toContain('order:A-1');
  });

  test('that is no database is refused by name', async () => {
    const { file, store } = await fresh();
    await store.close();
    await writeFile(file, 'these are somebody’s notes, and by no means a database\n'.repeat(20));
    await expect(openStore(`sqlite:${file}`, { clock: systemClock })).rejects.toThrow(file);
  });

  test('that was moved away under the store is noticed by ping', async () => {
    const { file, store } = await fresh();
    await rename(file, `${file}-moved`);
    await expect(store.ping()).rejects.toThrow(/removed or replaced/);
    await writeFile(file, '');
    await expect(store.ping()).rejects.toThrow(/removed or replaced/);
  });

  test('locked by another program makes writes reject, and the store goes on afterwards', async () => {
    const { file } = await fresh();
    const store = await openStore(`sqlite:${file}`, { clock: systemClock, waitMs: 10 });
    onTestFinished(() => store.close());
    await store.orders.insert(sampleOrder('A-1'), { check: 1 });
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    await expect(store.orders.insert(sampleOrder('A-2'))).rejects.toThrow(/locked/);
    await expect(store.orders.claim('check', { now: 1, leaseMs: 1, limit: 1 })).rejects.toThrow(/locked/);
    await expect(store.keyValues('token').set('key', 1)).rejects.toThrow(/locked/);
    await expect(store.ping()).rejects.toThrow(/locked/);
    expect(await store.orders.get(referenceOf('A-1'))).toMatchObject({ reference: 'A-1' });
    other.exec('COMMIT');
    await expect(store.ping()).resolves.toBeUndefined();
    expect(await store.orders.insert(sampleOrder('A-2'))).toBe(true);
  });

  test('that is closed while another program locks it is closed after what was asked for', async () => {
    const { file, store, reopen } = await fresh();
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const endings = [store.orders.insert(sampleOrder('A-1')), store.close()] as const;
    await new Promise(setImmediate);
    other.exec('COMMIT');
    expect(await Promise.all(endings)).toEqual([true, undefined]);
    expect(await (await reopen()).orders.get(referenceOf('A-1'))).toBeDefined();
  });

  test('that is closed while another program keeps it locked is closed all the same', async () => {
    const { file } = await fresh();
    const store = await openStore(`sqlite:${file}`, { clock: systemClock, waitMs: 10 });
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const writing = expect(store.orders.insert(sampleOrder('A-1'))).rejects.toThrow(/locked/);
    await store.close();
    await writing;
  });
});

describe('the SQLite tables', () => {
  test('a change whose trigger cannot be stored is undone as a whole', async () => {
    const { store, file } = await fresh();
    await expect(
      store.orders.insert(sampleOrder('A-1'), { check: 5, deliver: Number.NaN }),
    ).rejects.toThrow();
    expect(await store.orders.get(referenceOf('A-1'))).toBeUndefined();
    expect(keysIn(file)).toEqual(['store']);
    await store.orders.insert(sampleOrder('A-1'));
    const change = sampleOrder('A-1', { state: 'pending' });
    await expect(store.orders.save(change, { deliver: Number.NaN })).rejects.toThrow();
    expect(await store.orders.get(referenceOf('A-1'))).toMatchObject({ state: 'sending', version: 0 });
  });

  test('orders that are saved together are undone as a whole when one trigger cannot be stored', async () => {
    const { store } = await fresh();
    await store.orders.insert(sampleOrder('A-1'));
    const changes = [
      { order: sampleOrder('A-1', { state: 'failed' }), trigger: { deliver: 1 } },
      { order: sampleOrder('B-1'), isNew: true, trigger: { check: Number.NaN } },
    ] as const;
    await expect(store.orders.saveTogether(changes)).rejects.toThrow();
    expect(await store.orders.get(referenceOf('A-1'))).toEqual(sampleOrder('A-1'));
    expect(await store.orders.get(referenceOf('B-1'))).toBeUndefined();
    expect(await store.orders.nextDue('deliver')).toBeUndefined();
  });

  test('no number of a customer is in an index, though prompts to it are found', async () => {
    const { store, file } = await fresh();
    const order = promptOrder('A-1', '254712345678');
    await store.orders.insert(order);
    expect(await store.orders.promptsTo(numberOf('254712345678'), 0)).toEqual([order]);
    expect(await store.orders.search([], { limit: 1 })).toMatchObject({ orders: [order] });
    const rowsOf = (select: string) => withRawFile(file, (raw) => raw.prepare(select).all());
    const sets = rowsOf('SELECT name FROM sets').map(({ name }) => String(name));
    expect(sets).toContainEqual(expect.stringMatching(/^prompts:[\w-]{22}$/));
    expect(sets.join()).not.toContain('712345678');
    withRawFile(file, (raw) => raw.exec("CREATE VIRTUAL TABLE terms USING fts5vocab('search', 'row')"));
    expect(rowsOf('SELECT term FROM terms')[0]?.['term']).toMatch(/^[0-9a-f]{12}$/);
  });

  test('a queue entry that was removed past Teller keeps no other from being claimed', async () => {
    const { store, file } = await fresh();
    for (const name of ['A-1', 'A-2']) await store.orders.insert(sampleOrder(name), { check: 1 });
    withRawFile(file, (raw) => raw.exec("DELETE FROM docs WHERE key = 'check:A-1'"));
    const claims = await store.orders.claim('check', { now: 1, leaseMs: 1, limit: 9 });
    expect(claims.map(({ reference }) => reference)).toEqual(['A-2']);
  });

  test('a key of the store that is damaged keeps the file from being opened, and is not replaced', async () => {
    const { store, file } = await fresh();
    await store.close();
    withRawFile(file, (raw) =>
      raw.exec("UPDATE docs SET text = json_set(text, '$.key', 'AA') WHERE key = 'store'"),
    );
    await expect(openStore(`sqlite:${file}`, { clock: systemClock })).rejects.toThrow(
      'The key of the store is missing or damaged. Restore a backup.',
    );
    expect(keysIn(file)).toEqual(['store']);
  });
});

describe('the search index in the file', () => {
  test('finds an order by what another process saved, not by what this one could not save', async () => {
    const { store, another } = await fresh();
    const other = await another();
    const order = sampleOrder('A-1');
    await store.orders.insert(order);
    await store.orders.search([], { limit: 1 });
    const unsaved = { ...order, state: 'cancelled' } as const;
    await expect(store.orders.save(unsaved, { check: Number.NaN })).rejects.toThrow();
    await other.orders.save({ ...order, state: 'paid' });
    const found = await store.orders.search([[stateTerm('paid')]], { limit: 9 });
    expect(found.orders.map(({ reference }) => reference)).toEqual(['A-1']);
    expect((await store.orders.search([[stateTerm('cancelled')]], { limit: 9 })).orders).toEqual([]);
  });
});

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { diagnosePath } from '#store/sqlite/files.ts';
import {
  claimAll,
  digestsOf,
  expectAllWaiting,
  expectLines,
  expectPairs,
  insertUntilKilled,
  openTogether,
} from './child-processes.ts';
import { sampleOrder } from './sample-order.ts';
import { openSqliteSubject } from './sqlite-subject.ts';

test('every order that was acknowledged is there after SIGKILL, with its trigger and its line in the audit record', async () => {
  const { file, reopen } = await fresh();
  const acknowledged: string[] = [];
  for (const [round, lines] of [5, 40, 150].entries()) {
    acknowledged.push(...(await insertUntilKilled(`sqlite:${file}`, `R${round}`, lines)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(5 + 40 + 150);
  const store = await reopen();
  await expectAllWaiting(store.orders, acknowledged);
  await expectPairs(store.orders);
  await expectLines(store);
});

test('several processes that make the same new file at the same time make one key', async () => {
  const { file } = await fresh();
  for (let round = 0; round < 3; round++) {
    const digests = await digestsOf(`sqlite:${file}-new-${round}`);
    expect(digests[0]).toMatch(/^[\w-]{22}$/);
    expect(new Set(digests).size).toBe(1);
  }
});

test('a file beside the store that another process takes away meanwhile speaks against nothing', async () => {
  const { file } = await fresh();
  const beside = `${file}-elsewhere`;
  const other = new Worker(MAKES_AND_REMOVES, { eval: true, workerData: `${beside}-wal` });
  onTestFinished(async () => void (await other.terminate()));
  await once(other, 'online');
  const faults = Array.from({ length: 20_000 }, () => diagnosePath(beside));
  expect(faults.filter(Boolean)).toEqual([]);
});

/** As SQLite does whenever a process is the first to open a store, and the last to close it. */
const MAKES_AND_REMOVES = `
  const { rmSync, writeFileSync } = require('node:fs');
  const { workerData } = require('node:worker_threads');
  for (;;) {
    writeFileSync(workerData, '');
    rmSync(workerData);
  }`;

test('several processes on one file get each due order once', async () => {
  const { file, store } = await fresh();
  const names = Array.from({ length: 120 }, (_, index) => `A-${index}`);
  for (const name of names) await store.orders.insert(sampleOrder(name), { check: 1 });
  const given = await Promise.all((await openTogether(`sqlite:${file}`)).map(claimAll));
  expect(given.flat().sort()).toEqual(names.sort());
});

test('several processes can make the same new file at the same time', async () => {
  const { file, store } = await fresh();
  await store.close();
  for (let round = 0; round < 3; round++) {
    const children = await openTogether(`sqlite:${file}-new-${round}`);
    expect(await Promise.all(children.map(claimAll))).toEqual([[], [], []]);
  }
});

async function fresh() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  return subject;
}

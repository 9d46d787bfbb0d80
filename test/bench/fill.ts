// Fills stores with made orders through their drivers, in pages, because one save after the other a million would take an hour.
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { createDigests } from '#store/digest.ts';
import { orderDoc } from '#store/documents.ts';
import type { Doc, Driver } from '#store/driver.ts';
import { readMarker } from '#store/marker.ts';
import { openStore } from '#store/open.ts';
import { entryDoc } from '#store/queue.ts';
import { openRedisDriver } from '#store/redis/driver.ts';
import { openSqliteForCopy } from '#store/sqlite/open.ts';
import { finishedOrder, LATER, openName, openOrder } from './made-orders.ts';

/** Adds orders `from` to `to` to the finished ones; `open` new open ones, each due for a check in an hour. */
export type Filling = {
  readonly from: number;
  readonly to: number;
  readonly open: number;
};

const PAGE_SIZE = 500;

function* orders({ from, to, open }: Filling): Generator<Order> {
  for (let number = from; number < to; number += 1) yield finishedOrder(number);
  for (let number = 0; number < open; number += 1) yield openOrder(number);
}

/** Makes the store at `url` if need be. */
export async function fillStore(url: string, filling: Filling): Promise<void> {
  const store = await openStore(url, { clock: systemClock });
  await store.digest('');
  await store.close();
  await withDriver(url, async (driver) => {
    const marker = await readMarker(driver);
    if (!marker) throw new Error(`there is no store at ${url}`);
    const digests = createDigests(marker.key);
    let put: Doc[] = [];
    for (const order of orders(filling)) {
      put.push(orderDoc(order, digests));
      if (put.length < PAGE_SIZE) continue;
      // A server that rewrites its file may take longer than Teller waits for an answer.
      const page = put;
      await retryBriefly(() => driver.commit({ put: page, unsynced: true }));
      put = [];
    }
    await driver.commit({ put });
  });
  await makeDueLater(url, filling.open);
}

async function retryBriefly(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 10) throw error;
      await setTimeout(1_000);
    }
  }
}

/** The check of each of the first `open` orders is due in an hour, and nobody has claimed it. */
export async function makeDueLater(url: string, open: number): Promise<void> {
  const entry = { at: LATER, attempt: 0 };
  const put = Array.from({ length: open }, (_, number) => entryDoc('check', openName(number), entry));
  await withDriver(url, (driver) => driver.commit({ put }));
}

async function withDriver(url: string, use: (driver: Driver) => Promise<unknown>): Promise<void> {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
  const driver = file ? await openSqliteForCopy(file, { isTarget: true }) : await openRedisDriver(url);
  try {
    await use(driver);
  } finally {
    await driver.close();
  }
}

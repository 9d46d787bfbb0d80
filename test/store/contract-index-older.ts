// What the store promises of orders that were stored before there was a search index.
import { describe, expect, onTestFinished, test } from 'vitest';
import { stateTerm, wordTerm } from '#store/search-terms.ts';
import type { OrderStore, SearchQuery, Store } from '#store/store.ts';
import { sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

const NAMES = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7'];

export function indexOlderContract(open: OpenSubject): void {
  /** A store whose orders were all stored before. */
  async function older() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    for (const [createdAt, name] of NAMES.entries())
      await subject.store.orders.insert(sampleOrder(name, { createdAt, customer: { firstName: 'Jane' } }));
    await subject.unindex();
    return { subject, store: await subject.reopen() };
  }

  describe('orders that were stored before there was a search index', () => {
    test('are found once they have been indexed, a few at a time, and damaged ones hinder nothing', async () => {
      const { subject, store } = await older();
      await subject.damage('A-3', '{"shape":1,"ver');
      expect(await namesIn(store.orders, JANE)).toEqual([]);
      expect(await store.indexProgress()).toMatchObject({ indexed: 0, isComplete: false });
      const seen = await indexAll(store, 2);
      expect(seen.length).toBeGreaterThan(3);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(await store.indexProgress()).toEqual({ indexed: 7, total: 7, isComplete: true });
      const found = NAMES.filter((name) => name !== 'A-3').reverse();
      for (const query of [JANE, [], [[stateTerm('sending')]]])
        expect(await namesIn(store.orders, query)).toEqual(found);
      const reopened = await subject.reopen();
      expect(await reopened.indexProgress()).toMatchObject({ isComplete: true });
      expect(await reopened.indexOlder(5)).toEqual({ indexed: 7, total: 7, isComplete: true });
    });

    test('are found by what they were saved with meanwhile, like orders that are new', async () => {
      const { store } = await older();
      const { orders } = store;
      await store.indexOlder(1);
      for (const name of NAMES.slice(2, 5))
        await orders.save(
          sampleOrder(name, { createdAt: NAMES.indexOf(name), customer: { firstName: 'Joan' } }),
        );
      await orders.insert(sampleOrder('B-1', { createdAt: 9, customer: { firstName: 'Joan' } }));
      expect(await namesIn(orders, wordQuery('joan'))).toEqual(['B-1', 'A-5', 'A-4', 'A-3']);
      await indexAll(store, 3);
      expect(await namesIn(orders, wordQuery('joan'))).toEqual(['B-1', 'A-5', 'A-4', 'A-3']);
      expect(await namesIn(orders, JANE)).toEqual(['A-7', 'A-6', 'A-2', 'A-1']);
    });

    test('are all indexed when that was cut off, and when several do it at once', async () => {
      const { subject, store } = await older();
      await store.indexOlder(2);
      await store.indexOlder(2);
      const reopened = await subject.reopen();
      await Promise.all([indexAll(reopened, 1), indexAll(await subject.another(), 1)]);
      expect(await namesIn(reopened.orders, JANE)).toEqual(NAMES.toReversed());
      expect(await reopened.indexProgress()).toEqual({ indexed: 7, total: 7, isComplete: true });
    });

    test('are none in a new store', async () => {
      const subject = await open();
      onTestFinished(() => subject.cleanUp());
      await subject.store.orders.insert(sampleOrder('A-1'));
      await indexAll(subject.store, 5);
      expect(await subject.store.indexProgress()).toEqual({ indexed: 0, total: 0, isComplete: true });
    });
  });
}

const wordQuery = (text: string): SearchQuery => [[wordTerm(text)].filter((term) => term !== undefined)];
const JANE = wordQuery('jane');

async function namesIn(orders: OrderStore, query: SearchQuery): Promise<string[]> {
  return (await orders.search(query, { limit: 999 })).orders.map(({ reference }) => reference);
}

/** Answers how many were indexed after each step. */
export async function indexAll(store: Store, atOnce: number): Promise<number[]> {
  const indexed: number[] = [];
  for (let steps = 0; steps < 500; steps += 1) {
    const progress = await store.indexOlder(atOnce);
    indexed.push(progress.indexed);
    if (progress.isComplete) return indexed;
  }
  throw new Error('It does not come to an end.');
}

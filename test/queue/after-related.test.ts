// What an order means for others, and its own news: in this order, and neither for want of the other.
import { expect, test } from 'vitest';
import { afterRelated } from '#queue/after-related.ts';
import { claimOf } from '#test/payments/status/due.ts';

const NEXT = { at: undefined, atIfTriggered: 7 };

test('what an order means for others comes before its own news', async () => {
  const done: string[] = [];
  const work = afterRelated(
    async () => void done.push('related'),
    async () => {
      done.push('delivered');
      return NEXT;
    },
  );
  expect(await work(claimOf('INV-1'))).toBe(NEXT);
  expect(done).toEqual(['related', 'delivered']);
});

test('where that fails its own news is delivered all the same, and the failure tried again', async () => {
  let delivered = 0;
  const failure = new Error('the order A cannot be read');
  const work = afterRelated(
    () => Promise.reject(failure),
    async () => {
      delivered += 1;
      return NEXT;
    },
  );
  await expect(work(claimOf('INV-1'))).rejects.toBe(failure);
  expect(delivered).toBe(1);
});

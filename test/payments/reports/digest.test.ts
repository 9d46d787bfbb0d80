// What a digest is made of, beside the books (books.test.ts): what is left to do, and whether all of it is known.
import { expect, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { collectDigest } from '#payments/reports/digest.ts';
import { openStore } from '#store/open.ts';

test('a digest is known to be incomplete while orders of before the search index are not in it', async () => {
  const { orders, close } = await openStore('sqlite::memory:', { clock: systemClock });
  const how = { schedule: { time: '18:00' }, due: Date.now(), timeZone: 'UTC' };
  const digestWhile = (isComplete: boolean) =>
    collectDigest({ orders, indexProgress: async () => ({ isComplete, indexed: 0, total: 0 }) }, how);
  expect(await digestWhile(false)).toMatchObject({ isIndexing: true });
  expect(await digestWhile(true)).toMatchObject({ isIndexing: false });
  await close();
});

// `npm run store -- copy` from one file to another.
import { expect, test } from 'vitest';
import { move } from '#maintenance/copy.ts';
import { forget } from '#maintenance/forget.ts';
import { withPair } from '#store/open.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { copyContract, opened } from './copy-contract.ts';
import { sqlitePlace } from './place.ts';

copyContract('from SQLite to SQLite', async () => ({ from: sqlitePlace(), to: sqlitePlace() }));

test('a copy from SQLite keeps a customer from being erased meanwhile, who would be back in the target', async () => {
  const [from, to] = [sqlitePlace().url, sqlitePlace().url];
  const customer = { email: 'zawadi@example.com' };
  const done = { kind: 'link', state: 'cancelled', cancelledBy: 'U1', checksEndedAt: 1, customer } as const;
  const store = await opened(from);
  await store.orders.insert(sampleOrder('DONE-1', done));
  await store.close();
  await withPair(from, to, async (pair) => {
    const io = { storeUrl: from, isConfirmed: true, say: () => {}, progress: () => {} };
    await expect(forget([customer.email], io)).rejects.toThrow(
      'This store is being copied. Try again when the copy ends.',
    );
    await move(pair, io);
  });
  expect(await (await opened(to)).orders.get(referenceOf('DONE-1'))).toMatchObject({ customer });
});

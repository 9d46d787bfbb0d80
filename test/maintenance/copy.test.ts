// `npm run store -- copy` from one file to another.
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyInto } from '#maintenance/copy.ts';
import { forgetCommand } from '#maintenance/forget.ts';
import { fileIn, openPair } from '#store/open.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { copyContract, moveAll, opened } from './copy-contract.ts';
import { fill } from './full-store.ts';
import { sqlitePlace } from './place.ts';

copyContract('from SQLite to SQLite', async () => ({ from: sqlitePlace(), to: sqlitePlace() }));

const schemaOf = (url: string) =>
  withRawFile(fileIn(url) ?? '', (raw) =>
    raw
      .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
      .all()
      .map(({ type, name, sql }) => `${type} ${name} ${sql}`),
  );

describe('a copy from SQLite', () => {
  test('does not mark a file as moved in which a customer was erased meanwhile, and has that when it is run again', async () => {
    const [from, to] = [sqlitePlace().url, sqlitePlace().url];
    const customer = { email: 'zawadi@example.com' };
    const done = { kind: 'link', state: 'cancelled', cancelledBy: 'U1', checksEndedAt: 1, customer } as const;
    const store = await opened(from);
    await store.orders.insert(sampleOrder('DONE-1', done));
    await store.close();
    const { source, target } = await openPair(from, to);
    await copyInto(source, target, () => {});
    const io = { storeUrl: from, say: () => {}, progress: () => {} };
    expect(await forgetCommand.run([customer.email, '--yes'], io)).toMatchObject({ facts: { erased: 1 } });
    await expect(source.markMoved(target.address)).rejects.toThrow(
      /^The file \S+ changed during the copy, so it stays in use\. Run the copy again\.$/,
    );
    await target.close();
    await source.close();
    await moveAll({ from, to });
    expect(await (await opened(to)).orders.get(referenceOf('DONE-1'))).toMatchObject({ customer: {} });
  });
});

describe('a copy to SQLite', () => {
  test('has the tables and indexes that a new file has, also when it was cut off and run again', async () => {
    const [from, to] = [sqlitePlace().url, sqlitePlace().url];
    const store = await opened(from);
    await fill(store);
    await store.close();
    const schema = schemaOf(from);
    expect(schema.filter((entry) => entry.startsWith('index orders_'))).toHaveLength(7);
    const { source, target } = await openPair(from, to);
    onTestFinished(() => source.close().catch(() => undefined));
    await copyInto(source, target, () => {});
    expect(schemaOf(to)).not.toEqual(schema);
    await target.close();
    await source.close();
    await moveAll({ from, to });
    expect(schemaOf(to)).toEqual(schema);
  });
});
